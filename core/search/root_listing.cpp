// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/root_listing.h"

#include <algorithm>
#include <utility>

#include "core/rules/check_plan.h"

namespace zp {
namespace {

constexpr auto first_undivided = static_cast<std::size_t>(DimensionId::strategy);

}  // namespace

/// Enumerates the space recursively.
class RootListing::Walk {
 public:
  Walk(const RootListing& listing, std::size_t most, std::optional<Strategy> only, Progress& progress,
       const Visit& visit)
      : listing_(listing),
        most_(most),
        only_(only),
        progress_(progress),
        visit_(visit),
        plan_(listing.origin_),
        roots_(listing.origin_) {}

  void run() {
    add(0, 0, 1);
    visit_(std::move(roots_));
  }

 private:
  void add(std::size_t depth, double before, double share) {
    if (depth == first_sized) {
      progress_.step(before);
      return add_root();
    }
    const Dimension& dimension = unordered_dimensions()[depth];
    const Values values = values_to_try(dimension, plan_, listing_.origin_, listing_.freedom_);
    std::size_t last = listed();
    const Root above = root_;
    share /= static_cast<double>(values.size());
    for (const std::int64_t value : values.all()) {
      const std::size_t begin = listed();
      dimension.set(plan_, value);
      set(depth, value, above);
      if (dimension.id != DimensionId::strategy || enters_strategy()) add(depth + 1, before, share);
      before += share;
      if (dimension.id == DimensionId::batch && last >= dropped_)
        roots_.note_leaner(last - dropped_, begin - dropped_);
      last = begin;
    }
    root_ = above;
  }

  void set(std::size_t depth, std::int64_t value, const Root& above) {
    const Count count = count_of(unordered_dimensions()[depth].id, value, strategy_of(plan_));
    root_.at[depth] = roots_.number_of(depth, value);
    root_.mechanisms = static_cast<std::uint16_t>(above.mechanisms + count.mechanisms);
    root_.parts = static_cast<std::uint16_t>(above.parts + count.parts);
  }

  /// Returns true if the plan may become impossible to estimate with another number of ranks or another
  /// division of the model.
  [[nodiscard]] bool divides_otherwise() const {
    for (std::size_t d = 0; d < first_undivided; ++d)
      if (roots_.values_[d][root_.at[d]] != listing_.origin_pick_[d]) return true;
    return false;
  }

  bool enters_strategy() {
    if (only_ && strategy_of(plan_) != *only_) return false;
    for (std::size_t d = 0; d < sized_count; ++d)
      sizes_[d] = values_to_try(sized_dimensions()[d], plan_, listing_.origin_, listing_.freedom_);
    number_of_sizes_ = roots_.add_sizes(sizes_, strategy_of(plan_));
    return true;
  }

  void add_root() {
    if ((!listing_.counts_origin_ || divides_otherwise()) && !is_usable(plan_)) return;
    if (roots_.size() == most_) hand_over();
    root_.sizes = number_of_sizes_;
    roots_.add(root_);
  }

  /// Passes the roots listed so far to the visitor. The next part begins with the current root; values keep
  /// their numbers, sizes get new ones.
  void hand_over() {
    dropped_ += roots_.size();
    Roots full = std::exchange(roots_, Roots(listing_.origin_));
    for (std::size_t d = 0; d < first_sized; ++d)
      roots_.values_[d] = full.values_[d];
    number_of_sizes_ = roots_.add_sizes(sizes_, strategy_of(plan_));
    visit_(std::move(full));
  }

  [[nodiscard]] std::size_t listed() const { return dropped_ + roots_.size(); }

  const RootListing& listing_;
  std::size_t most_;
  std::optional<Strategy> only_;
  Progress& progress_;
  const Visit& visit_;
  Plan plan_;
  Roots roots_;
  Root root_;
  std::array<Values, sized_count> sizes_;
  Number number_of_sizes_ = 0;  ///< size sets in the current part
  std::size_t dropped_ = 0;     ///< roots in the parts passed on so far
};

RootListing::RootListing(const Plan& origin, const Freedom& freedom)
    : origin_(origin), freedom_(freedom), origin_pick_(pick_of(origin)), counts_origin_(is_usable(origin)) {}

Option RootListing::option_of(const Pick& pick) const {
  Option option;
  option.pick = pick;
  option.gpus =
      static_cast<int>(pick[static_cast<std::size_t>(DimensionId::nodes)]) * origin_.cluster.gpus_per_node;
  Plan plan = origin_;
  for (const Dimension& dimension : dimensions())
    dimension.set(plan, pick[static_cast<std::size_t>(dimension.id)]);
  option.batch = train_batch_size(plan);
  for (const Dimension& dimension : dimensions()) {
    const Count count =
        count_of(dimension.id, pick[static_cast<std::size_t>(dimension.id)], strategy_of(pick));
    option.mechanisms += count.mechanisms;
    option.parts += count.parts;
  }
  return option;
}

void RootListing::visit(std::size_t most, std::optional<Strategy> only, Progress& progress,
                        const Visit& visit) const {
  Walk(*this, most, only, progress, visit).run();
}

}  // namespace zp
