// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of FlagScale, whose sections contain arguments of Megatron-LM. Internal to this folder.
namespace zp::import_io {

/// Removes the sections from the arguments' names, because system, model and data form one command line
/// (FlagOpen/FlagScale flagscale/runner/runner_train.py, _get_args_megatron).
void name_flagscale_arguments(FileKeys& keys);

/// Reads the keys that only FlagScale has. Throws FileError for a file that starts no training.
void read_flagscale(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
