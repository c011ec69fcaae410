// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/accuracy/accuracy.h"
#include "tests/truth/published/speed_rows.h"

/// Published step times by kind of run, in one list of tables that says which rows stand in which.
namespace zp::test {

/// Returns a row's seconds beside the clock's, with the clock's range.
AccuracyRow step_row(const SpeedRow& row);

/// Returns the tables that have a goal, or those for orientation.
std::vector<AccuracyTable> step_tables_of(const std::vector<SpeedRow>& rows, bool with_goal);

/// Table of pipelines alone.
AccuracyTable pipeline_table(const std::vector<SpeedRow>& rows);

}  // namespace zp::test
