// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/import.h"
#include "core/text/text_node.h"

/// Decides, in this one place, which values of the open plan survive an import and which are reset to their
/// defaults. Internal to this folder.
namespace zp::import_io {

/// Returns true if files of this kind belong to a training program, and therefore describe a whole training
/// run.
bool is_of_program(ImportKind kind);

/// Returns the base plan for a program's file. Model, cluster with its measured constants, installed
/// DeepSpeed release, presets, scenarios and unknown keys come from `open`; every other key has the plan
/// file's default.
PlanDocument base_for_program(const PlanDocument& open, const Catalog& presets);

/// Returns the base plan for a ds_config.json: `open`, with DeepSpeed's defaults for each key that a
/// ds_config can state and this one omits. Batch sizes, precision and optimizer follow plan_from_config()
/// instead; a value "auto" is filled in from `open`, as Trainer would. `config` is the file's root.
PlanDocument base_for_config(const PlanDocument& open, const TextNode& config);

/// Adds notes that say which values were taken from `open` and which were reset to defaults. `imported` is
/// the result of reading the file over its base plan.
void note_origins(Imported& imported, const PlanDocument& open);

}  // namespace zp::import_io
