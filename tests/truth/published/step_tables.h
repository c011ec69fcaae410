// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/accuracy/accuracy.h"
#include "tests/truth/published/speed_rows.h"

/// Published step times by kind of run: one table of which rows stand where.
namespace zp::test {

/// A row's seconds beside the clock's, with the clock's range.
AccuracyRow step_row(const SpeedRow& row);

/// The tables that have a goal, or those for orientation.
std::vector<AccuracyTable> step_tables_of(const std::vector<SpeedRow>& rows, bool with_goal);

/// Those of pipelines alone.
AccuracyTable pipeline_table(const std::vector<SpeedRow>& rows);

}  // namespace zp::test
