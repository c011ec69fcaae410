// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/measure.h"

#include <algorithm>
#include <cmath>

#include "core/measure/measure_parts.h"
#include "core/measure/measured_causes.h"
#include "core/rules/check_plan.h"
#include "core/sharding/plan_words.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Returns the plan on the number of GPUs stated in the logs; nullopt if the logs do not contradict the
/// plan's, or the plan cannot be estimated with it.
std::optional<Plan> at_size_of_logs(const PlanDocument& document,
                                    std::span<const Contradiction> contradictions) {
  Plan plan = document.plan;
  for (const Contradiction& contradiction : contradictions)
    for (const ChangedKey& key : contradiction.set) {
      if (key.path == "cluster.nodes") plan.cluster.nodes = std::stoi(key.value);
      if (key.path == "cluster.gpus_per_node") plan.cluster.gpus_per_node = std::stoi(key.value);
    }
  if (plan.cluster.ranks() == document.plan.cluster.ranks() || !is_usable(plan)) return std::nullopt;
  return plan;
}

}  // namespace

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
    for (MeasuredDifference& difference : all.differences)
      if (difference.is_outside() && !all.contradictions.empty())
        difference.explanation +=
            " The log contradicts the plan in " + all.contradictions.front().name() + ".";
    std::ranges::stable_sort(all.differences, std::greater(), [](const MeasuredDifference& difference) {
      return std::abs(std::log(std::max(difference.measured, 1e-9) / std::max(difference.predicted, 1e-9)));
    });
  }
  if (!has_figures) measure_snapshots(nullptr, logs, all);
  // A run on another number of GPUs than the plan's is compared with the plan at that number.
  const std::optional<Plan> sized = has_figures ? at_size_of_logs(*plan, all.contradictions) : std::nullopt;
  const Plan* const used = sized ? &*sized : has_figures ? &plan->plan : nullptr;
  all.out_of_memory = diagnoses_of(used, logs);
  all.died = deaths_of(used, logs, all.out_of_memory);
  if (sized)
    for (Death& death : all.died)
      if (death.kind == DeathKind::gpu_oom || death.kind == DeathKind::host_oom)
        death.assumed = counted(sized->cluster.ranks(), "GPU");
  if (has_figures) all.growth = growth_of(plan->plan, logs);
  return all;
}

}  // namespace zp
