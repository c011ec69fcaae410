// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/search/choice.h"

/// The effects of a change of hardware or of the program's features; each change is searched anew.
namespace zp {

/// A change. The list goes from the smallest to the largest: a feature, memory, network, nodes.
struct Change {
  std::string id;     ///< "fused_loss"
  std::string title;  ///< "A fused loss (Liger-Kernel)"
  Plan plan;
  Freedom freedom;
  /// Figures that the change makes no smaller for any candidate; nullopt if it opens dimensions or changes
  /// how the plan is divided.
  std::optional<MonotoneBounds> kept = {};
  bool of_the_program = false;  ///< a setting of the training program; else other hardware
};
std::vector<Change> possible_changes(const Plan& plan, const Freedom& freedom);

struct Sensitivity {
  std::string id, change;      ///< id and title of the change
  std::optional<Option> best;  ///< plainest option of the changed plan (PlanChoice); nullopt if nothing runs
  std::string title;           ///< title of that option
  double tokens_per_s = 0;     ///< 0 = not known
  double gain = 0;             ///< ratio of tokens a second to the best without the change, less 1
  bool is_gain = false;  ///< true if better by the objective and by more than an estimate can tell, or if
                         ///< something runs where nothing did
  Plan plan = {};        ///< the plan with the change and that option, if there is one
  bool of_the_program = false;  ///< as Change has it
};

/// The effects of all changes. `nearest_fix`, by index of choice.families, is the title of the first change
/// with which a family runs that does not run now; "" elsewhere.
struct SensitivityTable {
  std::vector<Sensitivity> changes;
  std::vector<std::string> nearest_fix;

  /// Returns the smallest change with which a plan runs; nullptr if none does. It is of use where nothing
  /// fits.
  [[nodiscard]] const Sensitivity* way_out() const;
};
/// Returns "Runs with: A fused loss (Liger-Kernel): ZeRO-3 · micro batch 1 × 4, 12,300 tokens/s." of a change
/// with which a plan runs.
std::string way_out_words(const Sensitivity& change);
/// Returns the effect of each possible change. `choice` must come from `search`. Throws SearchStopped.
SensitivityTable outlook_of(const PlanChoice& choice, const Search& search, const Watch& watch = {});

}  // namespace zp
