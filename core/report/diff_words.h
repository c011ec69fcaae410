// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evaluate/plan_difference.h"

namespace zp {

/// Share of a speed that a person would still see; below it two plans are as fast.
inline constexpr double visible_share = 0.0005;

/// In one line: "B needs 12.3 GiB less per GPU and is 8 % slower."; that both are one plan; that only one of
/// them fits.
std::string verdict(const PlanDifference& difference);

}  // namespace zp
