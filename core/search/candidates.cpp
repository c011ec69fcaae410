// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/candidates.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/memory/basis.h"
#include "core/rules/check_plan.h"
#include "core/search/capacity.h"
#include "core/search/dimension_values.h"
#include "core/search/edge.h"
#include "core/search/reasons.h"
#include "core/search/stopped.h"

namespace zp {
namespace {

constexpr std::int64_t most_micro_batch = 65'536;

double cost_of(const Candidate& candidate) {
  return candidate.time.is_known ? candidate.time.total : moving_parts(candidate.strategy);
}

int mechanisms_of(const Candidate& candidate) {
  return mechanisms_of(DimensionId::strategy, place_of(candidate.strategy), candidate.strategy);
}

/// Returns indices of `candidates`, best first, as compare() ranks them; ties keep their order.
std::vector<std::size_t> order_of(const std::vector<Candidate>& candidates) {
  std::vector<std::size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) {
    const Candidate& candidate = candidates[i];
    const Bytes missing = lack_of_memory(candidate.estimate);
    const bool fits = missing.value() == 0;
    return std::tuple(!candidate.fits_surely(), !fits, fits ? mechanisms_of(candidate) : 0,
                      fits ? cost_of(candidate) : to_gib(missing), candidate.estimate.gpu.peak);
  };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

void set_ranks(std::vector<Candidate>& candidates) {
  int rank = 0;
  for (const std::size_t index : order_of(candidates))
    if (!framework_stops(candidates[index])) candidates[index].rank = ++rank;
}

/// Sets slowdowns relative to the fastest candidate that fits; a faster one that does not fit gets less
/// than 1.
void set_slowdowns(std::vector<Candidate>& candidates) {
  double fastest = 0;
  for (const Candidate& candidate : candidates)
    if (candidate.time.is_known && candidate.estimate.fits() &&
        (fastest == 0 || candidate.time.total < fastest))
      fastest = candidate.time.total;
  if (fastest <= 0) return;
  for (Candidate& candidate : candidates)
    if (candidate.time.is_known) candidate.slowdown = candidate.time.total / fastest;
}

/// Returns the free bytes of whichever of GPU, host and drive has least, with the GPU at its lowest peak;
/// negative if something does not fit.
double headroom_of(const MemoryEstimate& estimate) {
  Bytes left = std::min(estimate.gpu.capacity - estimate.gpu.peak_without_cache,
                        estimate.cpu.capacity_per_node - estimate.cpu.needed_per_node());
  if (estimate.nvme.capacity_per_node.value() > 0)
    left = std::min(left, estimate.nvme.capacity_per_node - estimate.nvme.per_node);
  return static_cast<double>(left.value());
}

std::int64_t largest_micro_batch(const Plan& plan, const ModelTensors& tensors,
                                 const MemoryEstimate& at_hand) {
  if (!plan.model.has_shape()) return 0;
  Plan trial = plan;
  const Basis basis(trial, tensors);  // the basis is the same for every micro batch
  Edge edge(most_micro_batch);
  edge.note({plan.training.micro_batch_size, headroom_of(at_hand), at_hand.fits()});
  while (!edge.is_found()) {
    trial.training.micro_batch_size = edge.next();
    const MemoryEstimate estimate = estimate_memory(basis);
    edge.note({trial.training.micro_batch_size, headroom_of(estimate), estimate.fits()});
  }
  return edge.largest();
}

/// Values that all strategies of one plan share.
struct SharedValues {
  const ModelTensors& tensors;
  double seconds_at_stage_1;
};

Candidate candidate_of(Plan plan, std::string name, const SharedValues& common) {
  Candidate candidate;
  static_cast<Figures&>(candidate) = figures_of(plan, common.tensors, common.seconds_at_stage_1);
  candidate.strategy = strategy_of(plan);
  candidate.name = std::move(name);
  candidate.findings = check(plan);
  candidate.odds = fit_odds(plan, candidate.estimate);
  candidate.largest_micro_batch = largest_micro_batch(plan, common.tensors, candidate.estimate);
  candidate.plan = std::move(plan);
  candidate.reasons = reasons_of(candidate);
  return candidate;
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
  const ModelTensors tensors(plan);
  return candidate_of(plan, std::move(name), {tensors, seconds_at_stage_1(plan, tensors)});
}

std::int64_t largest_micro_batch(const Plan& plan) {
  return largest_micro_batch(plan, ModelTensors(plan), estimate_memory(plan));
}

std::vector<Candidate> compare(const Plan& plan) {
  const ModelTensors tensors(plan);
  const SharedValues common{tensors, seconds_at_stage_1(plan, tensors)};
  std::vector<Candidate> candidates;
  const std::vector<Strategy> strategies = strategies_of(plan);
  candidates.reserve(strategies.size());
  for (const Strategy strategy : strategies)
    candidates.push_back(candidate_of(with_strategy(plan, strategy), name_of(strategy), common));
  set_ranks(candidates);
  set_slowdowns(candidates);
  return candidates;
}

const Candidate& candidate_with(const std::vector<Candidate>& candidates, Strategy strategy) {
  return *std::ranges::find(candidates, strategy, &Candidate::strategy);
}

}  // namespace zp
