// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/search/dimension_values.h"
#include "core/search/option.h"
#include "core/search/space.h"

/// The space of candidates, grouped by shared values. Internal to search/.
namespace zp {

/// The first dimension whose values have a known order. Each combination of the dimensions before it is a
/// root.
inline constexpr std::size_t first_sized = static_cast<std::size_t>(DimensionId::reduce_bucket);
inline constexpr std::size_t sized_count = dimension_count - first_sized;
std::span<const Dimension> unordered_dimensions();
std::span<const Dimension> sized_dimensions();

/// Returns true for strategies whose modules hold fp32 weights that autocast casts in every pass: PyTorch's
/// DDP. FSDP gathers weights in 16 bits, and DeepSpeed's modules hold 16-bit weights.
bool casts_weights(const Strategy& strategy);

/// Weight of the mechanisms and number of settings to get right, which depend only on the pick.
struct Count {
  int mechanisms = 0, parts = 0;
  Count& operator+=(Count other) {
    mechanisms += other.mechanisms;
    parts += other.parts;
    return *this;
  }
  bool operator==(const Count&) const = default;
};
Count count_of(DimensionId id, std::int64_t value, const Strategy& strategy);
/// The values to try for one sized dimension, and the Count of each.
struct Sizes {
  Values values;
  std::array<Count, Values::capacity> counts{};
  bool operator==(const Sizes&) const = default;
};
using SizeSet = std::array<Sizes, sized_count>;
/// One index per sized dimension, into its values.
using Indices = std::array<std::uint8_t, sized_count>;

/// Index of a root in its listing, or of a value in a table.
using Number = std::uint32_t;
inline constexpr Number no_number = static_cast<Number>(-1);

/// Values that all candidates of a root share. Kept small, because a large space stores many roots.
struct Root {
  std::array<std::uint16_t, first_sized> at{};  ///< index of each dimension's value
  std::uint16_t mechanisms = 0, parts = 0;      ///< totals of the shared values
  Number sizes = 0;                             ///< index of its set of sizes
  Number leaner_root = no_number;               ///< the root that differs only by a smaller micro batch
  Number first_with_kernels = 0;                ///< the first root with the same kernels
};

/// Roots listed together: all roots of a space, or a part of it.
class Roots {
 public:
  explicit Roots(const Plan& origin);
  /// Builds the roots of a changed plan with the same open dimensions; shares the list with `base`.
  Roots(const Roots& base, const Plan& origin);

  [[nodiscard]] std::size_t size() const { return list_->roots.size(); }
  [[nodiscard]] const Root& operator[](std::size_t i) const { return list_->roots[i]; }
  [[nodiscard]] const SizeSet& sizes_of(std::size_t i) const {
    return list_->size_sets[list_->roots[i].sizes];
  }
  [[nodiscard]] std::int64_t value_of(std::size_t root, DimensionId id) const {
    const auto d = static_cast<std::size_t>(id);
    return values_[d][list_->roots[root].at[d]];
  }
  /// Returns the number of candidates in all roots.
  [[nodiscard]] std::int64_t candidates() const;

  /// Returns the root's candidate with these size indices, not estimated.
  [[nodiscard]] Option option_at(std::size_t root, const Indices& at) const;
  [[nodiscard]] int gpus_of(std::size_t root) const;
  /// Returns the sequences of all ranks in an optimizer step.
  [[nodiscard]] std::int64_t global_batch_of(std::size_t root) const;

 private:
  friend class RootListing;
  struct List {
    std::vector<Root> roots;
    std::vector<SizeSet> size_sets;  ///< few, because most roots share the set of the previous root
    std::vector<Number> kernels;     ///< first root of each group with the same kernels
  };

  /// Returns the index of a value in its dimension's table; adds the value if it is new.
  std::uint16_t number_of(std::size_t dimension, std::int64_t value);
  void add(const Root& root);
  [[nodiscard]] bool run_the_same_kernels(const Root& a, const Root& b) const;
  /// Returns the index of the first listed root with the same kernels as `root`, or the next free index if
  /// there is none.
  Number first_with_kernels(const Root& root);
  /// Returns the index of a set of sizes: the last set's if equal, else a new one.
  Number add_sizes(const std::array<Values, sized_count>& values, const Strategy& strategy);
  /// Sets `leaner_root` of the roots from `begin` on to the corresponding roots from `before` on, if the two
  /// differ only in the batch and the later one needs at least as much of everything.
  void note_leaner(std::size_t before, std::size_t begin);

  Pick origin_pick_;
  int gpus_per_node_;
  int pipeline_stages_;
  std::array<std::vector<std::int64_t>, first_sized> values_;  ///< values of each dimension, by index
  std::shared_ptr<List> list_ = std::make_shared<List>();
};

}  // namespace zp
