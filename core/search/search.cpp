// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/search.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>
#include <utility>

#include "core/rules/check_plan.h"
#include "core/search/candidates.h"
#include "core/search/dimension_values.h"
#include "core/search/figures.h"

namespace zp {
namespace {

constexpr std::size_t first_sized = static_cast<std::size_t>(DimensionId::reduce_bucket);

std::span<const Dimension> sized() { return dimensions().subspan(first_sized); }
std::span<const Dimension> unordered() { return dimensions().first(first_sized); }

/// Boxes between two words to who waits: about a millisecond.
constexpr int told_every = 512;
/// Of a whole choice, what listing the roots and estimating them take; the goals share the rest.
constexpr double share_of_listing = 0.2, share_of_roots = 0.5;

Bytes with_margin(Bytes expected, Bytes high, double margin) {
  if (margin >= 1) return high;
  return expected + bytes_of(margin * static_cast<double>((high - expected).value()));
}

Bytes lack(Bytes used, Bytes capacity) { return std::max(Bytes(0), used - capacity); }

int gpus_of(const Pick& pick, const Plan& origin) {
  return static_cast<int>(pick[static_cast<std::size_t>(DimensionId::nodes)]) * origin.cluster.gpus_per_node;
}

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

/// Whether gradients add up alike, of no fewer sequences at once.
bool needs_no_less(std::int64_t batch, std::int64_t than) {
  return micro_batch_of(batch) >= micro_batch_of(than) &&
         (accumulation_of(batch) > 1) == (accumulation_of(than) > 1);
}

/// Whether another number of ranks or another share of the model may leave nothing to count.
bool divides_otherwise(const Pick& pick, const Pick& origin) {
  return !std::equal(pick.begin(), pick.begin() + static_cast<std::size_t>(DimensionId::strategy),
                     origin.begin());
}

}  // namespace

Capacity capacity_of(const Plan& plan) {
  return {from_gib(plan.cluster.gpu.memory_gib), from_gib(plan.cluster.cpu_memory_gib),
          from_gib(plan.cluster.nvme.capacity_gib)};
}

Shortage shortage_of(const Option& option, const Capacity& capacity) {
  Shortage most;
  const auto note = [&](Limit limit, Bytes bytes) {
    if (bytes > most.bytes) most = {limit, bytes};
  };
  note(Limit::gpu, lack(option.gpu, capacity.gpu));
  note(Limit::host, lack(option.host, capacity.host));
  if (capacity.drive.value() > 0) note(Limit::drive, lack(option.drive, capacity.drive));
  return most;
}

Search::Search(const Plan& origin, const Freedom& freedom, double margin, Watch watch)
    : origin_(origin),
      freedom_(freedom),
      margin_(margin),
      watch_(std::move(watch)),
      origin_pick_(pick_of(origin)),
      counts_origin_(is_usable(origin)),
      capacity_(capacity_of(origin)),
      trial_(origin) {
  Plan plan = origin;
  Pick pick = origin_pick_;
  part_ = {0, share_of_listing};
  add_roots(0, plan, pick, {0, 1});
  part_ = {share_of_listing, share_of_roots};
  boxes_.reserve(roots_.size());
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    follow(static_cast<double>(i) / static_cast<double>(roots_.size()));
    const std::optional<std::size_t> leaner = roots_[i].leaner;
    if (leaner && !fits(boxes_[*leaner].best_case)) {
      boxes_.push_back(unknown(i));
      bound_by(boxes_.back().best_case, boxes_[*leaner].best_case,
               {.gpu = true, .host = true, .drive = true});
    } else {
      boxes_.push_back(box_of(i));
    }
    std::int64_t size = 1;
    for (const Sizes& sizes : sizes_of(boxes_.back()))
      size *= static_cast<std::int64_t>(sizes.values.size());
    decided_ += size;
  }
  part_ = {share_of_listing + share_of_roots, 1 - share_of_listing - share_of_roots};
}

Search::Search(const Search& base, const Plan& origin, Kept kept, Watch watch)
    : origin_(origin),
      freedom_(base.freedom_),
      margin_(base.margin_),
      watch_(std::move(watch)),
      origin_pick_(pick_of(origin)),
      counts_origin_(base.counts_origin_),
      capacity_(capacity_of(origin)),
      trial_(origin),
      size_sets_(base.size_sets_),
      roots_(base.roots_),
      decided_(base.decided_) {
  for (std::size_t d = 0; d < first_sized; ++d)
    if (origin_pick_[d] != base.origin_pick_[d])
      for (Root& root : roots_)
        root.pick[d] = origin_pick_[d];
  boxes_.reserve(roots_.size());
  for (const Box& known : base.boxes_) {
    boxes_.push_back(unknown(known.root));
    bound_by(boxes_.back().best_case, known.best_case, kept);
  }
}

Search::Box Search::whole(std::size_t root) const {
  Box box;
  box.root = root;
  for (std::size_t d = 0; d < sized_count; ++d)
    box.high[d] = static_cast<std::uint8_t>(sizes_of(box)[d].values.size() - 1);
  return box;
}

Search::Box Search::unknown(std::size_t root) const {
  Box box = whole(root);
  box.is_deferred = true;
  box.best_case = option_at(box, box.low);
  count_least(box);
  return box;
}

Search::Box Search::box_of(std::size_t root) {
  Box box = whole(root);
  box.lean = estimated_at(box, lean_corner(box));
  bound(box);
  return box;
}

void Search::make_known(Box& box) {
  if (box.is_deferred) box = box_of(box.root);
}

void Search::follow(double share) {
  if (watch_ && ++steps_ % told_every == 0 && !watch_(part_.before + share * part_.share))
    throw SearchStopped();
}

void Search::add_roots(std::size_t depth, Plan& plan, Pick& pick, Part part) {
  if (depth == unordered().size()) {
    follow(part.before);
    add_root(plan, pick);
    return;
  }
  const Dimension& dimension = unordered()[depth];
  const Values values = values_to_try(dimension, plan, origin_, freedom_);
  std::size_t before = roots_.size();
  part.share /= static_cast<double>(values.size());
  for (const std::int64_t value : values.all()) {
    const std::size_t begin = roots_.size();
    dimension.set(plan, value);
    pick[depth] = value;
    add_roots(depth + 1, plan, pick, part);
    part.before += part.share;
    if (dimension.id == DimensionId::batch) note_leaner(before, begin);
    before = begin;
  }
}

void Search::note_leaner(std::size_t before, std::size_t begin) {
  constexpr auto batch = static_cast<std::size_t>(DimensionId::batch);
  for (std::size_t i = begin; i < roots_.size(); ++i) {
    const std::size_t j = before + (i - begin);
    if (j >= begin) return;
    Pick pick = roots_[j].pick;
    const std::int64_t leaner = std::exchange(pick[batch], roots_[i].pick[batch]);
    if (pick == roots_[i].pick && needs_no_less(roots_[i].pick[batch], leaner)) roots_[i].leaner = j;
  }
}

void Search::add_root(const Plan& plan, const Pick& pick) {
  if ((!counts_origin_ || divides_otherwise(pick, origin_pick_)) && !is_usable(plan)) return;
  std::array<Values, sized_count> values;
  for (std::size_t d = 0; d < sized_count; ++d)
    values[d] = values_to_try(sized()[d], plan, origin_, freedom_);
  if (size_sets_.empty() || !std::ranges::equal(size_sets_.back(), values, {}, &Sizes::values))
    add_sizes(values);
  Root root{pick, {}, size_sets_.size() - 1};
  for (const Dimension& dimension : unordered())
    root.count += count_of(dimension.id, pick[static_cast<std::size_t>(dimension.id)]);
  roots_.push_back(root);
}

void Search::add_sizes(const std::array<Values, sized_count>& values) {
  SizeSet& set = size_sets_.emplace_back();
  for (std::size_t d = 0; d < sized_count; ++d) {
    set[d].values = values[d];
    for (std::size_t i = 0; i < values[d].size(); ++i)
      set[d].counts[i] = count_of(sized()[d].id, values[d][i]);
  }
}

Search::Count Search::count_of(DimensionId id, std::int64_t value) const {
  const bool is_change = value != origin_pick_[static_cast<std::size_t>(id)];
  return {parts_of(id, value, origin_pick_), is_change ? 1 : 0};
}

Option Search::option_at(const Box& box, const Indices& at) const {
  const Root& root = roots_[box.root];
  Option option;
  option.pick = root.pick;
  Count count = root.count;
  for (std::size_t d = 0; d < sized_count; ++d) {
    const Sizes& sizes = sizes_of(box)[d];
    option.pick[first_sized + d] = sizes.values[at[d]];
    count += sizes.counts[at[d]];
  }
  option.gpus = gpus_of(option.pick, origin_);
  option.parts = count.parts;
  option.changes = count.changes;
  return option;
}

Option Search::estimated_at(const Box& box, const Indices& at) {
  Option option = option_at(box, at);
  estimate(option);
  return option;
}

Option Search::evaluate(const Pick& pick) {
  Option option;
  option.pick = pick;
  option.gpus = gpus_of(pick, origin_);
  for (const Dimension& dimension : dimensions()) {
    const Count count = count_of(dimension.id, pick[static_cast<std::size_t>(dimension.id)]);
    option.parts += count.parts;
    option.changes += count.changes;
  }
  estimate(option);
  return option;
}

void Search::estimate(Option& option) {
  ++estimated_;
  for (const Dimension& dimension : dimensions())
    dimension.set(trial_, option.pick[static_cast<std::size_t>(dimension.id)]);
  trial_.zero.offload_optimizer.buffer_count = origin_.zero.offload_optimizer.buffer_count;
  trial_.zero.offload_param.buffer_count = origin_.zero.offload_param.buffer_count;
  trial_.zero.offload_param.buffer_size = origin_.zero.offload_param.buffer_size;
  const Basis basis(trial_, tensors_.kinds());  // which the sizes of swap buffers are no part of
  MemoryEstimate memory = estimate_memory(basis);
  if (widen_swap_buffers(trial_, memory.nvme.smallest_buffers)) memory = estimate_memory(basis);
  option.gpu = with_margin(memory.gpu.peak, memory.gpu.peak_range.high, margin_);
  if (const Entry* apart = memory.ledger.find(EntryId::buffers_large_gradient))
    option.least_gpu = option.gpu - apart->high;
  else
    option.least_gpu = option.gpu;
  option.host = with_margin(memory.cpu.needed_per_node(), memory.cpu.needed_range.high, margin_);
  option.drive = with_margin(memory.nvme.per_node, memory.nvme.per_node_range.high, margin_);
  const StepTime time = estimate_speed(basis);
  if (time.is_known) {
    const auto sequences = static_cast<double>(train_batch_size(trial_));
    option.seconds = time.total / sequences;
    option.least_seconds = (time.total - time.exposed_communication) / sequences;
  }
}

/// What takes only host memory costs the GPU nothing and is faster.
Search::Indices Search::lean_corner(const Box& box) const {
  Indices lean = box.low;
  for (std::size_t d = 0; d < sized_count; ++d)
    if (sized()[d].takes_host_memory) lean[d] = box.high[d];
  return lean;
}

bool Search::is_ordered(const Box& box) {
  for (std::size_t d = 0; d < sized_count; ++d)
    if (box.low[d] != box.high[d] && sized()[d].order != Order::faster) return false;
  return true;
}

void Search::bound(Box& box) {
  Option& best = box.best_case;
  best = box.lean;
  if (!is_ordered(box)) {
    best.gpu = box.lean.least_gpu;
    best.seconds = box.lean.least_seconds;
  } else if (box.fast) {
    best.seconds = box.fast->seconds;
  } else {
    best.seconds = box.lean.least_seconds;
  }
  // Where the host has enough for what is pinned, it decides nothing.
  if (lean_corner(box) != box.low)
    best.host = box.lean.host > capacity_.host ? estimated_at(box, box.low).host : Bytes(0);
  count_least(box);
}

/// The fewest parts and changes of any option in the box.
void Search::count_least(Box& box) const {
  Count least = roots_[box.root].count;
  for (std::size_t d = 0; d < sized_count; ++d) {
    const Sizes& sizes = sizes_of(box)[d];
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
  box.fast = is_one(box) ? box.lean : estimated_at(box, box.high);
  if (is_ordered(box)) box.best_case.seconds = box.fast->seconds;
}

/// What communication depends on comes first: it is split first.
std::pair<Search::Box, Search::Box> Search::halves(const Box& box) {
  std::size_t d = 0;
  while (box.low[d] == box.high[d])
    ++d;
  const auto middle = static_cast<std::uint8_t>((box.low[d] + box.high[d]) / 2);
  Box leaner = box, faster = box;
  leaner.high[d] = middle;
  leaner.fast.reset();
  faster.low[d] = static_cast<std::uint8_t>(middle + 1);
  if (sized()[d].takes_host_memory)
    leaner.lean = estimated_at(leaner, lean_corner(leaner));
  else
    faster.lean = estimated_at(faster, lean_corner(faster));
  bound(leaner);
  bound(faster);
  return {leaner, faster};
}

bool Search::is_accepted(const Option& option) const {
  return !stops(check(with_pick(origin_, option.pick)));
}

std::optional<Option> Search::least(const Goal& goal) {
  std::optional<Option> found;
  Key least_key{};
  // The most promising box first: what it holds rules out most of the others unseen.
  using Promise = std::pair<Key, std::size_t>;
  std::deque<Box> split;
  std::priority_queue<Promise, std::vector<Promise>, std::greater<>> waiting;
  const auto is_open = [&](const Key& key) { return !found || key < least_key; };
  const auto is_promising = [&](const Option& best_case) {
    return goal.may_hold(best_case) && is_open(goal.key(best_case));
  };
  const auto wait = [&](const Box& box, std::size_t i) {
    if (is_promising(box.best_case)) waiting.emplace(goal.key(box.best_case), i);
  };
  // Whether DeepSpeed refuses what would otherwise be the answer so far.
  const auto refuses = [&](const Option& option) {
    if (!goal.allows(option) || !is_open(goal.key(option))) return false;
    if (!is_accepted(option)) return true;
    found = option;
    least_key = goal.key(option);
    return false;
  };
  for (std::size_t i = 0; i < boxes_.size(); ++i)
    wait(boxes_[i], i);
  // Nobody knows how many boxes a goal takes, nor how many goals come: each takes a tenth of what is left.
  part_ = {part_.before + part_.share / 10, 0.9 * part_.share};
  while (!waiting.empty()) {
    const auto [promise, i] = waiting.top();
    waiting.pop();
    if (!is_open(promise)) break;
    follow();
    Box& box = i < boxes_.size() ? boxes_[i] : split[i - boxes_.size()];
    if (box.is_deferred) {
      make_known(box);
      wait(box, i);
      continue;
    }
    open(box);
    if (!is_promising(box.best_case)) continue;
    const bool refuses_fast = refuses(*box.fast);
    if (is_one(box)) continue;
    const bool refuses_lean = refuses(box.lean);
    if (refuses_fast ? !is_accepted(box.lean) : refuses_lean && !is_accepted(*box.fast)) continue;
    if (!is_promising(box.best_case)) continue;
    auto [leaner, faster] = halves(box);
    for (Box* half : {&faster, &leaner}) {
      wait(*half, boxes_.size() + split.size());
      split.push_back(*half);
    }
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
  std::ranges::sort(waiting, std::greater(), [](const Box* box) { return box->best_case.seconds; });
  std::deque<Box> split;
  while (!waiting.empty()) {
    Box& box = *waiting.back();
    waiting.pop_back();
    follow();
    if (!matters(box)) continue;
    open(box);
    offer(*box.fast);
    offer(box.lean);
    if (is_one(box) || !matters(box)) continue;
    auto [leaner, faster] = halves(box);
    for (const Box& half : {std::cref(leaner), std::cref(faster)})
      if (matters(half)) waiting.push_back(&split.emplace_back(half));
  }
  std::ranges::sort(kept, {}, &Option::seconds);
  return kept;
}

void Search::stay_under(Bytes most_gpu) {
  capacity_ = capacity_of(origin_);
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
