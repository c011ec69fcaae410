// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/roots.h"

#include <algorithm>
#include <utility>

#include "core/rules/check_plan.h"

namespace zp {
namespace {

/// Whether gradients add up alike, of no fewer sequences at once.
bool needs_no_less(std::int64_t batch, std::int64_t than) {
  return micro_batch_of(batch) >= micro_batch_of(than) &&
         (accumulation_of(batch) > 1) == (accumulation_of(than) > 1);
}

bool run_the_same_kernels(const Pick& a, const Pick& b) {
  return std::ranges::all_of(unordered_dimensions(), [&](const Dimension& dimension) {
    const auto d = static_cast<std::size_t>(dimension.id);
    return !dimension.sets_kernels || a[d] == b[d];
  });
}

/// Whether another number of ranks or another share of the model may leave nothing to count.
bool divides_otherwise(const Pick& pick, const Pick& origin) {
  return !std::equal(pick.begin(), pick.begin() + static_cast<std::size_t>(DimensionId::strategy),
                     origin.begin());
}

}  // namespace

std::span<const Dimension> unordered_dimensions() { return dimensions().first(first_sized); }
std::span<const Dimension> sized_dimensions() { return dimensions().subspan(first_sized); }

Roots::Roots(const Plan& origin, const Freedom& freedom, Progress& progress)
    : origin_pick_(pick_of(origin)),
      gpus_per_node_(origin.cluster.gpus_per_node),
      counts_origin_(is_usable(origin)) {
  Listing listing{origin, freedom, progress, origin, origin_pick_};
  add(listing, 0, 0, 1);
}

Roots::Roots(const Roots& base, const Plan& origin) : Roots(base) {
  origin_pick_ = pick_of(origin);
  for (std::size_t d = 0; d < first_sized; ++d)
    if (origin_pick_[d] != base.origin_pick_[d])
      for (Root& root : roots_)
        root.pick[d] = origin_pick_[d];
}

std::int64_t Roots::candidates() const {
  std::int64_t all = 0;
  for (const Root& root : roots_) {
    std::int64_t of_root = 1;
    for (const Sizes& sizes : size_sets_[root.sizes])
      of_root *= static_cast<std::int64_t>(sizes.values.size());
    all += of_root;
  }
  return all;
}

Option Roots::option_at(std::size_t root, const Indices& at) const {
  Option option;
  option.pick = roots_[root].pick;
  Count count = roots_[root].count;
  for (std::size_t d = 0; d < sized_count; ++d) {
    const Sizes& sizes = sizes_of(root)[d];
    option.pick[first_sized + d] = sizes.values[at[d]];
    count += sizes.counts[at[d]];
  }
  option.gpus = gpus_of(option.pick);
  option.parts = count.parts;
  option.changes = count.changes;
  return option;
}

Option Roots::option_of(const Pick& pick) const {
  Option option;
  option.pick = pick;
  option.gpus = gpus_of(pick);
  for (const Dimension& dimension : dimensions()) {
    const Count count = count_of(dimension.id, pick[static_cast<std::size_t>(dimension.id)]);
    option.parts += count.parts;
    option.changes += count.changes;
  }
  return option;
}

void Roots::add(Listing& listing, std::size_t depth, double before, double share) {
  if (depth == first_sized) {
    listing.progress.step(before);
    add_root(listing);
    return;
  }
  const Dimension& dimension = unordered_dimensions()[depth];
  const Values values = values_to_try(dimension, listing.plan, listing.origin, listing.freedom);
  std::size_t last = roots_.size();
  const Count count = listing.count;
  share /= static_cast<double>(values.size());
  for (const std::int64_t value : values.all()) {
    const std::size_t begin = roots_.size();
    dimension.set(listing.plan, value);
    listing.pick[depth] = value;
    listing.count = count;
    listing.count += count_of(dimension.id, value);
    if (dimension.id == DimensionId::strategy) listing.sizes = sizes_for(listing);
    add(listing, depth + 1, before, share);
    before += share;
    if (dimension.id == DimensionId::batch) note_leaner(last, begin);
    last = begin;
  }
}

void Roots::add_root(const Listing& listing) {
  const Pick& pick = listing.pick;
  if ((!counts_origin_ || divides_otherwise(pick, origin_pick_)) && !is_usable(listing.plan)) return;
  roots_.push_back({pick, listing.count, listing.sizes, {}, alike(pick)});
}

std::size_t Roots::sizes_for(const Listing& listing) {
  std::array<Values, sized_count> values;
  for (std::size_t d = 0; d < sized_count; ++d)
    values[d] = values_to_try(sized_dimensions()[d], listing.plan, listing.origin, listing.freedom);
  if (size_sets_.empty() || !std::ranges::equal(size_sets_.back(), values, {}, &Sizes::values))
    add_sizes(values);
  return size_sets_.size() - 1;
}

std::size_t Roots::alike(const Pick& pick) {
  const auto is_alike = [&](std::size_t root) { return run_the_same_kernels(roots_[root].pick, pick); };
  if (!roots_.empty() && is_alike(roots_.size() - 1)) return roots_.back().alike;
  const auto known = std::ranges::find_if(kernels_, is_alike);
  if (known != kernels_.end()) return *known;
  return kernels_.emplace_back(roots_.size());
}

void Roots::add_sizes(const std::array<Values, sized_count>& values) {
  SizeSet& set = size_sets_.emplace_back();
  for (std::size_t d = 0; d < sized_count; ++d) {
    set[d].values = values[d];
    for (std::size_t i = 0; i < values[d].size(); ++i)
      set[d].counts[i] = count_of(sized_dimensions()[d].id, values[d][i]);
  }
}

void Roots::note_leaner(std::size_t before, std::size_t begin) {
  constexpr auto batch = static_cast<std::size_t>(DimensionId::batch);
  for (std::size_t i = begin; i < roots_.size(); ++i) {
    const std::size_t j = before + (i - begin);
    if (j >= begin) return;
    Pick pick = roots_[j].pick;
    const std::int64_t leaner = std::exchange(pick[batch], roots_[i].pick[batch]);
    if (pick == roots_[i].pick && needs_no_less(roots_[i].pick[batch], leaner)) roots_[i].leaner = j;
  }
}

Count Roots::count_of(DimensionId id, std::int64_t value) const {
  const bool is_change = value != origin_pick_[static_cast<std::size_t>(id)];
  return {parts_of(id, value, origin_pick_), is_change ? 1 : 0};
}

int Roots::gpus_of(const Pick& pick) const {
  return static_cast<int>(pick[static_cast<std::size_t>(DimensionId::nodes)]) * gpus_per_node_;
}

}  // namespace zp
