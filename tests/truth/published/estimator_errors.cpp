// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/estimator_errors.h"

#include <array>
#include <cmath>
#include <set>

#include "core/memory/estimate.h"
#include "core/report/reference_parts.h"
#include "tests/truth/published/table_parts.h"

namespace zp::test {
namespace {

/// One estimator's errors so far.
struct ErrorSum {
  std::vector<double> errors;
  std::set<std::string> sources;
  int below = 0;

  void add(const BlindFigure& figure, double predicted_gib) {
    errors.push_back(std::abs(predicted_gib / figure.measured - 1));
    sources.insert(figure.row->source);
    below += predicted_gib < figure.measured ? 1 : 0;
  }
  [[nodiscard]] AccuracyEstimator result(std::string_view key) const {
    return {.key = std::string(key),
            .count = static_cast<int>(errors.size()),
            .sources = static_cast<int>(sources.size()),
            .median = median_of(errors),
            .p90 = errors.empty() ? 0 : ninth_of_ten(errors),
            .below = below};
  }
};

}  // namespace

std::vector<AccuracyEstimator> estimator_errors(const std::vector<BlindFigure>& figures) {
  ErrorSum ours;
  std::array<ErrorSum, all_estimators.size()> theirs;
  for (const BlindFigure& figure : figures) {
    ours.add(figure, figure.predicted);
    const Plan& plan = *figure.row->plan;
    const auto all = reference_figures(plan, estimate_memory(plan));
    for (std::size_t i = 0; i < all.size(); ++i)
      if (const auto parts = gpu_parts(all[i]))
        theirs[i].add(figure, parts->total() / static_cast<double>(bytes_per_gib));
  }
  std::vector<AccuracyEstimator> result = {ours.result("ours")};
  for (std::size_t i = 0; i < theirs.size(); ++i)
    result.push_back(theirs[i].result(key_of(all_estimators[i])));
  return result;
}

}  // namespace zp::test
