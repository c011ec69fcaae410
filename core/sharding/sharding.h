// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

/// The division of a plan's model states among its ranks, and the devices that keep them. DeepSpeed's stages
/// and FSDP's modes are words for the same values; the ledger and the clock ask here.
namespace zp {

/// The division of model states.
struct Sharding {
  Sharded states = Sharded::none;
  int ranks = 1;     ///< ranks that share one copy
  int replicas = 1;  ///< copies, whose gradients are added up (HYBRID_SHARD, MiCS)

  bool operator==(const Sharding&) const = default;
};
Sharding sharding_of(const Plan& plan);

/// Devices that keep a rank's part of the model states between steps; Device::none is the GPU.
struct Homes {
  Device weights = Device::none;
  Device gradients = Device::none;
  Device master = Device::none;
  Device states = Device::none;

  bool operator==(const Homes&) const = default;
};
/// Returns the devices in effect. DeepSpeed offloads nothing at stage 0 and weights at stage 3 alone, and
/// takes nvme below stage 3 as cpu (runtime/zero/offload_config.py; engine.py, _configure_zero_optimizer).
/// FSDP's CPU offload keeps shards, gradients and states on the host together (torch/distributed/fsdp/api.py,
/// CPUOffload; _fully_shard/_fsdp_api.py, CPUOffloadPolicy), whichever of DeepSpeed's two keys asks for it.
Homes homes_of(const Plan& plan);

}  // namespace zp
