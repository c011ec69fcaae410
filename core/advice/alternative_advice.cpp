// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/advice/rules.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

/// Adds a strategy that fits and is faster, unless a finding already advises another strategy.
void lighter_strategy(const EstimatedPlan& estimated, List& list) {
  const Candidate* best = best_of(estimated.candidates);
  if (best == nullptr || best->strategy == strategy_of(estimated.plan) || !is_better(estimated, best->plan))
    return;
  if (std::ranges::any_of(list, [&](const Finding& finding) {
        return finding.remedy && strategy_of(finding.remedy->plan) != strategy_of(estimated.plan);
      }))
    return;
  list.push_back(
      with_remedy(estimated,
                  {Severity::slow, "lighter_strategy", "zero.stage",
                   label_of(best->strategy) + " also fits (" + format_bytes(best->estimate.gpu.peak) +
                       "), with a step of " + format_seconds(best->time.total) + " instead of " +
                       format_seconds(estimated.time().total) + ".",
                   ""},
                  best->plan, "Use " + label_of(best->strategy)));
}

Plan with_micro_batch(Plan plan, std::int64_t micro_batch) {
  plan.training.micro_batch_size = micro_batch;
  return plan;
}

/// Returns the largest micro batch, between the plan's and `most`, that leaves a margin. Memory does not fall
/// as it grows.
std::int64_t largest_with_margin(const Plan& plan, std::int64_t most) {
  std::int64_t low = plan.training.micro_batch_size, high = most + 1;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    const MemoryEstimate estimate = estimate_memory(with_micro_batch(plan, middle));
    (is_tight(with_micro_batch(plan, middle), estimate) ? high : low) = middle;
  }
  return low;
}

void larger_micro_batch(const EstimatedPlan& estimated, List& list) {
  if (std::ranges::find(list, "launch_bound", &Finding::code) != list.end()) return;
  const Candidate& own = candidate_with(estimated.candidates, strategy_of(estimated.plan));
  const std::int64_t micro_batch = largest_with_margin(estimated.plan, own.largest_micro_batch);
  if (micro_batch == estimated.plan.training.micro_batch_size) return;
  const Plan larger = with_micro_batch(estimated.plan, micro_batch);
  if (!is_better(estimated, larger)) return;
  const MemoryEstimate then = estimate_memory(larger);
  list.push_back(
      {Severity::style, "larger_micro_batch", "training.micro_batch_size",
       "Micro batch " + format_count(micro_batch) + " also fits (" + format_bytes(then.gpu.needed()) +
           " of " + format_bytes(then.gpu.capacity) + "): " + gain_text(estimated, larger) + ".",
       "Lower the accumulation to keep the global batch.", "",
       Remedy{"Set micro batch " + format_count(micro_batch) + global_batch_words(estimated.plan, larger),
              larger}});
}

}  // namespace

void about_alternatives(const EstimatedPlan& estimated, List& list) {
  lighter_strategy(estimated, list);
  larger_micro_batch(estimated, list);
}

}  // namespace zp::advice_rules
