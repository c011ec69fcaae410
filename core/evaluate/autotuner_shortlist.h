// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

inline constexpr std::size_t longest_shortlist = 5;

/// Returns the plans that are worth trying with DeepSpeed's autotuner: the plan's stage as the autotuner runs
/// it (as_autotuned), with those micro batches of the plan's global batch that fit even at the high end of
/// the range; sorted by predicted speed, at most longest_shortlist. Empty if the plan's own micro batch does
/// not fit in this way, or there is no other. Precondition: is_usable(plan).
std::vector<Plan> autotuner_shortlist(const Plan& plan);

}  // namespace zp
