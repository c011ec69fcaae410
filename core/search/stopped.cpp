// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/stopped.h"

#include "core/rules/check_plan.h"
#include "core/search/option.h"

namespace zp {

bool is_stopped(const Candidate& candidate) {
  if (!candidate.estimate.fits() || candidate.runs()) return false;
  Plan plan = candidate.plan;
  return !widen_swap_buffers(plan, candidate.estimate.nvme.smallest_buffers) || stops(check(plan));
}

}  // namespace zp
