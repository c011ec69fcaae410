// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/plan/plan.h"
#include "core/sharding/sharding.h"

/// DeepSpeed's engines for an optimizer in host memory.
namespace zp {

enum class OffloadEngine : std::uint8_t {
  plain,          ///< ZeRO-Offload: the host steps after the last gradient has arrived, while the GPU waits
  super_offload,  ///< a separate process steps sub-groups during the backward pass
  zenflow,        ///< the GPU steps important columns; the host steps the rest less often
};

/// Returns the engine in effect: ZenFlow since 0.17.5, SuperOffload at stage 3 since 0.18.0, both over a CPU
/// optimizer (runtime/engine.py, _configure_zero_optimizer). At stage 3 SuperOffload comes first.
inline OffloadEngine offload_engine(const Plan& plan) {
  const Zero& zero = plan.zero;
  const bool has_super = zero.stage == 3 && zero.offload_optimizer.super_offload;
  if (!has_super && !zero.zenflow.enabled) return OffloadEngine::plain;
  constexpr DeepSpeedVersion has_zenflow{0, 17, 5}, has_super_offload{0, 18, 0};
  if (plan.training.framework != Framework::deepspeed || homes_of(plan).states != Device::cpu)
    return OffloadEngine::plain;
  const DeepSpeedVersion& version = plan.target.deepspeed_version;
  if (has_super && version >= has_super_offload) return OffloadEngine::super_offload;
  return zero.zenflow.enabled && version >= has_zenflow ? OffloadEngine::zenflow : OffloadEngine::plain;
}

/// Returns the engine that the plan requests, in effect or not.
inline OffloadEngine asked_engine(const Zero& zero) {
  if (zero.stage == 3 && zero.offload_optimizer.super_offload) return OffloadEngine::super_offload;
  return zero.zenflow.enabled ? OffloadEngine::zenflow : OffloadEngine::plain;
}

/// Requests an engine. ZenFlow is set up with a separate process, which hides its step.
inline void ask_for_engine(Zero& zero, OffloadEngine engine) {
  if (asked_engine(zero) == engine) return;
  zero.offload_optimizer.super_offload = engine == OffloadEngine::super_offload;
  zero.zenflow.enabled = engine == OffloadEngine::zenflow;
  if (zero.zenflow.enabled) zero.zenflow.overlap_step = true;
}

/// Returns true if GPU and host are connected by a chip-to-chip link such as NVLink-C2C, not PCIe.
inline bool has_chip_link(const Cluster& cluster) {
  const GpuPreset* gpu = binding_preset(cluster);
  return gpu != nullptr && gpu->host_gb_per_s > gpu->pcie_gb_per_s;
}

/// update_interval assumed for ZenFlow if the plan leaves it to DeepSpeed, which adapts it to the gradients:
/// the interval of DeepSpeed's own examples (DeepSpeedExamples, training/DeepSpeed-ZenFlow).
inline constexpr std::int64_t assumed_update_interval = 4;

/// Returns the number of micro batches between two steps on the host. ZenFlow multiplies the accumulation by
/// its interval (runtime/zenflow/engine.py:69).
inline std::int64_t micro_batches_of_host_step(const Plan& plan, OffloadEngine engine) {
  const std::int64_t stated = plan.zero.zenflow.update_interval;
  if (engine == OffloadEngine::zenflow) return stated > 0 ? stated : assumed_update_interval;
  return std::max<std::int64_t>(1, plan.training.gradient_accumulation_steps);
}

}  // namespace zp
