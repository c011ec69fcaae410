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

/// The boxes of roots that are listed together, as search.h describes them. Internal to search/.
namespace zp {

/// Of a candidate's figures, those that a change of the plan makes no smaller.
struct Kept {
  bool seconds = false, least_seconds = false;
  bool beside_kernels = false;  ///< seconds, but for those by which the GPU's kernels get shorter
  bool gpu = false, host = false, drive = false;
  bool is_same = false;  ///< none of them changes at all
};

/// The figures of the candidate at a corner of a box.
struct Corner {
  Bytes gpu, host, drive, least_gpu;
  double seconds = 0, least_seconds = 0, waits = 0, collectives = 0;
};

/// A root, or a part of what it holds. Of every root of a large space one is kept, so it is small: what a
/// root's candidates share stands there.
struct Box {
  Number root = 0;
  Number halves = no_number;  ///< once it is split and they are kept: their number
  Indices low{}, high{};
  bool is_deferred = false;  ///< nothing of it is estimated: its best case is other boxes'
  bool asks_leaner = true;   ///< while it is deferred: that root bounds it too
  bool is_open = false;      ///< its fast corner is estimated
  Corner lean;               ///< its smallest sizes, all pinned
  Corner fast;               ///< its largest; not estimated before it is asked for
  Standing best_case;        ///< no option of the box is below it in anything
};
/// The leaner and the faster.
using Halves = std::array<Box, 2>;

/// Short-lived: it points at what estimates its candidates.
class Boxes {
 public:
  /// One box a root, bounded by the root that runs the same kernels. At most `most_halves` pairs of halves
  /// are kept. Steps `progress` through `share` of what it is at.
  Boxes(Roots roots, std::size_t most_halves, Trial& trial, const Capacity& capacity, Progress& progress,
        double share);
  /// The same of a plan changed in what no open dimension decides, bounded by the base's boxes as far as
  /// `kept` says of the change.
  Boxes(const Boxes& base, Roots roots, Kept kept, Trial& trial, const Capacity& capacity);

  [[nodiscard]] const Roots& roots() const { return roots_; }
  [[nodiscard]] std::vector<Box>& all() { return boxes_; }
  [[nodiscard]] std::size_t halves_kept() const { return halves_.size(); }

  /// Bounds a deferred box anew, or estimates it.
  void look_into(Box& box);
  /// Estimates the fast corner, and bounds the box by it.
  void open(Box& box);
  /// Those that are kept of the box; splits it where there is room for them. nullptr where there is none.
  [[nodiscard]] Halves* kept_halves(Box& box);
  /// Those that are kept; else made, and not kept: they are in `made`.
  [[nodiscard]] Halves& halves(Box& box, Halves& made);

  [[nodiscard]] static bool is_one(const Box& box) { return box.low == box.high; }
  [[nodiscard]] Option lean(const Box& box) const { return option_at(box, lean_corner(box), box.lean); }
  [[nodiscard]] Option fast(const Box& box) const { return option_at(box, box.high, box.fast); }
  [[nodiscard]] Strategy strategy_of_root(std::size_t root) const;

 private:
  /// All of a root.
  [[nodiscard]] Box whole(std::size_t root) const;
  /// The same with its bound, or with nothing estimated: as if it took no memory and no time.
  [[nodiscard]] Box box_of(std::size_t root);
  [[nodiscard]] Box unknown(std::size_t root) const;
  /// The same bounded by the root that runs the same kernels; known where that is itself.
  [[nodiscard]] Box bounded_by_kernels(std::size_t root);
  [[nodiscard]] Estimated estimated_at(const Box& box, const Indices& at) const;
  [[nodiscard]] Option option_at(const Box& box, const Indices& at, const Corner& corner) const;
  [[nodiscard]] static Indices lean_corner(const Box& box);
  [[nodiscard]] static bool is_ordered(const Box& box);
  void bound(Box& box) const;
  [[nodiscard]] double least_seconds(const Box& box) const;
  void count_least(Box& box) const;
  [[nodiscard]] Halves split(const Box& box) const;

  Roots roots_;
  Trial& trial_;
  const Capacity& capacity_;
  std::vector<Box> boxes_;
  std::vector<double> kernels_;  ///< seconds of the GPU's kernels, of the roots that others are alike
  std::deque<Halves> halves_;    ///< what points at one stays where it is
  std::size_t most_halves_;
};

}  // namespace zp
