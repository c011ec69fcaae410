// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <span>
#include <vector>

#include "core/memory/ledger.h"
#include "ui/model/plan_results.h"
#include "ui/theme/theme.h"

/// The mapping between the bytes of a plan and the lines of its ds_config.json: the table of the plan's keys
/// says which entries of the ledger a key decides on (core/export/key_entries.h).
namespace zp {

/// A line of ds_config.json that decides on bytes.
struct GoverningLine {
  QString path;  ///< "zero_optimization.reduce_bucket_size"
  int number;    ///< line number as in editors, from 1
  std::span<const EntryId> decides;
  [[nodiscard]] bool governs(std::span<const EntryId> entries) const;
  /// Returns "reduce_bucket_size (line 12)"; a key that says nothing alone comes with the section it is in.
  [[nodiscard]] QString name() const;
};

/// These return such lines of the plan's own file, in its order: all of them, or those that decide on any
/// of the entries.
std::vector<GoverningLine> governingLines(const PlanResults& results);
std::vector<GoverningLine> governingLines(const PlanResults& results, std::span<const EntryId> entries);

/// Returns the entries of that component that a GPU holds at the peak of the plan's own strategy.
std::vector<EntryId> entriesOf(const PlanResults& results, ChartComponent component);
/// Returns the moment that shows the entries best: the peak if any of them count in it, else the fullest
/// moment at which any of them are on the GPU.
Moment momentFor(const PlanResults& results, std::span<const EntryId> entries);
/// Returns the entries of that component that a GPU holds at a moment of the step.
std::vector<EntryId> entriesOf(const PlanResults& results, ChartComponent component, Moment moment);

}  // namespace zp
