// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace zp {

/// The figure by which plans are compared: tokens per second, free memory, number of settings to get right,
/// GPU time per token, or number of GPUs.
enum class Objective : std::uint8_t { throughput, memory, simplicity, cost, gpus };

/// One objective, as an option on the command line and as an entry of a list.
struct ObjectiveRow {
  Objective objective{};
  std::string_view name;         ///< "gpus"
  std::string_view title;        ///< "Fewest GPUs"
  std::string_view best_phrase;  ///< "The fastest that fits": describes a plan that no other beats
  /// "As fast as the fastest": describes a plan that ties with the best; "" for exact objectives.
  std::string_view tie_phrase;
  /// Returns true if the objective is an estimated time, known only to within a resolution
  /// (core/search/resolution.h).
  [[nodiscard]] constexpr bool is_estimated_time() const { return !tie_phrase.empty(); }
};
/// All objectives in display order; the default is first.
std::span<const ObjectiveRow> objective_rows();
const ObjectiveRow& row_of(Objective objective);

}  // namespace zp
