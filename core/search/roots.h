// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/search/dimension_values.h"
#include "core/search/option.h"
#include "core/search/space.h"
#include "core/search/watch.h"

/// The space of candidates, listed by what they share. Internal to search/.
namespace zp {

/// The first of the dimensions of which an order is known. Each combination of those before it is a root.
inline constexpr std::size_t first_sized = static_cast<std::size_t>(DimensionId::reduce_bucket);
inline constexpr std::size_t sized_count = dimension_count - first_sized;
std::span<const Dimension> unordered_dimensions();
std::span<const Dimension> sized_dimensions();

/// Settings to get right, and changes from the plan at hand: what the pick alone says.
struct Count {
  int parts = 0, changes = 0;
  Count& operator+=(Count other) {
    parts += other.parts;
    changes += other.changes;
    return *this;
  }
};
/// Of one size the values to try, and what each counts.
struct Sizes {
  Values values;
  std::array<Count, Values::capacity> counts{};
};
using SizeSet = std::array<Sizes, sized_count>;
/// Of each size one of its values.
using Indices = std::array<std::uint8_t, sized_count>;

/// What some candidates share, and the values they differ in.
struct Root {
  Pick pick{};
  Count count;                             ///< of what they share
  std::size_t sizes = 0;                   ///< index of the set of their sizes
  std::optional<std::size_t> leaner = {};  ///< the root that differs in nothing but a smaller micro batch
  std::size_t alike = 0;                   ///< the first root that runs the same kernels
};

class Roots {
 public:
  /// Those of which there is something to count. Steps `progress` once for each.
  Roots(const Plan& origin, const Freedom& freedom, Progress& progress);
  /// The same of a plan changed in what no open dimension decides.
  Roots(const Roots& base, const Plan& origin);

  [[nodiscard]] std::size_t size() const { return roots_.size(); }
  [[nodiscard]] const Root& operator[](std::size_t i) const { return roots_[i]; }
  [[nodiscard]] const SizeSet& sizes_of(std::size_t i) const { return size_sets_[roots_[i].sizes]; }
  /// In all of them.
  [[nodiscard]] std::int64_t candidates() const;
  /// Whether the plan at hand leaves anything to count.
  [[nodiscard]] bool counts_origin() const { return counts_origin_; }

  /// The root's candidate with these sizes, nothing of it estimated.
  [[nodiscard]] Option option_at(std::size_t root, const Indices& at) const;
  /// Any candidate, nothing of it estimated.
  [[nodiscard]] Option option_of(const Pick& pick) const;

 private:
  /// What a plan's dimensions are listed by.
  struct Listing {
    const Plan& origin;
    const Freedom& freedom;
    Progress& progress;
    Plan plan;
    Pick pick;
    Count count = {};       ///< of the dimensions that are set
    std::size_t sizes = 0;  ///< index of the set of sizes that the plan's strategy reads
  };
  void add(Listing& listing, std::size_t depth, double before, double share);
  void add_root(const Listing& listing);
  /// The index of those of a plan.
  std::size_t sizes_for(const Listing& listing);
  /// Of those listed so far, the first that runs the kernels of a plan with that pick; else the next.
  std::size_t alike(const Pick& pick);
  void add_sizes(const std::array<Values, sized_count>& values);
  /// Those from `begin` on differ from as many before them in nothing but the batch.
  void note_leaner(std::size_t before, std::size_t begin);
  [[nodiscard]] Count count_of(DimensionId id, std::int64_t value) const;
  [[nodiscard]] int gpus_of(const Pick& pick) const;

  Pick origin_pick_;
  int gpus_per_node_;
  bool counts_origin_;
  std::vector<SizeSet> size_sets_;  ///< few: most roots share theirs with the one before
  std::vector<Root> roots_;
  std::vector<std::size_t> kernels_;  ///< the first root of each kind
};

}  // namespace zp
