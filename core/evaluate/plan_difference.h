// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/estimate/figures.h"
#include "core/plan/finding.h"
#include "core/settings/changed_keys.h"

namespace zp {

/// An entry of the ledger that differs between two plans; 0 bytes where a plan has none.
struct EntryChange {
  EntryId id{};
  Bytes before, after;  ///< bytes of one rank; of one node on NVMe
  [[nodiscard]] Bytes change() const { return after - before; }
};

/// An entry of the clock that differs between two plans, in seconds; 0 where a plan has none.
struct TimeChange {
  TimeId id{};
  double busy_before = 0, busy_after = 0;
  double exposed_before = 0, exposed_after = 0;  ///< seconds that add to the step
  [[nodiscard]] double change() const { return exposed_after - exposed_before; }
};

/// One of the two plans.
struct ComparedPlan {
  PlanDocument document;
  Figures figures;
  /// Findings that stop this plan and do not stop the other.
  std::vector<Finding> own_stops;
};

/// The differences between two plans, in keys and in every entry of ledger and clock.
struct PlanDifference {
  ComparedPlan before, after;
  std::vector<DifferingKey> keys;
  std::vector<EntryChange> entries;  ///< largest change first
  std::vector<TimeChange> times;     ///< largest change of exposed seconds first
  [[nodiscard]] bool is_none() const { return keys.empty(); }
};

/// Returns the differences. Precondition: is_usable(plan) of both.
PlanDifference difference_of(const PlanDocument& before, const PlanDocument& after);

}  // namespace zp
