// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/// Ranges of factors on an estimate, from published figures over estimated ones.
namespace zp::test {

/// A published figure over the estimate of it, and the source that it is from.
struct Residual {
  std::string source;
  double ratio = 0;  ///< measured ÷ predicted
};

struct FactorRange {
  double low = 1, high = 1;
  [[nodiscard]] bool holds(double ratio) const { return low <= ratio && ratio <= high; }
};

/// The share left out on either side of a range. With it, ranges of step times hold about 80 % of a source
/// that was left out, every source counting the same.
inline constexpr double usual_tail = 0.1;
/// Returns the ratios at the percentiles `tail` and 1 − `tail`, 1 always between them. Every source has the
/// same weight, however many rows it has.
FactorRange range_from(const std::vector<Residual>& residuals, double tail = usual_tail);

/// The number of rows, and how many of them fall into the range taken from the other sources' rows.
struct Coverage {
  int rows = 0, held = 0;
  [[nodiscard]] double share() const { return rows > 0 ? static_cast<double>(held) / rows : 0; }
  Coverage& operator+=(const Coverage& other) {
    rows += other.rows;
    held += other.held;
    return *this;
  }
};
/// Returns, for each residual, whether the range taken from the other sources holds it; all false where there
/// is one source only.
std::vector<bool> held_by_other_sources(const std::vector<Residual>& residuals, double tail = usual_tail);
Coverage coverage_leaving_one_source_out(const std::vector<Residual>& residuals, double tail = usual_tail);
/// Returns the number of different sources.
int sources_of(const std::vector<Residual>& residuals);

}  // namespace zp::test
