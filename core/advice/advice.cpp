// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advice.h"

#include <algorithm>

#include "core/advice/advice_rules.h"

namespace zp {

std::vector<Finding> advice(const Plan& plan, const MemoryEstimate& estimate) {
  std::vector<Finding> list;
  if (plan.training.framework != Framework::deepspeed) return list;
  advice_rules::about_memory(plan, estimate, list);
  advice_rules::about_communication(plan, list);
  advice_rules::about_program(plan, list);
  std::ranges::stable_sort(list, {}, &Finding::severity);
  return list;
}

}  // namespace zp
