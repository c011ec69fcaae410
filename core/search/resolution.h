// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/search/option.h"

/// What the clock can tell of two plans for one model on one machine. Their errors go together, so the error
/// of the ratio of their steps is smaller than that of either step.
namespace zp {

std::string_view name_of(Difference difference);
using Differences = std::array<bool, difference_count>;
Differences differences_between(const Pick& a, const Pick& b);
/// The error of a ratio that half of the published pairs stay within that differ in this alone.
double error_of(Difference difference);

/// Plans whose steps differ by no more than this share cannot be told apart: of published pairs of one source
/// and machine that differ in the same, half are estimated with a smaller error of their ratio
/// (tests/truth/published/pairs.h), every source counting the same. What differs in several adds up as
/// independent errors do.
double resolution_between(const Pick& a, const Pick& b);

/// Whether a step waits for collectives by more than that: the share of the step is above what can be told of
/// kernels. False where there is no clock. Precondition: is_usable(plan).
bool waits_for_collectives(const Plan& plan);

/// No two picks are less well told apart.
double widest_resolution();

}  // namespace zp
