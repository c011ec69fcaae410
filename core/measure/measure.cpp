// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measure.h"

#include <algorithm>
#include <cmath>

#include "core/measure/measure_parts.h"
#include "core/measure/measured_causes.h"
#include "core/rules/check_plan.h"

namespace zp {

bool Measurement::is_outside() const {
  return std::ranges::any_of(differences, &MeasuredDifference::is_outside);
}

Measurement measure(const PlanDocument* plan, std::span<const NamedLog> logs) {
  Measurement all;
  const bool has_figures = plan != nullptr && is_usable(check(*plan));
  if (has_figures) {
    const Figures figures = figures_of(plan->plan);
    all.contradictions = contradictions_of(*plan, logs);
    all.differences = differences_of(plan->plan, figures, logs);
    add_causes(*plan, logs, all.differences);
    measure_snapshots(&plan->plan, logs, all);
    for (MeasuredDifference& one : all.differences)
      if (one.is_outside() && !all.contradictions.empty())
        one.explanation += " The log contradicts the plan in " + all.contradictions.front().path + ".";
    std::ranges::stable_sort(all.differences, std::greater(), [](const MeasuredDifference& one) {
      return std::abs(std::log(std::max(one.measured, 1e-9) / std::max(one.predicted, 1e-9)));
    });
  }
  if (!has_figures) measure_snapshots(nullptr, logs, all);
  const Plan* const used = has_figures ? &plan->plan : nullptr;
  all.out_of_memory = diagnoses_of(used, logs);
  all.died = deaths_of(used, logs, all.out_of_memory);
  if (used != nullptr) all.growth = growth_of(*used, logs);
  return all;
}

}  // namespace zp
