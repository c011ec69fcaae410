// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/estimate/figures.h"
#include "core/plan/finding.h"
#include "core/settings/changed_keys.h"

namespace zp {

/// A ledger entry that differs between two plans; 0 bytes if a plan lacks it.
struct EntryChange {
  EntryId id{};
  Bytes before, after;  ///< bytes per rank; per node on NVMe
  [[nodiscard]] Bytes change() const { return after - before; }
};

/// A clock entry that differs between two plans, in seconds; 0 if a plan lacks it.
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
  /// Findings that stop this plan but not the other.
  std::vector<Finding> own_stops;
};

/// The differences between two plans, in keys and in the entries of ledger and clock.
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
