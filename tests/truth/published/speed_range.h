// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "tests/truth/published/speed_rows.h"

/// Measures how far the clock may be off: measured over predicted, by regime.
namespace zp::test {

/// Returns the rows of complete configurations of that regime, of quality A and B, that state the decisive
/// thing (core/speed/range.h) or, if `is_stated` is false, leave it to defaults.
std::vector<const SpeedRow*> rows_of(const std::vector<SpeedRow>& rows, Regime regime, bool is_stated);

/// The share of rows left out on either side of a range. With it, a range holds 80 % of the rows of a source
/// that was left out.
inline constexpr double usual_tail = 0.06;
/// Returns the factors on an estimate at the percentiles `tail` and 1 − `tail` of measured ÷ predicted (the
/// 6th and 94th by default). Every source has the same weight, however many rows it has.
SecondsRange range_from(const std::vector<const SpeedRow*>& rows, double tail = usual_tail);

/// The number of rows, and how many of them fall into the range taken from the other sources' rows
/// of the regime.
struct Coverage {
  int rows = 0, held = 0;
  [[nodiscard]] double share() const { return rows > 0 ? static_cast<double>(held) / rows : 0; }
};
Coverage coverage_leaving_one_source_out(const std::vector<const SpeedRow*>& rows, double tail = usual_tail);

}  // namespace zp::test
