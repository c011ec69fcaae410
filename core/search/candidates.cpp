// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/candidates.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/rules/check_plan.h"
#include "core/search/reasons.h"

namespace zp {
namespace {

constexpr std::int64_t most_micro_batch = 65'536;

Bytes lack(Bytes used, Bytes capacity) { return std::max(Bytes(0), used - capacity); }

double cost_of(const Candidate& candidate, Objective objective) {
  switch (objective) {
    case Objective::throughput:
      return candidate.time.is_known ? candidate.time.total : moving_parts(candidate.strategy);
    case Objective::memory:
      return to_gib(candidate.estimate.gpu.peak);
    case Objective::simplicity:
      return moving_parts(candidate.strategy);
    case Objective::cost:
      return candidate.time.total * candidate.plan.cluster.ranks();
    case Objective::gpus:
      return candidate.plan.cluster.ranks();
  }
  return 0;
}

/// Indices of `candidates`, best first: what fits by cost, then the rest by what they lack; ties keep their
/// order.
std::vector<std::size_t> order_of(const std::vector<Candidate>& candidates, Objective objective) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    const Candidate& candidate = candidates[i];
    const Bytes missing = lack_of_memory(candidate.estimate);
    const bool fits = missing.value() == 0;
    return std::tuple(!fits, fits ? cost_of(candidate, objective) : to_gib(missing),
                      candidate.estimate.gpu.peak);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

void set_ranks(std::vector<Candidate>& candidates, Objective objective) {
  int rank = 0;
  for (const std::size_t index : order_of(candidates, objective))
    candidates[index].rank = ++rank;
}

/// The plan itself and what to fall back on when it does not fit, in the order of what they cost.
std::vector<std::pair<Plan, std::string>> variants_of(const Plan& plan) {
  std::vector<std::pair<Plan, std::string>> variants = {{plan, ""}};
  const bool can_checkpoint = plan.training.activation_checkpointing != Checkpointing::full &&
                              plan.model.source != ModelSource::tensors;
  Plan checkpointed = plan;
  checkpointed.training.activation_checkpointing = Checkpointing::full;
  if (can_checkpoint) variants.emplace_back(checkpointed, ".ckpt");
  if (plan.training.micro_batch_size > 1 && plan.model.source != ModelSource::tensors) {
    const auto one_sequence = [](Plan smaller) {
      smaller.training.gradient_accumulation_steps *= smaller.training.micro_batch_size;
      smaller.training.micro_batch_size = 1;
      return smaller;
    };
    variants.emplace_back(one_sequence(plan), ".mb1");
    if (can_checkpoint) variants.emplace_back(one_sequence(checkpointed), ".mb1.ckpt");
  }
  return variants;
}

/// What is short: the GPU's sentence comes first, then host's and drive's where they lack something. Of what
/// fits, what DeepSpeed stops at.
Rejection rejection_of(const Candidate& candidate) {
  const bool fits = candidate.estimate.fits();
  return {candidate.name,
          fits ? candidate.findings.front().message : candidate.reasons[candidate.estimate.gpu.fits ? 1 : 0],
          lack_of_memory(candidate.estimate)};
}

/// The fastest of all, whether it fits or not, is what slowdowns are against.
void set_slowdowns(std::vector<Candidate>& candidates) {
  double fastest = 0;
  for (const Candidate& candidate : candidates)
    if (candidate.time.is_known && (fastest == 0 || candidate.time.total < fastest))
      fastest = candidate.time.total;
  if (fastest <= 0) return;
  for (Candidate& candidate : candidates)
    if (candidate.time.is_known) candidate.slowdown = candidate.time.total / fastest;
}

/// Candidates no other beats in both peak memory and step time.
std::vector<int> frontier_of(const std::vector<Candidate>& candidates) {
  std::vector<int> frontier;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Bytes peak = candidates[i].estimate.gpu.peak;
    const double time = cost_of(candidates[i], Objective::throughput);
    const bool beaten = std::ranges::any_of(candidates, [&](const Candidate& other) {
      const Bytes other_peak = other.estimate.gpu.peak;
      const double other_time = cost_of(other, Objective::throughput);
      return other_peak <= peak && other_time <= time && (other_peak < peak || other_time < time);
    });
    if (!beaten) frontier.push_back(static_cast<int>(i));
  }
  return frontier;
}

}  // namespace

Bytes lack_of_memory(const MemoryEstimate& estimate) {
  Bytes missing = lack(estimate.gpu.peak, estimate.gpu.capacity);
  missing = std::max(missing, lack(estimate.cpu.needed_per_node(), estimate.cpu.capacity_per_node));
  if (!estimate.nvme.fits)
    missing = std::max(missing, lack(estimate.nvme.per_node, estimate.nvme.capacity_per_node));
  return missing;
}

Candidate candidate_of(const Plan& plan, std::string name) {
  Candidate candidate;
  static_cast<Figures&>(candidate) = figures_of(plan);
  candidate.strategy = strategy_of(plan);
  candidate.name = std::move(name);
  candidate.plan = plan;
  candidate.findings = check(plan);
  candidate.largest_micro_batch = largest_micro_batch(plan);
  candidate.reasons = reasons_of(candidate);
  return candidate;
}

std::int64_t largest_micro_batch(const Plan& plan) {
  if (plan.model.source == ModelSource::tensors) return 0;
  auto fits = [trial = plan](std::int64_t micro_batch) mutable {
    trial.training.micro_batch_size = micro_batch;
    return estimate_memory(trial).fits();
  };
  std::int64_t low = 0, high = 1;
  while (high <= most_micro_batch && fits(high))
    low = std::exchange(high, high * 2);
  high = std::min(high, most_micro_batch + 1);
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

std::vector<Candidate> compare(const Plan& plan) {
  std::vector<Candidate> candidates;
  candidates.reserve(all_strategies().size());
  for (const Strategy strategy : all_strategies())
    candidates.push_back(candidate_of(with_strategy(plan, strategy), name_of(strategy)));
  set_ranks(candidates, Objective::throughput);
  set_slowdowns(candidates);
  return candidates;
}

const Candidate& candidate_with(const std::vector<Candidate>& candidates, Strategy strategy) {
  return *std::ranges::find(candidates, strategy, &Candidate::strategy);
}

Recommendation recommend(const Plan& plan, Objective objective, int limit) {
  Recommendation result;
  for (const Strategy strategy : all_strategies()) {
    std::optional<Candidate> best;
    for (const auto& [variant, suffix] : variants_of(with_strategy(plan, strategy))) {
      Candidate candidate = candidate_of(variant, name_of(strategy) + suffix);
      ++result.searched;
      const bool runs = candidate.runs();
      if (runs || !best || lack_of_memory(candidate.estimate) < lack_of_memory(best->estimate))
        best = std::move(candidate);
      if (runs) break;
    }
    if (best->runs())
      result.candidates.push_back(std::move(*best));
    else
      result.rejected.push_back(rejection_of(*best));
  }
  set_ranks(result.candidates, objective);
  std::ranges::sort(result.candidates, {}, &Candidate::rank);
  if (limit > 0 && result.candidates.size() > static_cast<std::size_t>(limit))
    result.candidates.resize(static_cast<std::size_t>(limit));
  result.frontier = frontier_of(result.candidates);
  return result;
}

}  // namespace zp
