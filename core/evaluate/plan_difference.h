// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/changed_keys.h"
#include "core/plan/finding.h"
#include "core/search/figures.h"

namespace zp {

/// An entry of the ledger that two plans have otherwise; 0 where one has none.
struct EntryChange {
  EntryId id{};
  Bytes before, after;  ///< of one rank; of one node on NVMe
  [[nodiscard]] Bytes change() const { return after - before; }
};

/// An entry of the clock that two plans have otherwise, in seconds; 0 where one has none.
struct TimeChange {
  TimeId id{};
  double busy_before = 0, busy_after = 0;
  double exposed_before = 0, exposed_after = 0;  ///< what of it adds to the step
  [[nodiscard]] double change() const { return exposed_after - exposed_before; }
};

/// One of the two plans.
struct ComparedPlan {
  PlanDocument document;
  Figures figures;
  /// What stops it, of what the other plan is not stopped by.
  std::vector<Finding> own_stops;
};

/// What differs between two plans, and what that does to every entry of ledger and clock.
struct PlanDifference {
  ComparedPlan before, after;
  std::vector<DifferingKey> keys;
  std::vector<EntryChange> entries;  ///< largest change first
  std::vector<TimeChange> times;     ///< largest change of what is exposed first
  [[nodiscard]] bool is_none() const { return keys.empty(); }
};

/// Precondition: is_usable(plan) of both.
PlanDifference difference_of(const PlanDocument& before, const PlanDocument& after);

}  // namespace zp
