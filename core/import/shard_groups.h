// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Hybrid sharding in the files of accelerate and Axolotl.
namespace zp::import_io {

/// Reads how many replicas of the states there are and how many ranks divide each; the ranks of a sequence
/// divide them as well (accelerate parallelism_config.py, ParallelismConfig.dp_shard_cp_dim_names). The keys
/// that were read leave the list.
void read_shard_groups(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
