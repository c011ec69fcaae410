// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

inline constexpr std::size_t longest_shortlist = 5;

/// What DeepSpeed's autotuner is worth being asked to try of a plan: its stage as the autotuner runs it
/// (as_autotuned), with the micro batches of the plan's global batch that fit, the high end of the range
/// included; fastest first by the clock, at most longest_shortlist. Empty where the plan's own micro batch
/// does not fit so, or where there is no other. Precondition: is_usable(plan).
std::vector<Plan> autotuner_shortlist(const Plan& plan);

}  // namespace zp
