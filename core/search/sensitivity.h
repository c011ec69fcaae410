// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/search/choice.h"

/// Effects of changing hardware or program features; each change is searched anew.
namespace zp {

/// A change. The list is sorted from small to large: a feature, memory, network, nodes.
struct Change {
  std::string id;     ///< "fused_loss"
  std::string title;  ///< "A fused loss (Liger-Kernel)"
  Plan plan;
  Freedom freedom;
  /// Figures that the change never makes smaller; nullopt if it opens dimensions or changes how the model is
  /// divided.
  std::optional<MonotoneBounds> kept = {};
  bool of_the_program = false;  ///< true for a setting of the training program, false for hardware
};
std::vector<Change> possible_changes(const Plan& plan, const Freedom& freedom);

struct Sensitivity {
  std::string id, change;      ///< id and title of the change
  std::optional<Option> best;  ///< plainest option of the changed plan (PlanChoice); nullopt if nothing runs
  /// Title of that option, with its global batch if that is another than the best plan's.
  std::string title;
  double tokens_per_s = 0;  ///< 0 = unknown
  double gain = 0;          ///< tokens per second relative to the best without the change, minus 1
  bool is_gain = false;  ///< true if better by the objective and by more than the resolution, or if something
                         ///< runs where nothing ran before
  Plan plan = {};        ///< the plan with the change and with `best`, if set
  bool of_the_program = false;  ///< as in Change
  bool is_wrong_tool = false;   ///< true if `plan` runs and should not be run (why_wrong_tool)
};

/// Effects of all changes. `nearest_fix`, indexed like choice.families, is the title of the first change with
/// which a family runs that does not run now; "" elsewhere.
struct SensitivityTable {
  std::vector<Sensitivity> changes;
  std::vector<std::string> nearest_fix;

  /// Returns a change with which a plan runs that should be run: one of the program before one of the
  /// hardware, then the largest gain, then the first; nullptr if there is none. Meant for when nothing fits,
  /// or what fits should not be run.
  [[nodiscard]] const Sensitivity* way_out() const;
};
/// Returns "Runs with: A fused loss (Liger-Kernel): ZeRO-3 · micro batch 1 × 4, 12,300 tokens/s." for a
/// change with which a plan runs; "Better with: …" where the plans without it are the wrong tool.
std::string way_out_words(const Sensitivity& change, VerdictKind kind);
/// Returns the effect of each possible change. `choice` must come from `search`. Throws SearchStopped.
SensitivityTable outlook_of(const PlanChoice& choice, const Search& search, const Watch& watch = {});

}  // namespace zp
