// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

/// How a plan's model states are divided among ranks, and which devices hold them. DeepSpeed's stages and
/// FSDP's modes map to the same values, which ledger and clock read.
namespace zp {

/// How model states are divided.
struct Sharding {
  Sharded states = Sharded::none;
  int ranks = 1;     ///< ranks that share one copy of the model states
  int replicas = 1;  ///< number of copies, whose gradients are summed (HYBRID_SHARD, MiCS)

  bool operator==(const Sharding&) const = default;
};
Sharding sharding_of(const Plan& plan);

/// Devices that hold a rank's part of the model states between steps; Device::none means the GPU.
struct Homes {
  Device weights = Device::none;
  Device gradients = Device::none;
  Device master = Device::none;
  Device states = Device::none;

  bool operator==(const Homes&) const = default;
};
/// Returns the devices in effect. DeepSpeed offloads nothing at stage 0, weights only at stage 3, and treats
/// nvme below stage 3 as cpu (runtime/zero/offload_config.py; engine.py, _configure_zero_optimizer). FSDP's
/// CPU offload keeps shards, gradients and states together on the host (torch/distributed/fsdp/api.py,
/// CPUOffload; _fully_shard/_fsdp_api.py, CPUOffloadPolicy), whichever of DeepSpeed's two keys requests it.
Homes homes_of(const Plan& plan);

}  // namespace zp
