// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/search/choice.h"

/// What a change of hardware or of what the program may do would bring, each searched anew.
namespace zp {

/// One change, from the smallest to the largest: a feature, memory, network, nodes.
struct Change {
  std::string id;     ///< "fused_loss"
  std::string title;  ///< "A fused loss (Liger-Kernel)"
  Plan plan;
  Freedom freedom;
  /// What it makes of no candidate smaller; none for what opens or divides otherwise.
  std::optional<Kept> kept = {};
};
std::vector<Change> possible_changes(const Plan& plan, const Freedom& freedom);

struct Sensitivity {
  std::string id, change;      ///< the change's id and title
  std::optional<Option> best;  ///< the best of the changed plan by the objective; none where nothing runs
  std::string title;           ///< of it
  double tokens_per_s = 0;     ///< 0 = not known
  double gain = 0;             ///< tokens a second over those of the best without the change, less 1
  bool is_gain = false;        ///< better by the objective, and by more than an estimate can tell; or
                               ///< something runs where nothing did
};

/// `nearest_fix`, by index of choice.families: the title of the first change with which a family runs that
/// does not now; "" elsewhere.
struct Outlook {
  std::vector<Sensitivity> changes;
  std::vector<std::string> nearest_fix;
};
/// `choice` is that of `search`. Throws SearchStopped.
Outlook outlook_of(const PlanChoice& choice, const Search& search, const Watch& watch = {});

}  // namespace zp
