// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evaluate/plan_difference.h"

namespace zp {

/// The smallest relative difference in speed that is reported; below it two plans count as equally fast.
inline constexpr double visible_share = 0.0005;

/// Returns one line: "B needs 12.3 GiB less per GPU and is 8 % slower.", or that both plans are the same, or
/// that only one fits.
std::string verdict(const PlanDifference& difference);

}  // namespace zp
