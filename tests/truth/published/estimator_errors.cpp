// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/estimator_errors.h"

#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include "core/memory/estimate.h"
#include "core/report/reference_parts.h"
#include "tests/truth/published/table_parts.h"

namespace zp::test {
namespace {

/// One estimator's errors so far.
struct ErrorSum {
  std::vector<double> errors;
  std::set<std::string> rows, sources;
  int below = 0;

  void add(const BlindFigure& figure, double predicted_gib) {
    errors.push_back(std::abs(predicted_gib / figure.measured - 1));
    rows.insert(figure.row->id);
    sources.insert(figure.row->source);
    below += predicted_gib < figure.measured ? 1 : 0;
  }
  [[nodiscard]] EstimatorErrors result() const {
    return {.median = median_of(errors), .p90 = errors.empty() ? 0 : ninth_of_ten(errors), .below = below};
  }
};

/// The errors of this program, then of the others in the order of all_estimators.
using ErrorSums = std::array<ErrorSum, all_estimators.size() + 1>;

ErrorSums error_sums(const std::vector<BlindFigure>& figures) {
  ErrorSums sums;
  for (const BlindFigure& figure : figures) {
    sums[0].add(figure, figure.predicted);
    const Plan& plan = *figure.row->plan;
    const auto all = reference_figures(plan, estimate_memory(plan));
    for (std::size_t i = 0; i < all.size(); ++i)
      if (const auto parts = gpu_parts(all[i]))
        sums[i + 1].add(figure, parts->total() / static_cast<double>(bytes_per_gib));
  }
  return sums;
}

}  // namespace

std::vector<AccuracyEstimator> estimator_errors(const std::vector<BlindFigure>& first_written,
                                                const std::vector<BlindFigure>& completed) {
  const ErrorSums before = error_sums(first_written), after = error_sums(completed);
  std::vector<AccuracyEstimator> result;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const std::string key(i == 0 ? "ours" : key_of(all_estimators[i - 1]));
    if (before[i].rows != after[i].rows)
      throw std::runtime_error("the figures of " + key + " are of other rows with later keys than without");
    result.push_back({.key = key,
                      .count = static_cast<int>(after[i].errors.size()),
                      .sources = static_cast<int>(after[i].sources.size()),
                      .first_written = before[i].result(),
                      .completed = after[i].result()});
  }
  return result;
}

}  // namespace zp::test
