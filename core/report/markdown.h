// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evaluate/evaluate.h"

namespace zp {

/// Returns report.md of an export: the plan, the verdict, all strategies, ledger and clock with formulas and
/// sources, the other estimators, how to launch, and the issues. Contains no date and no path, so that the
/// same plan gives the same report.
std::string report_markdown(const Evaluation& evaluation);

}  // namespace zp
