// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"

namespace zp {

/// What one plan comes to in numbers, whether it was asked about or is a candidate.
struct Figures {
  MemoryEstimate estimate;
  StepTime time;
  Throughput throughput;  ///< nothing but the tokens of a step where the step time is not known
  double slowdown_vs_stage_1 =
      0;  ///< this step over that of the same plan at stage 1 without offload; 0 = unknown
};

/// Ledger and clock of a plan, about 2 µs. Precondition: is_usable(plan).
Figures figures_of(const Plan& plan);

}  // namespace zp
