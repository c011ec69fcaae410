// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evaluate/plan_difference.h"

namespace zp {

/// The smallest share of a speed that a person would notice; below it two plans are equally fast.
inline constexpr double visible_share = 0.0005;

/// Returns one line: "B needs 12.3 GiB less per GPU and is 8 % slower.", or that both are one plan, or that
/// only one of them fits.
std::string verdict(const PlanDifference& difference);

}  // namespace zp
