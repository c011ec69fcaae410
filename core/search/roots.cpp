// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/roots.h"

#include <algorithm>
#include <utility>

namespace zp {
namespace {

/// Returns true if `batch` accumulates gradients as `than` does and its micro batch is at least as large.
bool needs_no_less(std::int64_t batch, std::int64_t than) {
  return micro_batch_of(batch) >= micro_batch_of(than) &&
         (accumulation_of(batch) > 1) == (accumulation_of(than) > 1);
}

}  // namespace

bool casts_weights(const Strategy& strategy) {
  return strategy.framework == Framework::fsdp && strategy.stage < 2;
}

bool Roots::run_the_same_kernels(const Root& a, const Root& b) const {
  constexpr auto strategy = static_cast<std::size_t>(DimensionId::strategy);
  const auto strategy_at = [this](const Root& root) {
    return every_strategy()[static_cast<std::size_t>(values_[strategy][root.at[strategy]])];
  };
  return std::ranges::all_of(unordered_dimensions(),
                             [&](const Dimension& dimension) {
                               const auto d = static_cast<std::size_t>(dimension.id);
                               return !dimension.sets_kernels || a.at[d] == b.at[d];
                             }) &&
         casts_weights(strategy_at(a)) == casts_weights(strategy_at(b));
}

std::span<const Dimension> unordered_dimensions() { return dimensions().first(first_sized); }
std::span<const Dimension> sized_dimensions() { return dimensions().subspan(first_sized); }

Count count_of(DimensionId id, std::int64_t value, const Strategy& strategy) {
  return {mechanisms_of(id, value, strategy), parts_of(id, value, strategy)};
}

Roots::Roots(const Plan& origin)
    : origin_pick_(pick_of(origin)),
      gpus_per_node_(origin.cluster.gpus_per_node),
      pipeline_stages_(std::max(1, origin.training.pipeline_parallel)) {}

Roots::Roots(const Roots& base, const Plan& origin) : Roots(base) {
  origin_pick_ = pick_of(origin);
  for (std::size_t d = 0; d < first_sized; ++d)
    if (origin_pick_[d] != base.origin_pick_[d]) std::ranges::fill(values_[d], origin_pick_[d]);
}

std::int64_t Roots::candidates() const {
  std::vector<std::int64_t> of_set;
  for (const SizeSet& set : list_->size_sets) {
    std::int64_t all = 1;
    for (const Sizes& sizes : set)
      all *= static_cast<std::int64_t>(sizes.values.size());
    of_set.push_back(all);
  }
  std::int64_t all = 0;
  for (const Root& root : list_->roots)
    all += of_set[root.sizes];
  return all;
}

Option Roots::option_at(std::size_t root, const Indices& at) const {
  const Root& shared = list_->roots[root];
  Option option;
  Count count{shared.mechanisms, shared.parts};
  for (std::size_t d = 0; d < first_sized; ++d)
    option.pick[d] = values_[d][shared.at[d]];
  for (std::size_t d = 0; d < sized_count; ++d) {
    const Sizes& sizes = sizes_of(root)[d];
    option.pick[first_sized + d] = sizes.values[at[d]];
    count += sizes.counts[at[d]];
  }
  option.gpus = gpus_of(root);
  option.batch = global_batch_of(root);
  option.mechanisms = count.mechanisms;
  option.parts = count.parts;
  return option;
}

int Roots::gpus_of(std::size_t root) const {
  return static_cast<int>(value_of(root, DimensionId::nodes)) * gpus_per_node_;
}

std::int64_t Roots::global_batch_of(std::size_t root) const {
  const auto at_least_1 = [&](DimensionId id) { return std::max<std::int64_t>(1, value_of(root, id)); };
  const std::int64_t zero_world =
      gpus_of(root) / (at_least_1(DimensionId::tensor_parallel) * pipeline_stages_);
  const std::int64_t sequence_ranks =
      at_least_1(DimensionId::sequence_parallel) * at_least_1(DimensionId::context_parallel);
  const std::int64_t batch = value_of(root, DimensionId::batch);
  return micro_batch_of(batch) * accumulation_of(batch) * (zero_world / sequence_ranks);
}

std::uint16_t Roots::number_of(std::size_t dimension, std::int64_t value) {
  std::vector<std::int64_t>& known = values_[dimension];
  const auto at = std::ranges::find(known, value);
  const auto number = static_cast<std::uint16_t>(at - known.begin());
  if (at == known.end()) known.push_back(value);
  return number;
}

void Roots::add(const Root& root) {
  list_->roots.push_back(root);
  list_->roots.back().first_with_kernels = first_with_kernels(root);
}

Number Roots::first_with_kernels(const Root& root) {
  const std::vector<Root>& roots = list_->roots;
  const std::size_t before = roots.size() - 1;
  if (before > 0 && run_the_same_kernels(roots[before - 1], root))
    return roots[before - 1].first_with_kernels;
  const auto known = std::ranges::find_if(
      list_->kernels, [&](Number first) { return run_the_same_kernels(roots[first], root); });
  if (known != list_->kernels.end()) return *known;
  return list_->kernels.emplace_back(static_cast<Number>(before));
}

Number Roots::add_sizes(const std::array<Values, sized_count>& values, const Strategy& strategy) {
  SizeSet set;
  for (std::size_t d = 0; d < sized_count; ++d) {
    set[d].values = values[d];
    for (std::size_t i = 0; i < values[d].size(); ++i)
      set[d].counts[i] = count_of(sized_dimensions()[d].id, values[d][i], strategy);
  }
  std::vector<SizeSet>& sets = list_->size_sets;
  if (sets.empty() || sets.back() != set) sets.push_back(set);
  return static_cast<Number>(sets.size() - 1);
}

void Roots::note_leaner(std::size_t before, std::size_t begin) {
  constexpr auto batch = static_cast<std::size_t>(DimensionId::batch);
  std::vector<Root>& roots = list_->roots;
  for (std::size_t i = begin; i < roots.size(); ++i) {
    const std::size_t j = before + (i - begin);
    if (j >= begin) return;
    auto at = roots[j].at;
    const std::uint16_t leaner_root = std::exchange(at[batch], roots[i].at[batch]);
    if (at == roots[i].at && needs_no_less(values_[batch][at[batch]], values_[batch][leaner_root]))
      roots[i].leaner_root = static_cast<Number>(j);
  }
}

}  // namespace zp
