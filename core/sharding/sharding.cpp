// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/sharding.h"

#include <algorithm>

#include "core/sharding/parallelism.h"

namespace zp {

Sharding sharding_of(const Plan& plan) {
  const Parallelism parallel = parallelism_of(plan);
  const auto states = static_cast<Sharded>(std::clamp(plan.zero.stage, 0, 3));
  if (states == Sharded::none) return {states, 1, parallel.zero.ranks};
  return {states, parallel.shard.ranks, parallel.replicas.ranks};
}

Homes homes_of(const Plan& plan) {
  const Zero& zero = plan.zero;
  if (plan.training.framework != Framework::deepspeed) {
    const bool is_offloaded = zero.stage >= 2 && (zero.offload_optimizer.device != Device::none ||
                                                  zero.offload_param.device != Device::none);
    return is_offloaded ? Homes{Device::cpu, Device::cpu, Device::cpu, Device::cpu} : Homes{};
  }
  Homes homes;
  if (zero.stage == 0) return homes;
  homes.states = zero.offload_optimizer.device;
  if (zero.stage < 3 && homes.states == Device::nvme) homes.states = Device::cpu;
  homes.master = homes.states;
  homes.gradients = homes.states == Device::none ? Device::none : Device::cpu;
  if (zero.stage == 3) homes.weights = zero.offload_param.device;
  return homes;
}

}  // namespace zp
