// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of RL2. Internal to this folder.
namespace zp::import_io {

/// Renames the worker of a run that trains only a critic or a reward model to the name of the worker in other
/// runs.
void name_rl2_worker(FileKeys& keys);

/// Reads the keys of RL2 that depend on each other: backend, lengths in tokens per GPU, generation and
/// reference (ChenmienTan/RL2 RL2/trainer/config).
void read_rl2(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
