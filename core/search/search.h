// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/search/capacity.h"
#include "core/search/option.h"
#include "core/search/root_listing.h"
#include "core/search/search_tree.h"
#include "core/search/trial.h"
#include "core/search/watch.h"

/// Branch and bound over the space of candidates. Internal to search/; its tests compare it with brute force.
///
/// Each combination of the dimensions whose order is unknown is the root of a box, which holds all values of
/// the other dimensions. One or two estimates, at fixed corners, bound a box:
/// - lean: a candidate that does not fit with the smallest sizes, even without the buffer of a gradient
///   larger than the bucket, does not fit with larger ones;
/// - compute: larger sizes shorten only the waits for collectives. No wait is below the smaller wait of the
///   two corners minus the time by which the collectives shorten from one corner to the other, so no
///   candidate is faster than the lean corner with that wait;
/// - fast: if later values are no slower in every remaining dimension, no candidate is faster than the last;
/// - spare: pinned memory takes more host memory, so host memory is least if nothing is pinned;
/// - refused: if DeepSpeed refuses both corners, it refuses a value that the whole box shares;
/// - batch: a larger micro batch needs at least as much of everything; if a smaller one does not fit, a root
///   is estimated only when a query needs its shortage;
/// - kernels: no candidate is faster than the GPU's kernels, which many roots share; all but one of these
///   roots are estimated only when a query needs them;
/// - kept: figures that a change of the plan never makes smaller (MonotoneBounds) bound the boxes of the
///   changed plan.
/// A box that these bounds do not decide is split in two, and stays split for later queries.
///
/// Memory is bounded: a search keeps at most as many roots and halves as SearchLimits says. If a space has
/// more roots, none is kept: each query goes through the space in parts, and its result so far bounds the
/// next part. If there are more halves, a box is searched completely, and its halves are dropped.
namespace zp {

/// Figures that a search minimises, compared lexicographically.
using Key = std::array<double, 5>;

/// Limits of the memory that a search uses.
struct SearchLimits {
  std::size_t roots = std::size_t{1} << 20;
  std::size_t halves = std::size_t{1} << 18;  ///< pairs of halves
  /// Returns the most bytes that a search and the search of a changed plan derived from it use together.
  [[nodiscard]] constexpr std::size_t bytes() const {
    constexpr std::size_t waiting = sizeof(Key) + sizeof(void*);  // a key and a pointer to its box
    constexpr std::size_t growing = 3;  // a growing queue is copied into one of twice the size
    return roots * (2 * (sizeof(Root) + sizeof(SearchNode) + sizeof(double)) + growing * waiting) +
           halves * (2 * sizeof(Halves) + 2 * growing * waiting);
  }
};
static_assert(SearchLimits().bytes() < std::size_t{1000} << 20, "beside the program itself, 1 GiB");

class Search {
 public:
  /// `watch` is called during every query on the search. Throws SearchStopped.
  Search(const Plan& origin, const Freedom& freedom, const FitDemand& demand, Watch watch = {},
         SearchLimits limits = {});
  /// Starts a search for a plan that differs from that of `base` only in settings that no open dimension
  /// decides. The figures named in `kept` bound each box by the same box of `base`; boxes that this does not
  /// rule out are estimated.
  Search(const Search& base, const Plan& origin, MonotoneBounds kept, Watch watch = {});
  Search(const Search&) = delete;  // its boxes point to it
  Search& operator=(const Search&) = delete;

  /// The option that a query looks for. `key` must not rise when an option's memory, seconds, mechanisms,
  /// parts or batch fall, so that a box's best case bounds it. `allows_box` must be true for a box's best
  /// case if `allows` is true for any option in the box.
  struct Goal {
    std::function<Key(const ComparedFigures&)> key;
    std::function<bool(const Option&)> allows;
    std::function<bool(const ComparedFigures&)> allows_box;
    std::optional<Strategy> strategy = {};  ///< if set, only options of this strategy count
  };
  /// Returns the option with the smallest key among those that the goal allows and DeepSpeed accepts; nullopt
  /// if there is none.
  std::optional<Option> least(const Goal& goal);
  /// Returns options that fit, fastest first. No two are within `step` of each other in both memory and time,
  /// and no option is better by more than `step` in both than the nearest of them. `known` options are
  /// considered first.
  std::vector<Option> frontier(double step, std::span<const Option> known = {});
  /// Returns the leanest and the fastest candidate of each root within the limit of the batch, whether they
  /// fit or not. If there are more roots than a chart shows, only every second, third … root is included.
  [[nodiscard]] std::vector<Option> corners();

  [[nodiscard]] Estimated evaluate(const Pick& pick);
  [[nodiscard]] const Capacity& capacity() const { return capacity_; }
  /// Limits usable memory per GPU to this many bytes; 0 means no limit.
  void limit_gpu_memory(Bytes most_gpu);
  /// Excludes options with a larger global batch from what fits; 0 means no limit.
  void limit_batch(std::int64_t most_sequences) { most_batch_ = most_sequences; }
  [[nodiscard]] bool fits(const ComparedFigures& standing) const {
    return zp::fits(standing, capacity_) && (most_batch_ == 0 || standing.batch <= most_batch_);
  }
  /// Returns true if DeepSpeed neither refuses the option nor fails with it later.
  [[nodiscard]] bool is_accepted(const Option& option) const;

  [[nodiscard]] const Plan& origin() const { return trial_.origin(); }
  /// Returns true if the origin plan can be estimated.
  [[nodiscard]] bool counts_origin() const { return listing_.counts_origin(); }
  [[nodiscard]] std::int64_t decided() const { return decided_; }     ///< candidates in the space
  [[nodiscard]] int estimated() const { return trial_.estimated(); }  ///< plans estimated so far
  [[nodiscard]] SearchLimits limits() const { return limits_; }
  /// Returns the largest numbers of roots and halves stored at once so far.
  [[nodiscard]] SearchLimits most_kept() const { return most_kept_; }

 private:
  /// Calls `ask` once with all boxes if they are stored; else with one part of the space after another, of
  /// the strategy `only` or of all.
  void each_part(std::optional<Strategy> only, const std::function<void(SearchTree&)>& ask);
  void note_kept(const SearchTree& boxes);

  Trial trial_;
  Progress progress_;
  RootListing listing_;
  Capacity capacity_;
  std::int64_t most_batch_ = 0;
  SearchLimits limits_;
  SearchLimits most_kept_{0, 0};
  std::int64_t decided_ = 0;
  std::size_t roots_ = 0;           ///< roots of the whole space
  std::optional<SearchTree> kept_;  ///< nullopt if the space has too many roots
};

}  // namespace zp
