// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "tests/truth/published/speed_rows.h"

/// How far the clock may be off: measured over predicted, by regime.
namespace zp::test {

/// Rows of complete configurations of that regime, quality A and B, that state the decisive thing
/// (core/speed/range.h) or leave it to defaults.
std::vector<const SpeedRow*> rows_of(const std::vector<SpeedRow>& rows, Regime regime, bool is_stated);

/// The share of rows left out on either side of a range: so wide that the rows of a source left out are held
/// in 80 %.
inline constexpr double usual_tail = 0.06;
/// What an estimate is multiplied by at the 6th and 94th percentile of measured ÷ predicted, or where `tail`
/// says, every source counting the same however many rows it has.
SecondsRange range_from(const std::vector<const SpeedRow*>& rows, double tail = usual_tail);

/// How many rows fall into the range taken from the other sources' rows of the regime.
struct Coverage {
  int rows = 0, held = 0;
  [[nodiscard]] double share() const { return rows > 0 ? static_cast<double>(held) / rows : 0; }
};
Coverage coverage_leaving_one_source_out(const std::vector<const SpeedRow*>& rows, double tail = usual_tail);

}  // namespace zp::test
