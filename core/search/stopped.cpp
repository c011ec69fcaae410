// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/stopped.h"

#include "core/rules/check_plan.h"
#include "core/search/option.h"

namespace zp {

bool framework_stops(const Candidate& candidate) {
  if (!stops(candidate.findings)) return false;
  Plan plan = candidate.plan;
  return !widen_swap_buffers(plan, candidate.estimate.nvme.smallest_buffers) || stops(check(plan));
}

bool is_stopped(const Candidate& candidate) {
  return candidate.estimate.fits() && framework_stops(candidate);
}

}  // namespace zp
