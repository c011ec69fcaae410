// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/import.h"
#include "core/text/text_node.h"

/// Decides which values of an open plan an imported file keeps, and which return to their defaults. No other
/// place decides this. Internal to this folder.
namespace zp::import_io {

/// Returns true if files of this kind belong to a training program and so state a whole training run.
bool is_of_program(ImportKind kind);

/// Returns the plan that a program's file is read over: model, cluster, what was measured of the cluster, the
/// release of DeepSpeed installed there, presets, scenarios and keys of no version are those of `open`. Every
/// other key has the plan file's default.
PlanDocument base_for_program(const PlanDocument& open, const Catalog& presets);

/// Returns the plan that a ds_config.json is read over: `open`, but keys that a ds_config has and this one
/// does not state get DeepSpeed's defaults. Batch sizes, precision and optimizer follow the rules of
/// plan_from_config(); a value "auto" is Trainer's to fill in, from `open`. `config` is the file's root.
PlanDocument base_for_config(const PlanDocument& open, const TextNode& config);

/// Adds to the notes which values are those of `open` and which went back to their defaults. `imported` is
/// what the file became over the base of its kind.
void note_origins(Imported& imported, const PlanDocument& open);

}  // namespace zp::import_io
