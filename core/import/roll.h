// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of ROLL, a worker for each role. Internal to this folder.
namespace zp::import_io {

/// Gives the section of the worker that is trained the name actor_train, whatever role it has: sft_train, or
/// student of a distillation; and counts max_steps in generations where there are any.
void name_roll_worker(FileKeys& keys);

/// Reads the keys of ROLL that state something together: strategy and devices of the worker that is trained,
/// lengths, batch, engine and models beside the policy (alibaba/ROLL roll/configs).
void read_roll(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
