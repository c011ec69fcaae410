// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"
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
/// The same of one of several strategies of a plan, with the model's tensors and the seconds at stage 1,
/// which they have in common.
Figures figures_of(const Plan& plan, const ModelTensors& tensors, double seconds_at_stage_1);

/// Seconds of a step of that plan at stage 1 without offload; 0 where they are not known.
double seconds_at_stage_1(const Plan& plan, const ModelTensors& tensors);

}  // namespace zp
