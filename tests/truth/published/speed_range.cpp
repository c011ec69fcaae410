// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/speed_range.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/speed/range.h"

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

}  // namespace

std::vector<const SpeedRow*> rows_of(const std::vector<SpeedRow>& rows, Regime regime, bool is_stated) {
  std::vector<const SpeedRow*> of_regime;
  for (const SpeedRow& row : rows) {
    if (row.time.regime != regime || !row.published->is_complete || row.published->lacks_accumulation)
      continue;
    if (row.published->plan.training.quantizes_frozen()) continue;
    const Statement decisive = zp::decisive(regime);
    const bool is_assumed = decisive == Statement::network && row.published->assumes_network;
    if ((states(row.published->plan, decisive) && !is_assumed) == is_stated) of_regime.push_back(&row);
  }
  return of_regime;
}

SecondsRange range_from(const std::vector<const SpeedRow*>& rows, double tail) {
  std::map<std::string, double> rows_of_source;
  for (const SpeedRow* row : rows)
    rows_of_source[row->published->source] += 1;
  std::vector<Weighted> ratios;
  ratios.reserve(rows.size());
  for (const SpeedRow* row : rows)
    ratios.push_back({row->measured / row->predicted, 1 / rows_of_source[row->published->source]});
  if (ratios.empty()) return {1, 1};
  std::ranges::sort(ratios, {}, &Weighted::ratio);
  return {std::min(1.0, quantile(ratios, tail)), std::max(1.0, quantile(ratios, 1 - tail))};
}

Coverage coverage_leaving_one_source_out(const std::vector<const SpeedRow*>& rows, double tail) {
  std::set<std::string> sources;
  for (const SpeedRow* row : rows)
    sources.insert(row->published->source);
  Coverage coverage;
  if (sources.size() < 2) return coverage;
  for (const std::string& source : sources) {
    std::vector<const SpeedRow*> others;
    std::ranges::copy_if(rows, std::back_inserter(others),
                         [&](const SpeedRow* row) { return row->published->source != source; });
    const SecondsRange range = range_from(others, tail);
    for (const SpeedRow* row : rows) {
      if (row->published->source != source) continue;
      const double ratio = row->measured / row->predicted;
      ++coverage.rows;
      coverage.held += range.low <= ratio && ratio <= range.high;
    }
  }
  return coverage;
}

}  // namespace zp::test
