// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/evaluate/evaluate.h"
#include "core/export/flavours.h"

namespace zp {

/// Returns report.md of an export: the plan, the verdict, what the user must fill in, all strategies, ledger
/// and clock with formulas and sources, the other estimators, how to start it, and the issues. Contains no
/// date and no path, so that the same plan gives the same report.
std::string report_markdown(const Evaluation& evaluation, const ProgramExport& made);
/// Returns the report of a launch.
std::string report_markdown(const Evaluation& evaluation);

}  // namespace zp
