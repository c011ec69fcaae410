// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/search/option.h"

/// The smallest difference in step time that the estimate can resolve between two plans for one model on one
/// machine. Their errors are correlated, so the error of the ratio is smaller than that of either step.
namespace zp {

std::string_view name_of(DimensionKind difference);
using Differences = std::array<bool, difference_count>;
Differences differences_between(const Pick& a, const Pick& b);
/// Returns the error of a ratio of step times, as a share: half of the published pairs that differ only in
/// this stay within it.
double error_of(DimensionKind difference);

/// Returns the share by which two step times must differ to be distinguishable: the median error of the ratio
/// over published pairs that differ in the same way, each pair from one source and machine
/// (tests/truth/published/pairs.h), each source weighted equally. Several differences add up as independent
/// errors do.
double resolution_between(const Pick& a, const Pick& b);

/// Returns true if a step's wait for collectives exceeds the error for kernels, as a share of the step. False
/// if there is no clock. Precondition: is_usable(plan).
bool waits_for_collectives(const Plan& plan);

}  // namespace zp
