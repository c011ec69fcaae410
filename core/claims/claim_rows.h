// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/claims/claims.h"
#include "core/estimate/figures.h"
#include "core/sharding/strategy.h"

/// The table of claims, and functions for its rows. Internal to claims/.
namespace zp::claims {

inline double as_double(Bytes bytes) { return static_cast<double>(bytes.value()); }

/// Figures of a plan and of variations of it.
class PlanFigures {
 public:
  explicit PlanFigures(const Plan& plan) : plan_(plan), own_(figures_of(plan)) {}

  [[nodiscard]] const Plan& plan() const { return plan_; }
  [[nodiscard]] const Figures& own() const { return own_; }
  /// Returns the figures of the plan after a change; nullopt if it cannot be estimated.
  template <class Change>
  [[nodiscard]] std::optional<Figures> with(Change change) const {
    Plan changed = plan_;
    change(changed);
    return usable_figures(changed);
  }
  /// Returns the figures of the plan with another strategy of the same framework.
  [[nodiscard]] std::optional<Figures> at(int stage, Device optimizer = Device::none,
                                          Device parameters = Device::none) const;

 private:
  static std::optional<Figures> usable_figures(const Plan& plan);
  const Plan& plan_;
  Figures own_;
};

/// This planner's figures for a claim. Without a verdict, the row's is used.
struct ClaimFigures {
  std::string text;
  std::optional<ClaimVerdict> verdict = {};
};

struct ClaimRow {
  ClaimDocument document{};
  std::string_view section;
  std::string_view claim;
  ClaimVerdict verdict{};
  std::string_view why;
  std::optional<ClaimFigures> (*ours)(const PlanFigures&) = nullptr;
};

std::span<const ClaimRow> rows_of_memory();
std::span<const ClaimRow> rows_of_settings();
std::span<const ClaimRow> rows_of_advice();
std::span<const ClaimRow> rows_of_second_document();

/// Returns `right` if the value is within the claimed limits, else `wrong`.
constexpr ClaimVerdict within(double value, double low, double high) {
  return value >= low && value <= high ? ClaimVerdict::right : ClaimVerdict::wrong;
}
/// Returns "2.7×".
std::string times(double ratio);
/// Returns "+12 %", "−3.1 %" or "±0 %" for a ratio of 1.12, 0.969 or 1.
std::string more_by(double ratio);
/// Returns the bytes of weights, gradients and optimizer states on a GPU.
Bytes states_of(const PlanFigures& figures, const Figures& one);
/// Returns the ratio of two step times; nullopt if one is unknown.
std::optional<double> slower_by(const std::optional<Figures>& one, const std::optional<Figures>& other);

}  // namespace zp::claims
