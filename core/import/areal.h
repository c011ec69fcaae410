// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// AReaL's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads method, backends with their degrees, GPUs that train and that generate, lengths, batch, reference
/// and adapters of a YAML of AReaL, and removes the keys that it read. (areal/api: cli_args.py,
/// alloc_mode.py)
void read_areal(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
