// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"
#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"

namespace zp {

/// The figures of one plan, whether a user asked about it or a search proposes it.
struct Figures {
  MemoryEstimate estimate;
  StepTime time;
  Throughput throughput;  ///< only the tokens of a step if the step time is not known
  double slowdown_vs_stage_1 =
      0;  ///< this step over that of the same plan at stage 1 without offload; 0 = unknown
};

/// Returns ledger and clock of a plan; about 2 µs. Precondition: is_usable(plan).
Figures figures_of(const Plan& plan);
/// Returns the same figures for one of several strategies of a plan. The strategies share the model's tensors
/// and the seconds at stage 1, so the caller passes them.
Figures figures_of(const Plan& plan, const ModelTensors& tensors, double seconds_at_stage_1);

/// Returns the seconds of a step of that plan at stage 1 without offload; 0 if they are not known.
double seconds_at_stage_1(const Plan& plan, const ModelTensors& tensors);

}  // namespace zp
