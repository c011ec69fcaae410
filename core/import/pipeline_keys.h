// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Interleaved pipelines in the arguments of Megatron-LM and of programs over it.
namespace zp::import_io {

/// Reads how many parts of the model each rank holds, or how many blocks each part has (Megatron-LM
/// megatron/training/arguments.py, validate_args). The keys that were read leave the list.
void read_megatron_parts(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
