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

/// The one answer about a plan. Window, commands, reports and tests present it and compute nothing.
namespace zp {

/// Everything that is known about a plan.
struct Evaluation {
  PlanDocument document;  ///< plan that the numbers belong to
  Figures figures;        ///< the plan's own ledger and clock
  /// All findings about the plan, worst first, each with its remedy if one change is the fix: the rules of
  /// DeepSpeed, keys that nobody reads, what an export changes, and advice.
  std::vector<Finding> findings;
  /// Keys that the plan carries to DeepSpeed and whose effect no figure contains.
  std::vector<UncountedKey> not_counted;
  /// False if the plan cannot be estimated (is_usable, core/rules/check_plan.h); then everything except
  /// `document`, `findings` and `not_counted` is empty.
  bool is_usable = false;
  std::vector<Candidate> candidates;     ///< every strategy, in the order of strategies_of()
  int selected = -1;                     ///< index of the candidate that is the plan's own strategy
  std::int64_t largest_micro_batch = 0;  ///< largest that fits; 0: not even 1, or activations unknown
  ExportedConfig config;                 ///< ds_config.json as an export writes it

  /// Returns true if the plan fits and DeepSpeed takes it; exit statuses report this. A finding that may stop
  /// it later does not count.
  [[nodiscard]] bool is_accepted() const {
    return is_usable && figures.estimate.fits() && !is_refused(findings);
  }
  /// Returns the worst finding with which the framework refuses the plan, or stops with it later although it
  /// fits; nullptr if there is none.
  [[nodiscard]] const Finding* stop() const;
};

/// Returns the evaluation in about a fifth of a millisecond, most of it spent on the comparison of all
/// strategies and their largest micro batches; in a few milliseconds if advice searches for a way out. Loops
/// that need none of that use figures_of().
Evaluation evaluate(const PlanDocument& document, WayOutSearch search = WayOutSearch::here);

}  // namespace zp
