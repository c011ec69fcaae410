// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/search.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>

#include "core/rules/check_plan.h"

namespace zp {
namespace {

/// Of a whole choice, what listing the roots and estimating them take; the goals share the rest.
constexpr double share_of_listing = 0.3, share_of_roots = 0.1;

/// What the same seconds added up in another order may differ by.
constexpr double rounding = 1e-12;

/// What is not kept stays.
void bound_by(Option& best_case, const Option& known, Kept kept) {
  if (kept.seconds)
    best_case.seconds = known.seconds;
  else if (kept.least_seconds)
    best_case.seconds = known.least_seconds;
  if (kept.gpu) best_case.gpu = known.gpu;
  if (kept.host) best_case.host = known.host;
  if (kept.drive) best_case.drive = known.drive;
}

}  // namespace

Search::Search(const Plan& origin, const Freedom& freedom, double margin, Watch watch)
    : trial_(origin, margin),
      progress_(std::move(watch), share_of_listing),
      roots_(origin, freedom, progress_),
      capacity_(capacity_of(origin)) {
  progress_.begin(share_of_listing, share_of_roots);
  boxes_.reserve(roots_.size());
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    progress_.step(static_cast<double>(i) / static_cast<double>(roots_.size()));
    boxes_.push_back(bounded_by_kernels(i));
  }
  progress_.begin(share_of_listing + share_of_roots, 1 - share_of_listing - share_of_roots);
}

Search::Search(const Search& base, const Plan& origin, Kept kept, Watch watch)
    : trial_(origin, base.trial_.margin()),
      progress_(std::move(watch)),
      roots_(base.roots_, origin),
      capacity_(capacity_of(origin)) {
  if (kept.is_same) {
    boxes_ = base.boxes_;
    halves_ = base.halves_;
    return;
  }
  boxes_.reserve(roots_.size());
  const bool keeps_no_seconds = !kept.seconds && !kept.least_seconds;
  for (const Box& known : base.boxes_) {
    boxes_.push_back(keeps_no_seconds ? bounded_by_kernels(known.root) : unknown(known.root));
    Box& box = boxes_.back();
    if (!box.is_deferred) continue;
    box.asks_leaner = false;
    bound_by(box.best_case, known.best_case, kept);
    if (!kept.beside_kernels) continue;
    const std::size_t alike = roots_[box.root].alike;
    const double shorter = base.boxes_[alike].lean.kernels - boxes_[alike].lean.kernels;
    box.best_case.seconds =
        std::max(box.best_case.seconds, (known.best_case.seconds - std::max(0.0, shorter)) * (1 - rounding));
  }
}

Search::Box Search::whole(std::size_t root) const {
  Box box;
  box.root = root;
  for (std::size_t d = 0; d < sized_count; ++d)
    box.high[d] = static_cast<std::uint8_t>(roots_.sizes_of(box.root)[d].values.size() - 1);
  return box;
}

Search::Box Search::unknown(std::size_t root) const {
  Box box = whole(root);
  box.is_deferred = true;
  box.best_case = roots_.option_at(box.root, box.low);
  count_least(box);
  return box;
}

Search::Box Search::box_of(std::size_t root) {
  Box box = whole(root);
  box.lean = estimated_at(box, lean_corner(box));
  bound(box);
  return box;
}

Search::Box Search::bounded_by_kernels(std::size_t root) {
  const std::size_t alike = roots_[root].alike;
  if (alike == root) return box_of(root);
  Box box = unknown(root);
  box.best_case.seconds = boxes_[alike].lean.kernels * (1 - rounding);
  return box;
}

void Search::look_into(Box& box) {
  if (const std::optional<std::size_t> leaner = roots_[box.root].leaner; leaner && box.asks_leaner) {
    box.asks_leaner = false;
    Box& other = boxes_[*leaner];
    if (other.is_deferred && other.asks_leaner) look_into(other);
    bound_by(box.best_case, other.best_case, {.gpu = true, .host = true, .drive = true});
    if (!fits(other.best_case)) return;
  }
  box = box_of(box.root);
}

void Search::make_known(Box& box) {
  while (box.is_deferred)
    look_into(box);
}

Option Search::estimated_at(const Box& box, const Indices& at) {
  Option option = roots_.option_at(box.root, at);
  trial_.estimate(option);
  return option;
}

Option Search::evaluate(const Pick& pick) {
  Option option = roots_.option_of(pick);
  trial_.estimate(option);
  return option;
}

/// What takes only host memory costs the GPU nothing and is faster.
Indices Search::lean_corner(const Box& box) const {
  Indices lean = box.low;
  for (std::size_t d = 0; d < sized_count; ++d)
    if (sized_dimensions()[d].takes_host_memory) lean[d] = box.high[d];
  return lean;
}

bool Search::is_ordered(const Box& box) const {
  for (std::size_t d = 0; d < sized_count; ++d)
    if (box.low[d] != box.high[d] && sized_dimensions()[d].order != Order::faster) return false;
  return true;
}

void Search::bound(Box& box) {
  Option& best = box.best_case;
  best = box.lean;
  best.seconds = least_seconds(box);
  if (!is_ordered(box)) best.gpu = box.lean.least_gpu;
  // Where the host has enough for what is pinned, it decides nothing.
  if (lean_corner(box) != box.low)
    best.host = box.lean.host > capacity_.host ? estimated_at(box, box.low).host : Bytes(0);
  count_least(box);
}

/// At stage 3 without drives, whose transfers hide behind what waits, no sizes between two corners wait less
/// than the corner that waits less, but for what the collectives themselves get shorter. Of the others'
/// reductions the last bucket waits, the longer the larger it is.
double Search::least_seconds(const Box& box) const {
  if (!box.fast) return box.lean.least_seconds;
  const Option &lean = box.lean, &fast = *box.fast;
  if (is_ordered(box)) return fast.seconds;
  const Strategy strategy = strategy_of(lean);
  if (strategy.stage < 3 || strategy.reaches(Device::nvme)) return lean.least_seconds;
  const double shorter = std::max(0.0, lean.collectives - fast.collectives);
  const double waits = std::max(0.0, std::min(lean.waits, fast.waits) - shorter);
  return (lean.least_seconds + waits) * (1 - rounding);
}

/// The fewest parts and changes of any option in the box.
void Search::count_least(Box& box) const {
  Count least = roots_[box.root].count;
  for (std::size_t d = 0; d < sized_count; ++d) {
    const Sizes& sizes = roots_.sizes_of(box.root)[d];
    Count fewest = sizes.counts[box.low[d]];
    for (std::size_t i = box.low[d] + std::size_t{1}; i <= box.high[d]; ++i) {
      fewest.parts = std::min(fewest.parts, sizes.counts[i].parts);
      fewest.changes = std::min(fewest.changes, sizes.counts[i].changes);
    }
    least += fewest;
  }
  box.best_case.parts = least.parts;
  box.best_case.changes = least.changes;
}

void Search::open(Box& box) {
  if (box.fast) return;
  box.fast = lean_corner(box) == box.high ? box.lean : estimated_at(box, box.high);
  box.best_case.seconds = least_seconds(box);
}

/// What communication depends on comes first: it is split first.
void Search::split(Box& box) {
  std::size_t d = 0;
  while (box.low[d] == box.high[d])
    ++d;
  const auto middle = static_cast<std::uint8_t>((box.low[d] + box.high[d]) / 2);
  Box leaner = box, faster = box;
  leaner.high[d] = middle;
  leaner.fast.reset();
  faster.low[d] = static_cast<std::uint8_t>(middle + 1);
  if (sized_dimensions()[d].takes_host_memory)
    leaner.lean = estimated_at(leaner, lean_corner(leaner));
  else if (lean_corner(faster) == faster.high)
    faster.lean = *faster.fast;
  else
    faster.lean = estimated_at(faster, lean_corner(faster));
  bound(leaner);
  bound(faster);
  box.halves = halves_.size();
  halves_.push_back(leaner);
  halves_.push_back(faster);
}

std::array<Search::Box*, 2> Search::halves(Box& box) {
  if (!box.halves) split(box);
  return {&halves_[*box.halves], &halves_[*box.halves + 1]};
}

bool Search::is_accepted(const Option& option) const {
  return !stops(check(with_pick(origin(), option.pick)));
}

std::optional<Option> Search::least(const Goal& goal) {
  std::optional<Option> found;
  Key least_key{};
  // The most promising box first: what it holds rules out most of the others unseen. Which of equal ones
  // comes first does not depend on what was asked before.
  using Promise = std::tuple<Key, std::size_t, Indices, Box*>;
  std::priority_queue<Promise, std::vector<Promise>, std::greater<>> waiting;
  const auto is_open = [&](const Key& key) { return !found || key < least_key; };
  const auto is_promising = [&](const Option& best_case) {
    return goal.may_hold(best_case) && is_open(goal.key(best_case));
  };
  const auto wait = [&](Box& box) {
    if (is_promising(box.best_case)) waiting.emplace(goal.key(box.best_case), box.root, box.low, &box);
  };
  // Whether DeepSpeed refuses what would otherwise be the answer so far.
  const auto refuses = [&](const Option& option) {
    if (!goal.allows(option) || !is_open(goal.key(option))) return false;
    if (!is_accepted(option)) return true;
    found = option;
    least_key = goal.key(option);
    return false;
  };
  for (Box& box : boxes_)
    wait(box);
  // Nobody knows how many boxes a goal takes, nor how many goals come: each takes a tenth of what is left.
  progress_.pass(0.1);
  while (!waiting.empty()) {
    if (!is_open(std::get<Key>(waiting.top()))) break;
    Box& box = *std::get<Box*>(waiting.top());
    waiting.pop();
    progress_.step();
    if (box.is_deferred) {
      look_into(box);
      wait(box);
      continue;
    }
    open(box);
    if (!is_promising(box.best_case)) continue;
    const bool refuses_fast = refuses(*box.fast);
    if (is_one(box)) continue;
    const bool refuses_lean = refuses(box.lean);
    if (refuses_fast ? !is_accepted(box.lean) : refuses_lean && !is_accepted(*box.fast)) continue;
    if (!is_promising(box.best_case)) continue;
    for (Box* half : halves(box))
      wait(*half);
  }
  return found;
}

std::vector<Option> Search::frontier(double step, std::span<const Option> known) {
  std::vector<Option> kept;
  const auto is_beaten = [&](const Option& option) {
    const double most_memory = static_cast<double>(option.gpu.value()) * (1 + step);
    const double most_seconds = option.seconds * (1 + step);
    return std::ranges::any_of(kept, [&](const Option& other) {
      return static_cast<double>(other.gpu.value()) <= most_memory && other.seconds <= most_seconds;
    });
  };
  const auto offer = [&](const Option& option) {
    if (!fits(option) || is_beaten(option) || !is_accepted(option)) return;
    std::erase_if(kept, [&](const Option& other) {
      return other.gpu >= option.gpu && other.seconds >= option.seconds;
    });
    kept.push_back(option);
  };
  for (const Option& option : known)
    offer(option);
  const auto matters = [&](const Box& box) { return fits(box.best_case) && !is_beaten(box.best_case); };
  std::vector<Box*> waiting;
  for (Box& box : boxes_)
    if (matters(box)) waiting.push_back(&box);
  // The fastest come first, and of equal ones those with least to get right: what is as good is not offered.
  std::ranges::sort(waiting, std::greater(), [](const Box* box) {
    const Option& best = box->best_case;
    return std::tuple(best.seconds, best.parts, best.changes, box->root);
  });
  while (!waiting.empty()) {
    Box& box = *waiting.back();
    waiting.pop_back();
    progress_.step();
    while (box.is_deferred && matters(box))
      look_into(box);
    if (!matters(box)) continue;
    open(box);
    offer(*box.fast);
    offer(box.lean);
    if (is_one(box) || !matters(box)) continue;
    for (Box* half : halves(box))
      if (matters(*half)) waiting.push_back(half);
  }
  std::ranges::sort(kept, {}, &Option::seconds);
  return kept;
}

void Search::stay_under(Bytes most_gpu) {
  capacity_ = capacity_of(origin());
  if (most_gpu > Bytes(0)) capacity_.gpu = std::min(capacity_.gpu, most_gpu);
}

std::vector<Option> Search::corners() {
  std::vector<Option> all;
  all.reserve(2 * boxes_.size());
  for (Box& box : boxes_) {
    make_known(box);
    open(box);
    all.push_back(*box.fast);
    if (!is_one(box)) all.push_back(box.lean);
  }
  return all;
}

}  // namespace zp
