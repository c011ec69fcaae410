// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Interleaved pipelines in the arguments of Megatron-LM and of programs built on it.
namespace zp::import_io {

/// Reads the number of model parts per rank, or the number of blocks per part (Megatron-LM
/// megatron/training/arguments.py, validate_args). Removes the keys that it read.
void read_megatron_parts(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
