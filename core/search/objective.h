// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace zp {

/// The quality in which the best plan is best: tokens a second, memory left, how little there is to get
/// right, GPU time per token, or the number of GPUs.
enum class Objective : std::uint8_t { throughput, memory, simplicity, cost, gpus };

/// One word of a command line or one line of a list to choose from.
struct ObjectiveRow {
  Objective objective{};
  std::string_view name;     ///< "gpus"
  std::string_view title;    ///< "Fewest GPUs"
  std::string_view best_is;  ///< "The fastest that fits": words for a plan that no other beats
  /// "As fast as the fastest": words for a plan that cannot be told from the best; "" for exact objectives.
  std::string_view as_good_as;
  /// Returns true if an estimate can tell it only to within a resolution (core/search/resolution.h).
  [[nodiscard]] constexpr bool is_of_the_clock() const { return !as_good_as.empty(); }
};
/// All objectives, in the order in which they are offered: the usual one first.
std::span<const ObjectiveRow> objective_rows();
const ObjectiveRow& row_of(Objective objective);

}  // namespace zp
