// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/residual_range.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace zp::test {
namespace {

struct Weighted {
  double ratio = 0, weight = 0;
};

/// Returns the value below which `share` of the weight lies, interpolated between two rows.
double quantile(const std::vector<Weighted>& sorted, double share) {
  double total = 0;
  for (const Weighted& each : sorted)
    total += each.weight;
  double below = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double middle = below + sorted[i].weight / 2;
    if (middle >= share * total) {
      if (i == 0) return sorted[0].ratio;
      const double before = below - sorted[i - 1].weight / 2;
      const double part = (share * total - before) / (middle - before);
      return sorted[i - 1].ratio + part * (sorted[i].ratio - sorted[i - 1].ratio);
    }
    below += sorted[i].weight;
  }
  return sorted.back().ratio;
}

std::map<std::string, int> rows_by_source(const std::vector<Residual>& residuals) {
  std::map<std::string, int> rows;
  for (const Residual& residual : residuals)
    ++rows[residual.source];
  return rows;
}

}  // namespace

FactorRange range_from(const std::vector<Residual>& residuals, double tail) {
  if (residuals.empty()) return {};
  const std::map<std::string, int> rows = rows_by_source(residuals);
  std::vector<Weighted> ratios;
  ratios.reserve(residuals.size());
  for (const Residual& residual : residuals)
    ratios.push_back({residual.ratio, 1.0 / rows.at(residual.source)});
  std::ranges::sort(ratios, {}, &Weighted::ratio);
  return {std::min(1.0, quantile(ratios, tail)), std::max(1.0, quantile(ratios, 1 - tail))};
}

std::vector<bool> held_by_other_sources(const std::vector<Residual>& residuals, double tail) {
  std::vector<bool> held(residuals.size());
  const std::map<std::string, int> rows = rows_by_source(residuals);
  if (rows.size() < 2) return held;
  for (const auto& [source, count] : rows) {
    std::vector<Residual> others;
    std::ranges::copy_if(
        residuals, std::back_inserter(others),
        [&left_out = source](const Residual& residual) { return residual.source != left_out; });
    const FactorRange range = range_from(others, tail);
    for (std::size_t i = 0; i < residuals.size(); ++i)
      if (residuals[i].source == source) held[i] = range.holds(residuals[i].ratio);
  }
  return held;
}

Coverage coverage_leaving_one_source_out(const std::vector<Residual>& residuals, double tail) {
  if (sources_of(residuals) < 2) return {};
  const std::vector<bool> held = held_by_other_sources(residuals, tail);
  return {static_cast<int>(held.size()), static_cast<int>(std::ranges::count(held, true))};
}

int sources_of(const std::vector<Residual>& residuals) {
  return static_cast<int>(rows_by_source(residuals).size());
}

}  // namespace zp::test
