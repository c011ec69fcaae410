// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>
#include <vector>

#include "core/memory/ledger.h"
#include "ui/model/plan_results.h"
#include "ui/theme/theme.h"

/// Maps bytes of a plan to the lines of its ds_config.json, with the table of plan keys, which says which
/// ledger entries depend on a key (core/export/key_entries.h).
namespace zp {

/// A line of ds_config.json on which bytes depend.
struct GoverningLine {
  QString path;  ///< "zero_optimization.reduce_bucket_size"
  int number;    ///< line number, from 1
  std::span<const EntryId> decides;
  [[nodiscard]] bool governs(std::span<const EntryId> entries) const;
  /// Returns "reduce_bucket_size (line 12)"; a key that is ambiguous by itself is prefixed with its section.
  [[nodiscard]] QString name() const;
};

/// Return such lines of the plan's own file, in order: all of them, or those that affect one of the entries.
std::vector<GoverningLine> governingLines(const PlanResults& results);
std::vector<GoverningLine> governingLines(const PlanResults& results, std::span<const EntryId> entries);

/// Returns the entries of that component that a GPU holds at the peak of the plan's own strategy.
std::vector<EntryId> entriesOf(const PlanResults& results, ChartComponent component);
/// Returns the moment to show the entries at: the peak if one of them exists then, else the moment with most
/// memory at which one of them is on the GPU.
Moment momentFor(const PlanResults& results, std::span<const EntryId> entries);
/// Returns the entries of that component that a GPU holds at a moment of the step.
std::vector<EntryId> entriesOf(const PlanResults& results, ChartComponent component, Moment moment);

}  // namespace zp
