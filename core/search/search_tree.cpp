// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/search_tree.h"

#include <algorithm>
#include <utility>

namespace zp {
namespace {

/// Index of the bucket of reductions among the sized dimensions.
constexpr std::size_t reduction = static_cast<std::size_t>(DimensionId::reduce_bucket) - first_sized;

/// Relative difference that rounding can cause when the same seconds are added in another order.
constexpr double rounding = 1e-12;

Corner corner_of(const Estimated& option) {
  return {option.gpu,     option.host,          option.drive, option.least_gpu,
          option.seconds, option.least_seconds, option.waits, option.collectives};
}

/// Tightens `best_case` with those bounds of `known` that stay valid after the change of the plan.
void bound_by(ComparedFigures& best_case, const SearchNode& known, MonotoneBounds kept) {
  if (kept.seconds)
    best_case.seconds = known.best_case.seconds;
  else if (kept.least_seconds)
    best_case.seconds = known.lean.least_seconds;
  if (kept.gpu) best_case.gpu = known.best_case.gpu;
  if (kept.host) best_case.host = known.best_case.host;
  if (kept.drive) best_case.drive = known.best_case.drive;
}

}  // namespace

SearchTree::SearchTree(Roots roots, std::size_t most_halves, Trial& trial, const Capacity& capacity,
                       Progress& progress, double share)
    : roots_(std::move(roots)),
      trial_(trial),
      capacity_(capacity),
      kernels_(roots_.size()),
      most_halves_(most_halves) {
  boxes_.reserve(roots_.size());
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    progress.step(share * static_cast<double>(i) / static_cast<double>(roots_.size()));
    boxes_.push_back(bounded_by_kernels(i));
  }
}

SearchTree::SearchTree(const SearchTree& base, Roots roots, MonotoneBounds kept, Trial& trial,
                       const Capacity& capacity)
    : roots_(std::move(roots)),
      trial_(trial),
      capacity_(capacity),
      kernels_(base.kernels_),
      most_halves_(base.most_halves_) {
  if (kept.is_same) {
    boxes_ = base.boxes_;
    halves_ = base.halves_;
    return;
  }
  boxes_.reserve(roots_.size());
  const bool keeps_no_seconds = !kept.seconds && !kept.least_seconds;
  for (const SearchNode& known : base.boxes_) {
    boxes_.push_back(keeps_no_seconds ? bounded_by_kernels(known.root) : unknown(known.root));
    SearchNode& box = boxes_.back();
    if (!box.is_deferred) continue;
    box.asks_leaner = false;
    bound_by(box.best_case, known, kept);
    if (!kept.beside_kernels) continue;
    const std::size_t first_with_kernels = roots_[box.root].first_with_kernels;
    const double shorter = base.kernels_[first_with_kernels] - kernels_[first_with_kernels];
    box.best_case.seconds =
        std::max(box.best_case.seconds, (known.best_case.seconds - std::max(0.0, shorter)) * (1 - rounding));
  }
}

Strategy SearchTree::strategy_of_root(std::size_t root) const {
  return every_strategy()[static_cast<std::size_t>(roots_.value_of(root, DimensionId::strategy))];
}

SearchNode SearchTree::root_box(std::size_t root) const {
  SearchNode box;
  box.root = static_cast<Number>(root);
  for (std::size_t d = 0; d < sized_count; ++d)
    box.high[d] = static_cast<std::uint8_t>(roots_.sizes_of(root)[d].values.size() - 1);
  return box;
}

SearchNode SearchTree::unknown(std::size_t root) const {
  SearchNode box = root_box(root);
  box.is_deferred = true;
  count_least(box);
  return box;
}

SearchNode SearchTree::box_of(std::size_t root) {
  SearchNode box = root_box(root);
  const Estimated lean = estimated_at(box, lean_corner(box));
  kernels_[root] = lean.kernels;
  box.lean = corner_of(lean);
  bound(box);
  return box;
}

SearchNode SearchTree::bounded_by_kernels(std::size_t root) {
  const std::size_t first_with_kernels = roots_[root].first_with_kernels;
  if (first_with_kernels == root) return box_of(root);
  SearchNode box = unknown(root);
  box.best_case.seconds = kernels_[first_with_kernels] * (1 - rounding);
  return box;
}

void SearchTree::refine(SearchNode& box) {
  if (const Number leaner = roots_[box.root].leaner_root; leaner != no_number && box.asks_leaner) {
    box.asks_leaner = false;
    SearchNode& other = boxes_[leaner];
    if (other.is_deferred && other.asks_leaner) refine(other);
    bound_by(box.best_case, other, {.gpu = true, .host = true, .drive = true});
    if (!fits(other.best_case, capacity_)) return;
  }
  box = box_of(box.root);
}

Estimated SearchTree::estimated_at(const SearchNode& box, const Indices& at) const {
  Estimated option;
  static_cast<Option&>(option) = roots_.option_at(box.root, at);
  trial_.estimate(option);
  return option;
}

Option SearchTree::option_at(const SearchNode& box, const Indices& at, const Corner& corner) const {
  Option option = roots_.option_at(box.root, at);
  option.gpu = corner.gpu;
  option.host = corner.host;
  option.drive = corner.drive;
  option.seconds = corner.seconds;
  return option;
}

/// Returns the indices of the candidate with the least GPU memory. A setting that costs only host memory
/// takes its faster value.
Indices SearchTree::lean_corner(const SearchNode& box) {
  Indices lean = box.low;
  for (std::size_t d = 0; d < sized_count; ++d)
    if (sized_dimensions()[d].takes_host_memory) lean[d] = box.high[d];
  return lean;
}

bool SearchTree::is_ordered(const SearchNode& box) {
  for (std::size_t d = 0; d < sized_count; ++d)
    if (box.low[d] != box.high[d] && sized_dimensions()[d].order != Order::faster) return false;
  return true;
}

void SearchTree::bound(SearchNode& box) const {
  ComparedFigures& best = box.best_case;
  best = {.gpu = is_ordered(box) ? box.lean.gpu : box.lean.least_gpu,
          .host = box.lean.host,
          .drive = box.lean.drive,
          .seconds = least_seconds(box)};
  // Host memory does not matter if everything can be pinned.
  if (lean_corner(box) != box.low)
    best.host = box.lean.host > capacity_.usable_host ? estimated_at(box, box.low).host : Bytes(0);
  count_least(box);
}

/// At stage 3 without offload, transfers hide behind the waits: the last reduction waits longer with a larger
/// reduction bucket, and gathers wait less with larger other sizes. So no sizes between the two corners wait
/// less than the smallest of three waits (the corners, and the fast corner with the smaller reduction bucket)
/// minus the time by which the collectives themselves get shorter. At the other stages the step waits for the
/// last reduction bucket, longer the larger it is. With CPU offload or drives, waits depend on the sizes in
/// both directions, so only the time without waits is a bound.
double SearchTree::least_seconds(const SearchNode& box) const {
  const Corner &lean = box.lean, &fast = box.fast;
  if (!box.is_open) return lean.least_seconds * (1 - rounding);
  if (is_ordered(box)) return fast.seconds * (1 - rounding);
  const Strategy strategy = strategy_of_root(box.root);
  if (strategy.stage < 3 || strategy.reaches(Device::cpu) || strategy.reaches(Device::nvme))
    return lean.least_seconds * (1 - rounding);
  const double shorter = std::max(0.0, lean.collectives - fast.collectives);
  double waits = std::min(lean.waits, fast.waits);
  if (waits > shorter && box.low[reduction] != box.high[reduction]) {
    Indices mixed = box.high;
    mixed[reduction] = box.low[reduction];
    waits = std::min(waits, estimated_at(box, mixed).waits);
  }
  waits = std::max(0.0, waits - shorter);
  return (lean.least_seconds + waits) * (1 - rounding);
}

/// Sets the GPUs, the batch, and the smallest numbers of mechanisms and parts of any option in the box.
void SearchTree::count_least(SearchNode& box) const {
  const Root& root = roots_[box.root];
  Count least{root.mechanisms, root.parts};
  for (std::size_t d = 0; d < sized_count; ++d) {
    const Sizes& sizes = roots_.sizes_of(box.root)[d];
    Count fewest = sizes.counts[box.low[d]];
    for (std::size_t i = box.low[d] + std::size_t{1}; i <= box.high[d]; ++i) {
      fewest.mechanisms = std::min(fewest.mechanisms, sizes.counts[i].mechanisms);
      fewest.parts = std::min(fewest.parts, sizes.counts[i].parts);
    }
    least += fewest;
  }
  box.best_case.gpus = roots_.gpus_of(box.root);
  box.best_case.batch = roots_.global_batch_of(box.root);
  box.best_case.mechanisms = least.mechanisms;
  box.best_case.parts = least.parts;
}

void SearchTree::open(SearchNode& box) {
  if (box.is_open) return;
  box.is_open = true;
  box.fast = lean_corner(box) == box.high ? box.lean : corner_of(estimated_at(box, box.high));
  box.best_case.seconds = least_seconds(box);
}

/// Splits a box in two along its first dimension with several values; dimensions that affect communication
/// come first.
Halves SearchTree::split(const SearchNode& box) const {
  std::size_t d = 0;
  while (box.low[d] == box.high[d])
    ++d;
  const auto middle = static_cast<std::uint8_t>((box.low[d] + box.high[d]) / 2);
  Halves halves{box, box};
  auto& [leaner, faster] = halves;
  leaner.high[d] = middle;
  leaner.is_open = false;
  faster.low[d] = static_cast<std::uint8_t>(middle + 1);
  if (sized_dimensions()[d].takes_host_memory)
    leaner.lean = corner_of(estimated_at(leaner, lean_corner(leaner)));
  else if (lean_corner(faster) == faster.high)
    faster.lean = faster.fast;
  else
    faster.lean = corner_of(estimated_at(faster, lean_corner(faster)));
  bound(leaner);
  bound(faster);
  return halves;
}

Halves* SearchTree::kept_halves(SearchNode& box) {
  if (box.halves == no_number) {
    if (halves_.size() >= most_halves_) return nullptr;
    const auto number = static_cast<Number>(halves_.size());
    halves_.push_back(split(box));
    box.halves = number;
  }
  return &halves_[box.halves];
}

Halves& SearchTree::halves(SearchNode& box, Halves& made) {
  if (box.halves != no_number) return halves_[box.halves];
  return made = split(box);
}

}  // namespace zp
