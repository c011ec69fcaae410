// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/search/option.h"

/// The smallest difference between two plans for one model on one machine that the clock can tell. The errors
/// of both go together, so the error of the ratio of their steps is smaller than that of either step.
namespace zp {

std::string_view name_of(DimensionKind difference);
using Differences = std::array<bool, difference_count>;
Differences differences_between(const Pick& a, const Pick& b);
/// Returns the error of a step ratio, as a share: half of the published pairs that differ in this alone stay
/// within it.
double error_of(DimensionKind difference);

/// Returns the share by which two steps must differ to be told apart. Of the published pairs of one source
/// and machine that differ in the same way, half are estimated with a smaller error of their ratio
/// (tests/truth/published/pairs.h), every source counting the same. Several differences add up as independent
/// errors do.
double resolution_between(const Pick& a, const Pick& b);

/// Returns true if a step's wait for collectives is noticeable: its share of the step is above the error for
/// kernels. False if there is no clock. Precondition: is_usable(plan).
bool waits_for_collectives(const Plan& plan);

}  // namespace zp
