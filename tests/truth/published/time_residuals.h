// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "core/speed/range.h"
#include "tests/truth/published/residual_range.h"
#include "tests/truth/published/speed_rows.h"

/// Step times of published runs over those of the clock, from which the ranges of step times are made.
namespace zp::test {

struct TimeResidual {
  std::string id, source;
  RunKind kind{};
  bool is_stated = false;  ///< the plan states what decides its kind (core/speed/range.h)
  bool has_old_kernel = false;
  bool is_blind = false;     ///< the plan was written before any estimate was made (tests/data/blind)
  bool is_held_out = false;  ///< by the division of the collection
  /// The source leaves out a setting that decides the time; no range is made from such rows.
  bool lacks_decisive = false;
  double ratio = 0;  ///< measured ÷ predicted
};

/// Returns true if the row's plan is complete, so that the range of its kind is made from it too.
[[nodiscard]] bool is_ranged(const SpeedRow& row);
/// Returns true if the plan states what decides its kind, and its source too.
[[nodiscard]] bool states_decisive(const SpeedRow& row);

/// Returns the residuals of all complete rows of quality A and B, and of the blind ones.
const std::vector<TimeResidual>& time_residuals();

/// Returns the rows of core/speed/time_factors.inc, one for each kind of run.
std::vector<KindOfRange> time_ranges();
/// Returns the text of that file.
std::string time_factors();
/// Returns the ranges in words, and how many rows they hold when they are taken from the other sources.
AccuracyGrid time_range_grid();
/// Returns the share of a kind's rows held so, whose source says what decides.
Coverage coverage_of(RunKind kind);

}  // namespace zp::test
