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

/// The space of candidates, grouped by the values that they share. Internal to search/.
namespace zp {

/// The first dimension whose order is known. Each combination of the dimensions before it is a root.
inline constexpr std::size_t first_sized = static_cast<std::size_t>(DimensionId::reduce_bucket);
inline constexpr std::size_t sized_count = dimension_count - first_sized;
std::span<const Dimension> unordered_dimensions();
std::span<const Dimension> sized_dimensions();

/// Returns true for strategies whose modules hold fp32 weights, which autocast casts in every pass: DDP of
/// PyTorch. FSDP gathers them in 16 bits, and DeepSpeed's modules hold 16 bits.
bool casts_weights(const Strategy& strategy);

/// The weight of the mechanisms and the number of settings to get right. The pick alone decides both.
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
/// The values to try for one size, and the count of each.
struct Sizes {
  Values values;
  std::array<Count, Values::capacity> counts{};
  bool operator==(const Sizes&) const = default;
};
using SizeSet = std::array<Sizes, sized_count>;
/// One value of each size, as its index.
using Indices = std::array<std::uint8_t, sized_count>;

/// The number of a root among those that are listed together, or of a value in a table.
using Number = std::uint32_t;
inline constexpr Number no_number = static_cast<Number>(-1);

/// Values that all candidates of one root share. A large space stores one for each root, so it is small.
struct Root {
  std::array<std::uint16_t, first_sized> at{};  ///< number of each dimension's value
  std::uint16_t mechanisms = 0, parts = 0;      ///< counts of the shared values
  Number sizes = 0;                             ///< number of the set of their sizes
  Number leaner = no_number;                    ///< the root that differs only in a smaller micro batch
  Number alike = 0;                             ///< the first root that runs the same kernels
};

/// Roots that are listed together: all roots of a space, or a part of it.
class Roots {
 public:
  explicit Roots(const Plan& origin);
  /// Makes the roots of a changed plan with the same open dimensions. The list itself is shared with `base`.
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

  /// Returns the root's candidate with these sizes, without estimating it.
  [[nodiscard]] Option option_at(std::size_t root, const Indices& at) const;
  [[nodiscard]] int gpus_of(std::size_t root) const;

 private:
  friend class RootListing;
  struct List {
    std::vector<Root> roots;
    std::vector<SizeSet> size_sets;  ///< few sets, because most roots share that of the root before
    std::vector<Number> kernels;     ///< first root of each kind of kernels
  };

  /// Returns the number of a value in the table of its dimension, and adds the value if it is new.
  std::uint16_t number_of(std::size_t dimension, std::int64_t value);
  void add(const Root& root);
  [[nodiscard]] bool run_the_same_kernels(const Root& a, const Root& b) const;
  /// Returns the number of the first listed root that runs the same kernels as `root`, or the next number if
  /// there is none.
  Number alike(const Root& root);
  /// Returns the number of a set of sizes; that of the last set if it is equal, else of a new one.
  Number add_sizes(const std::array<Values, sized_count>& values, const Strategy& strategy);
  /// Sets `leaner` of each root from `begin` on to its counterpart from `before` on, if the two differ only
  /// in the batch and the later one needs no less of anything.
  void note_leaner(std::size_t before, std::size_t begin);

  Pick origin_pick_;
  int gpus_per_node_;
  std::array<std::vector<std::int64_t>, first_sized> values_;  ///< values of each dimension, by number
  std::shared_ptr<List> list_ = std::make_shared<List>();
};

}  // namespace zp
