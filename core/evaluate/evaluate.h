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

/// The complete answer about a plan. Window, commands, reports and tests only present it.
namespace zp {

/// Everything that is known about a plan.
struct Evaluation {
  PlanDocument document;  ///< the plan that the figures belong to
  Figures figures;        ///< the plan's own memory and time
  /// All findings about the plan, worst first, each with its remedy if a single change fixes it: DeepSpeed's
  /// rules, keys that nobody reads, changes made by an export, and advice.
  std::vector<Finding> findings;
  /// Carried keys with an effect in DeepSpeed that no figure includes.
  std::vector<UncountedKey> not_counted;
  /// False if the plan cannot be estimated (is_usable, core/rules/check_plan.h); then everything except
  /// `document`, `findings` and `not_counted` is empty.
  bool is_usable = false;
  std::vector<Candidate> candidates;     ///< every strategy, in the order of strategies_of()
  int selected = -1;                     ///< index of the candidate that is the plan's own strategy
  std::int64_t largest_micro_batch = 0;  ///< largest that fits; 0: none fits, or activations unknown
  ExportedConfig config;                 ///< ds_config.json as exported

  /// Returns true if the plan fits and DeepSpeed accepts it; used for exit statuses. A finding that may make
  /// it fail later does not count.
  [[nodiscard]] bool is_accepted() const {
    return is_usable && figures.estimate.fits() && !is_refused(findings);
  }
  /// Returns the worst finding with which the framework refuses the plan, or fails later although the plan
  /// fits; nullptr if there is none.
  [[nodiscard]] const Finding* stop() const;
};

/// Returns the evaluation. Takes about 0.2 ms, mostly for comparing all strategies and their largest micro
/// batches; a few milliseconds if advice searches for a way out. Loops that need neither call figures_of().
Evaluation evaluate(const PlanDocument& document, WayOutSearch search = WayOutSearch::by_advice);

}  // namespace zp
