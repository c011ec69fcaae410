// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"
#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"

namespace zp {

/// The figures of one plan.
struct Figures {
  MemoryEstimate estimate;
  StepTime time;
  Throughput throughput;           ///< only the tokens per step if the step time is unknown
  double slowdown_vs_stage_1 = 0;  ///< step time over that at stage 1 without offload; 0 = unknown
};

/// Returns memory and time of a plan; about 2 µs. Precondition: is_usable(plan).
Figures figures_of(const Plan& plan);
/// Returns memory and time of one of several strategies of a plan. They share the tensors and the seconds at
/// stage 1, which the caller provides.
Figures figures_of(const Plan& plan, const ModelTensors& tensors, double seconds_at_stage_1);

/// Returns the step time of that plan at stage 1 without offload; 0 if unknown.
double seconds_at_stage_1(const Plan& plan, const ModelTensors& tensors);

}  // namespace zp
