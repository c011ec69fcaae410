// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/memory/odds.h"
#include "core/unstated/unstated.h"

/// The odds that a run fits if its open settings may have other values than the assumed ones.
namespace zp {

/// Probability that an open setting has the assumed value; its alternatives share the rest equally. Of 407
/// blind plans of rounds 3 to 8 (tests/data/blind) the logarithmic score is best between 0.6 and 0.7, and
/// within 0.01 of that up to 0.8. Round 9 had no part in the choice; table "odds" of docs/accuracy.md shows
/// it apart.
inline constexpr double assumed_share = 0.7;

/// Returns the odds that a run of the plan fits its GPUs and hosts, with every open setting at one of its
/// values: the mean of fit_odds over the combinations. The batch, the sequence length and the program do not
/// count. Settings count as independent, and their effects on
/// memory as factors; the host's capacity is the assumed one. `open` is unstated_settings(document) or
/// open_alternatives(document); without open settings the result is that of fit_odds. Precondition:
/// is_usable(document.plan).
FitOdds open_odds(const PlanDocument& document, std::span<const UnstatedSetting> open);

}  // namespace zp
