// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "core/search/capacity.h"
#include "core/search/option.h"
#include "core/search/roots.h"
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
namespace zp {

/// What a search minimises: the first that differs decides.
using Key = std::array<double, 5>;

/// Of a candidate's figures, those that a change of the plan makes no smaller.
struct Kept {
  bool seconds = false, least_seconds = false;
  bool beside_kernels = false;  ///< seconds, but for those by which the GPU's kernels get shorter
  bool gpu = false, host = false, drive = false;
  bool is_same = false;  ///< none of them changes at all
};

class Search {
 public:
  /// `margin`: the share of the range above the estimate that must fit too, 0 … 1. The watch follows all
  /// that is asked of the search; throws SearchStopped.
  Search(const Plan& origin, const Freedom& freedom, double margin, Watch watch = {});
  /// The same search of a plan changed in what no open dimension decides. What `kept` says of the change
  /// bounds each box by the base's, and what that does not rule out is estimated.
  Search(const Search& base, const Plan& origin, Kept kept, Watch watch = {});

  /// What is looked for. `key` never rises when memory, seconds, parts and changes of an option fall, so that
  /// a box's best case bounds it; `may_hold` is true of a box's best case where `allows` is of any option in
  /// it.
  struct Goal {
    std::function<Key(const Option&)> key;
    std::function<bool(const Option&)> allows;
    std::function<bool(const Option&)> may_hold;
  };
  /// The option of the smallest key among those that the goal allows and DeepSpeed takes.
  std::optional<Option> least(const Goal& goal);
  /// Options that fit, no two of them within `step` of each other in both memory and time, such that none is
  /// better by more than that in both than the nearest of them; fastest first.
  std::vector<Option> frontier(double step, std::span<const Option> known = {});
  /// Root by root what stands at its corners, whether it fits or not: a picture of the whole space.
  [[nodiscard]] std::vector<Option> corners();

  [[nodiscard]] Option evaluate(const Pick& pick);
  [[nodiscard]] const Capacity& capacity() const { return capacity_; }
  /// Of each GPU no more than this counts as there; 0 = all it has.
  void stay_under(Bytes most_gpu);
  [[nodiscard]] bool fits(const Option& option) const {
    return shortage_of(option, capacity_).limit == Limit::none;
  }
  /// Whether DeepSpeed neither refuses it nor stops with it later.
  [[nodiscard]] bool is_accepted(const Option& option) const;

  [[nodiscard]] const Plan& origin() const { return trial_.origin(); }
  /// Whether the plan the search began with leaves anything to count.
  [[nodiscard]] bool counts_origin() const { return roots_.counts_origin(); }
  [[nodiscard]] std::int64_t decided() const { return roots_.candidates(); }  ///< candidates in the space
  [[nodiscard]] int estimated() const { return trial_.estimated(); }          ///< plans estimated so far

 private:
  /// A root, or a part of what it holds.
  struct Box {
    std::size_t root = 0;
    Indices low{}, high{};
    bool is_deferred = false;           ///< nothing of it is estimated: its best case is other boxes'
    bool asks_leaner = true;            ///< while it is deferred: that root bounds it too
    Option lean;                        ///< its smallest sizes, all pinned
    std::optional<Option> fast;         ///< its largest; not estimated before it is asked for
    Option best_case;                   ///< no option of the box is below it in anything
    std::optional<std::size_t> halves;  ///< once it is split: index of the leaner, with the faster behind it
  };

  /// All of a root.
  [[nodiscard]] Box whole(std::size_t root) const;
  /// The same with its bound, or with nothing estimated: as if it took no memory and no time.
  [[nodiscard]] Box box_of(std::size_t root);
  [[nodiscard]] Box unknown(std::size_t root) const;
  /// The same bounded by the root that runs the same kernels; known where that is itself.
  [[nodiscard]] Box bounded_by_kernels(std::size_t root);
  /// Bounds a deferred box anew, or estimates it.
  void look_into(Box& box);
  void make_known(Box& box);
  [[nodiscard]] Option estimated_at(const Box& box, const Indices& at);
  [[nodiscard]] Indices lean_corner(const Box& box) const;
  [[nodiscard]] static bool is_one(const Box& box) { return box.low == box.high; }
  [[nodiscard]] bool is_ordered(const Box& box) const;
  void bound(Box& box);
  [[nodiscard]] double least_seconds(const Box& box) const;
  void count_least(Box& box) const;
  /// Estimates the fast corner, and bounds the box by it.
  void open(Box& box);
  void split(Box& box);
  /// The leaner and the faster. What they point at stays where it is.
  [[nodiscard]] std::array<Box*, 2> halves(Box& box);

  Trial trial_;
  Progress progress_;
  Roots roots_;
  std::vector<Box> boxes_;  ///< of whole roots
  std::deque<Box> halves_;
  Capacity capacity_;
};

}  // namespace zp
