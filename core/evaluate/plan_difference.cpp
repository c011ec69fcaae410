// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/plan_difference.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <tuple>
#include <utility>

#include "core/rules/check_plan.h"

namespace zp {
namespace {

std::vector<EntryChange> entry_changes(const Ledger& before, const Ledger& after) {
  std::vector<EntryChange> changes;
  for (const EntryRow& row : entry_rows) {
    const EntryChange change{row.id, before.bytes(row.id), after.bytes(row.id)};
    if (change.change() != Bytes()) changes.push_back(change);
  }
  std::ranges::stable_sort(changes, std::greater(),
                           [](const EntryChange& entry) { return std::abs(entry.change().value()); });
  return changes;
}

std::vector<TimeChange> time_changes(const TimeLedger& before, const TimeLedger& after) {
  std::vector<TimeChange> changes;
  for (std::size_t i = 0; i < time_id_count; ++i) {
    const auto id = static_cast<TimeId>(i);
    TimeChange change{id};
    if (const TimeEntry* entry = before.find(id))
      std::tie(change.busy_before, change.exposed_before) = std::pair(entry->busy, entry->exposed());
    if (const TimeEntry* entry = after.find(id))
      std::tie(change.busy_after, change.exposed_after) = std::pair(entry->busy, entry->exposed());
    if (change.busy_before != change.busy_after || change.change() != 0) changes.push_back(change);
  }
  std::ranges::stable_sort(changes, std::greater(), [](const TimeChange& entry) {
    return std::pair(std::abs(entry.change()), std::abs(entry.busy_after - entry.busy_before));
  });
  return changes;
}

std::vector<Finding> stops_of(const Plan& plan) {
  std::vector<Finding> found = check(plan);
  std::erase_if(found, [](const Finding& finding) { return finding.severity > Severity::fails_later; });
  return found;
}

std::vector<Finding> without(std::vector<Finding> findings, const std::vector<Finding>& others) {
  std::erase_if(findings, [&](const Finding& finding) {
    return std::ranges::any_of(others, [&](const Finding& other) {
      return other.code == finding.code && other.path == finding.path;
    });
  });
  return findings;
}

}  // namespace

PlanDifference difference_of(const PlanDocument& before, const PlanDocument& after) {
  PlanDifference difference;
  const std::vector<Finding> stops_before = stops_of(before.plan), stops_after = stops_of(after.plan);
  difference.before = {before, figures_of(before.plan), without(stops_before, stops_after)};
  difference.after = {after, figures_of(after.plan), without(stops_after, stops_before)};
  const Figures &old_figures = difference.before.figures, &new_figures = difference.after.figures;
  difference.keys = differing_keys(before, after);
  difference.entries = entry_changes(old_figures.estimate.ledger, new_figures.estimate.ledger);
  difference.times = time_changes(old_figures.time.ledger, new_figures.time.ledger);
  return difference;
}

}  // namespace zp
