// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <vector>

#include "core/search/capacity.h"
#include "core/search/roots.h"
#include "core/search/trial.h"
#include "core/search/watch.h"

/// The boxes of roots listed together, as described in search.h. Internal to search/.
namespace zp {

/// States which figures of a candidate one change of the plan never makes smaller.
struct MonotoneBounds {
  bool seconds = false, least_seconds = false;
  bool beside_kernels = false;  ///< seconds, minus the time by which the GPU's kernels get shorter
  bool gpu = false, host = false, drive = false;
  bool is_same = false;  ///< true if no figure changes at all
};

/// The figures of the candidate at a corner of a box.
struct Corner {
  Bytes gpu, host, drive, least_gpu;
  double seconds = 0, least_seconds = 0, waits = 0, collectives = 0;
};

/// A root, or a part of its candidates. Kept small, because a large space has one per root; values shared by
/// a root's candidates are in the root.
struct SearchNode {
  Number root = 0;
  Number halves = no_number;  ///< index of its halves, once it is split and they are stored
  Indices low{}, high{};
  bool is_deferred = false;   ///< not estimated; its best case comes from other boxes
  bool asks_leaner = true;    ///< for a deferred box: true if the leaner root has not bounded it yet
  bool is_open = false;       ///< its fast corner is estimated
  Corner lean;                ///< figures with the smallest sizes, everything pinned
  Corner fast;                ///< figures with the largest sizes; estimated on demand
  ComparedFigures best_case;  ///< lower bound of every figure of the box's options
};
/// The leaner and the faster half of a box.
using Halves = std::array<SearchNode, 2>;

/// Estimates and bounds boxes. Short-lived: refers to the trial that computes the estimates.
class SearchTree {
 public:
  /// Makes one box per root, bounded by the root with the same kernels. Stores at most `most_halves` pairs of
  /// halves. Advances `progress` by `share` of the current work.
  SearchTree(Roots roots, std::size_t most_halves, Trial& trial, const Capacity& capacity, Progress& progress,
             double share);
  /// Makes the boxes of a changed plan with the same open dimensions, bounded by the boxes of `base` as far
  /// as `kept` allows.
  SearchTree(const SearchTree& base, Roots roots, MonotoneBounds kept, Trial& trial,
             const Capacity& capacity);

  [[nodiscard]] const Roots& roots() const { return roots_; }
  [[nodiscard]] std::vector<SearchNode>& all() { return boxes_; }
  [[nodiscard]] std::size_t halves_kept() const { return halves_.size(); }

  /// Tightens a deferred box's bound, or estimates it.
  void refine(SearchNode& box);
  /// Estimates the fast corner and bounds the box with it.
  void open(SearchNode& box);
  /// Returns the stored halves of the box, after splitting it if needed; nullptr if the limit of stored
  /// halves is reached.
  [[nodiscard]] Halves* kept_halves(SearchNode& box);
  /// Returns the stored halves of the box. If the limit is reached, writes them to `made`.
  [[nodiscard]] Halves& halves(SearchNode& box, Halves& made);

  [[nodiscard]] static bool is_single(const SearchNode& box) { return box.low == box.high; }
  [[nodiscard]] Option lean(const SearchNode& box) const {
    return option_at(box, lean_corner(box), box.lean);
  }
  [[nodiscard]] Option fast(const SearchNode& box) const { return option_at(box, box.high, box.fast); }
  [[nodiscard]] Strategy strategy_of_root(std::size_t root) const;

 private:
  /// Returns the box of all candidates of a root, without estimates or bounds.
  [[nodiscard]] SearchNode root_box(std::size_t root) const;
  /// Returns the root's box with its leanest candidate estimated, and the resulting bound.
  [[nodiscard]] SearchNode box_of(std::size_t root);
  /// Returns the root's box without estimates; its bounds are zero memory and zero time.
  [[nodiscard]] SearchNode unknown(std::size_t root) const;
  /// Returns the root's box bounded by the root with the same kernels; exact if that is the root itself.
  [[nodiscard]] SearchNode bounded_by_kernels(std::size_t root);
  [[nodiscard]] Estimated estimated_at(const SearchNode& box, const Indices& at) const;
  [[nodiscard]] Option option_at(const SearchNode& box, const Indices& at, const Corner& corner) const;
  [[nodiscard]] static Indices lean_corner(const SearchNode& box);
  [[nodiscard]] static bool is_ordered(const SearchNode& box);
  void bound(SearchNode& box) const;
  [[nodiscard]] double least_seconds(const SearchNode& box) const;
  void count_least(SearchNode& box) const;
  [[nodiscard]] Halves split(const SearchNode& box) const;

  Roots roots_;
  Trial& trial_;
  const Capacity& capacity_;
  std::vector<SearchNode> boxes_;
  std::vector<double> kernels_;  ///< seconds of the GPU's kernels; valid for the first root of each group
  std::deque<Halves> halves_;    ///< a deque, so pointers to halves stay valid
  std::size_t most_halves_;
};

}  // namespace zp
