// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Keys of FlagScale, whose sections hold arguments of Megatron-LM. Internal to this folder.
namespace zp::import_io {

/// Takes the sections off the arguments: system, model and data are one command line
/// (FlagOpen/FlagScale flagscale/runner/runner_train.py, _get_args_megatron).
void name_flagscale_arguments(FileKeys& keys);

/// Reads what only FlagScale has. Throws FileError for a file that starts no training.
void read_flagscale(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
