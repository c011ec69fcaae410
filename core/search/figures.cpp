// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/figures.h"

#include "core/memory/basis.h"
#include "core/search/candidates.h"

namespace zp {

Figures figures_of(const Plan& plan) {
  const ModelTensors tensors(plan);
  const Basis basis(plan, tensors);
  Figures figures{estimate_memory(basis), estimate_speed(basis), {}, 0};
  const StepTime& time = figures.time;
  figures.throughput = throughput_of(plan, time);
  if (!time.is_known) return figures;
  const Plan at_stage_1 = with_strategy(plan, {1, Device::none, Device::none});
  const double stage_1 = estimate_speed(Basis(at_stage_1, tensors)).total;
  if (stage_1 > 0) figures.slowdown_vs_stage_1 = time.total / stage_1;
  return figures;
}

}  // namespace zp
