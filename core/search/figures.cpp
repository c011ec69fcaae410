// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/figures.h"

#include "core/search/candidates.h"

namespace zp {

Figures figures_of(const Plan& plan) {
  Figures figures{estimate_memory(plan), estimate_speed(plan), {}, 0};
  const StepTime& time = figures.time;
  figures.throughput = throughput_of(plan, time);
  if (!time.is_known) return figures;
  const double stage_1 = estimate_speed(with_strategy(plan, {1, Device::none, Device::none})).total;
  if (stage_1 > 0) figures.slowdown_vs_stage_1 = time.total / stage_1;
  return figures;
}

}  // namespace zp
