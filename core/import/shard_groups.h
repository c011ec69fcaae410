// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_keys_json.h"

/// Hybrid sharding (HSDP) in the files of accelerate and Axolotl.
namespace zp::import_io {

/// Reads the number of replicas and the number of ranks that shard each replica; context-parallel ranks also
/// shard it (accelerate parallelism_config.py, ParallelismConfig.dp_shard_cp_dim_names). Removes the keys
/// that it read.
void read_shard_groups(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
