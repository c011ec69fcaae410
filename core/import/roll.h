// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of ROLL, whose sections are workers, one for each role. Internal to this folder.
namespace zp::import_io {

/// Renames the section of the trained worker to actor_train, whatever its role: sft_train, or student for
/// distillation. Also converts max_steps to generations if the run has generations.
void name_roll_worker(FileKeys& keys);

/// Reads the keys of ROLL that depend on each other: strategy and devices of the trained worker, lengths,
/// batch, engine and the models in addition to the policy (alibaba/ROLL roll/configs).
void read_roll(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
