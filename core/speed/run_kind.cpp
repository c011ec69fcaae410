// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/run_kind.h"

#include <array>

#include "core/plan/method.h"
#include "core/sharding/sharding.h"
#include "core/units/index_of.h"

namespace zp {

std::string_view name_of(RunKind kind) {
  constexpr std::array<std::string_view, run_kind_count> names = {"one node",
                                                                  "many nodes",
                                                                  "CPU offload",
                                                                  "NVMe offload",
                                                                  "GPUs not by NVIDIA",
                                                                  "mixtures of experts",
                                                                  "pipelines",
                                                                  "QLoRA",
                                                                  "reinforcement learning"};
  return names[index_of(kind)];
}

RunKind run_kind_of(const Plan& plan) {
  const Training& training = plan.training;
  if (row_of(training.method.method).generates) return RunKind::reinforcement;
  if (training.quantizes_frozen()) return RunKind::qlora;
  if (training.pipeline_parallel > 1) return RunKind::pipelines;
  if (plan.model.architecture.has_experts()) return RunKind::mixtures;
  if (plan.cluster.gpu.preset && plan.cluster.gpu.preset->vendor != "NVIDIA") return RunKind::other_vendors;
  const Homes homes = homes_of(plan);
  if (homes.states == Device::nvme || homes.weights == Device::nvme) return RunKind::nvme_offload;
  if (homes.states != Device::none || homes.weights != Device::none) return RunKind::cpu_offload;
  return plan.cluster.nodes > 1 ? RunKind::many_nodes : RunKind::one_node;
}

}  // namespace zp
