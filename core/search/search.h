// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/search/boxes.h"
#include "core/search/capacity.h"
#include "core/search/listing.h"
#include "core/search/option.h"
#include "core/search/trial.h"
#include "core/search/watch.h"

/// Branch and bound over the space of candidates. Internal to search/, and what its tests compare with brute
/// force.
///
/// Each combination of the dimensions of which nothing is known is the root of a box: all values of the
/// others. A box is bounded by one or two estimates, at corners known beforehand:
/// - lean: what does not fit with the smallest sizes, nor with the buffer of a gradient larger than the
///   bucket left out, does not fit with larger ones;
/// - compute: larger sizes shorten nothing but what waits for collectives, and that to no less than what the
///   smallest or the largest leave of it, less what the collectives get shorter from the one to the other:
///   nothing is faster than the lean corner with these waits;
/// - fast: where later values are no slower in all dimensions left, nothing is faster than the last;
/// - spare: pinned memory takes more of the host, so that is least where nothing is pinned;
/// - refused: what DeepSpeed refuses at both corners it refuses for what all of the box share;
/// - batch: a larger micro batch needs no less of anything, so that where a smaller one does not fit a root
///   is estimated only when it is asked by how much;
/// - kernels: nothing is faster than the GPU's kernels, which many roots share: of the others none is
///   estimated before it is asked for;
/// - kept: what a change of the plan makes no smaller (Kept) bounds the changed plan's boxes.
/// What they do not decide is split in two, and stays so for whatever is asked next.
///
/// Memory is bounded: at most so many roots and halves are kept (SearchLimits). Where a space has more roots,
/// none is: each question goes through the space in parts, with what it has found so far as the bound of the
/// next. Where there are more halves, a box is searched to its end, and its halves are forgotten.
namespace zp {

/// What a search minimises: the first that differs decides.
using Key = std::array<double, 5>;

/// Limits of the memory that a search keeps.
struct SearchLimits {
  std::size_t roots = std::size_t{1} << 20;
  std::size_t halves = std::size_t{1} << 18;  ///< pairs of them
  /// No search and no search of a changed plan beside it keep more together.
  [[nodiscard]] constexpr std::size_t bytes() const {
    constexpr std::size_t waiting = sizeof(Key) + sizeof(Box*);
    constexpr std::size_t growing = 3;  // what waits is copied into twice the room
    return roots * (2 * (sizeof(Root) + sizeof(Box) + sizeof(double)) + growing * waiting) +
           halves * (2 * sizeof(Halves) + 2 * growing * waiting);
  }
};
static_assert(SearchLimits().bytes() < std::size_t{1000} << 20, "beside the program itself, 1 GiB");

class Search {
 public:
  /// The watch follows all that is asked of the search; throws SearchStopped.
  Search(const Plan& origin, const Freedom& freedom, Demand demand, Watch watch = {},
         SearchLimits limits = {});
  /// The same search of a plan changed in what no open dimension decides. What `kept` says of the change
  /// bounds each box by the base's, and what that does not rule out is estimated.
  Search(const Search& base, const Plan& origin, Kept kept, Watch watch = {});
  Search(const Search&) = delete;  // its boxes point at it
  Search& operator=(const Search&) = delete;

  /// What is looked for. `key` never rises when memory, seconds, parts and changes of an option fall, so that
  /// a box's best case bounds it; `may_hold` is true of a box's best case where `allows` is of any option in
  /// it.
  struct Goal {
    std::function<Key(const Standing&)> key;
    std::function<bool(const Option&)> allows;
    std::function<bool(const Standing&)> may_hold;
    std::optional<Strategy> strategy = {};  ///< of which alone an option counts
  };
  /// The option of the smallest key among those that the goal allows and DeepSpeed takes.
  std::optional<Option> least(const Goal& goal);
  /// Options that fit, no two of them within `step` of each other in both memory and time, such that none is
  /// better by more than that in both than the nearest of them; fastest first.
  std::vector<Option> frontier(double step, std::span<const Option> known = {});
  /// Returns the leanest and the fastest candidate of each root, whether they fit or not. In a space with
  /// more roots than a picture shows, every second, third … root is taken.
  [[nodiscard]] std::vector<Option> corners();

  [[nodiscard]] Estimated evaluate(const Pick& pick);
  [[nodiscard]] const Capacity& capacity() const { return capacity_; }
  /// Of each GPU no more than this counts as there; 0 = all it has.
  void stay_under(Bytes most_gpu);
  [[nodiscard]] bool fits(const Standing& standing) const { return zp::fits(standing, capacity_); }
  /// Whether DeepSpeed neither refuses it nor stops with it later.
  [[nodiscard]] bool is_accepted(const Option& option) const;

  [[nodiscard]] const Plan& origin() const { return trial_.origin(); }
  /// Whether the plan the search began with leaves anything to count.
  [[nodiscard]] bool counts_origin() const { return listing_.counts_origin(); }
  [[nodiscard]] std::int64_t decided() const { return decided_; }     ///< candidates in the space
  [[nodiscard]] int estimated() const { return trial_.estimated(); }  ///< plans estimated so far
  [[nodiscard]] SearchLimits limits() const { return limits_; }
  /// The most that were kept at once so far.
  [[nodiscard]] SearchLimits most_kept() const { return most_kept_; }

 private:
  /// All boxes, where they are kept; else part by part, of one strategy alone or of all.
  void each_part(std::optional<Strategy> only, const std::function<void(Boxes&)>& ask);
  void note_kept(const Boxes& boxes);

  Trial trial_;
  Progress progress_;
  Listing listing_;
  Capacity capacity_;
  SearchLimits limits_;
  SearchLimits most_kept_{0, 0};
  std::int64_t decided_ = 0;
  std::size_t roots_ = 0;      ///< of the whole space
  std::optional<Boxes> kept_;  ///< nothing where the space has too many roots
};

}  // namespace zp
