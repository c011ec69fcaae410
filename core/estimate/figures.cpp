// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/figures.h"

#include "core/sharding/strategy.h"

namespace zp {

double seconds_at_stage_1(const Plan& plan, const ModelTensors& tensors) {
  const Plan at_stage_1 = with_strategy(plan, {1, Device::none, Device::none});
  return estimate_speed(Basis(at_stage_1, tensors)).total;
}

Figures figures_of(const Plan& plan, const ModelTensors& tensors, double seconds_at_stage_1) {
  const Basis basis(plan, tensors);
  Figures figures{estimate_memory(basis), estimate_speed(basis), {}, 0};
  const StepTime& time = figures.time;
  figures.throughput = throughput_of(plan, time);
  if (time.is_known && seconds_at_stage_1 > 0) figures.slowdown_vs_stage_1 = time.total / seconds_at_stage_1;
  return figures;
}

Figures figures_of(const Plan& plan) {
  const ModelTensors tensors(plan);
  return figures_of(plan, tensors, seconds_at_stage_1(plan, tensors));
}

}  // namespace zp
