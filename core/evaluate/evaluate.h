// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/advice/advice.h"
#include "core/export/ds_config.h"
#include "core/plan/finding.h"
#include "core/rules/not_counted.h"
#include "core/search/candidates.h"

/// The one answer about one plan. Window, commands, reports and tests present it and compute nothing.
namespace zp {

/// Everything there is to tell about a plan. Its own ledger and clock are the Figures it starts with.
struct Evaluation : Figures {
  PlanDocument document;  ///< what the numbers are of
  /// All that is said about the plan, worst first, each with its remedy where one change is the fix: the
  /// rules of DeepSpeed, keys nobody reads, what an export changes, and advice.
  std::vector<Finding> findings;
  /// Keys that the plan carries to DeepSpeed and whose effect no figure has.
  std::vector<NotCounted> not_counted;
  /// False where nothing is left to count (is_usable, core/rules/check_plan.h): then all but `document` and
  /// `findings` is empty.
  bool is_usable = false;
  std::vector<Candidate> candidates;     ///< every strategy, in the order of all_strategies()
  int selected = -1;                     ///< the candidate that is the plan's own strategy
  std::int64_t largest_micro_batch = 0;  ///< that fits; 0: not even 1 does, or activations unknown
  ExportedConfig config;                 ///< ds_config.json, as an export writes it

  /// Whether it fits and DeepSpeed takes it: what an exit status says. What may stop it later is only told.
  [[nodiscard]] bool is_accepted() const { return is_usable && estimate.fits() && !is_refused(findings); }
};

/// A fifth of a millisecond, most of it spent on the comparison of all strategies and their largest micro
/// batches, and a few where advice searches for a way out; figures_of() is for loops that need none of that.
Evaluation evaluate(const PlanDocument& document, WayOutSearch search = WayOutSearch::here);

}  // namespace zp
