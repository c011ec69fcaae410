// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_chart_data.h"

#include <algorithm>

#include "core/memory/explain.h"
#include "core/units/format.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"
#include "ui/results/memory_row.h"
#include "ui/results/result_words.h"
#include "ui/results/strategy_rows.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Each entry of the peak with its formula and source, for its component's tool tip.
std::array<QString, chart_component_count> detailsOf(const Plan& plan, const MemoryEstimate& estimate) {
  std::array<QStringList, chart_component_count> lines;
  const Explanations explanations(plan, estimate.ledger);
  for (const Entry& entry : estimate.ledger.entries()) {
    if (entry.place != Place::gpu || !entry.counts_in(estimate.gpu.peak_phase)) continue;
    const Explanation& words = explanations.of(entry.id);
    lines[static_cast<std::size_t>(chartComponentOf(entry.component))]
        << toQt(words.title) + u": " + toQt(words.line) << u"Source: "_s + toQt(words.source);
  }
  std::array<QString, chart_component_count> details;
  for (std::size_t i = 0; i < details.size(); ++i)
    details[i] = lines[i].join(u'\n');
  return details;
}

MemoryRow rowOf(const Candidate& candidate, bool selected) {
  MemoryRow row = memoryRow(candidate.estimate);
  row.label = toQt(label_of(candidate.strategy));
  row.selected = selected;
  row.totalText = toQt(format_gib_value(candidate.estimate.gpu.peak));
  row.details = detailsOf(candidate.plan, candidate.estimate);
  return row;
}

}  // namespace

MemoryChartData memoryChartData(const PlanResults& results, std::size_t row_count, const QString& plan_name) {
  MemoryChartData data;
  data.capacityGib = to_gib(results.estimate.gpu.capacity);
  data.capacityText = usableText(results);
  for (const int index : shownCandidates(results, row_count))
    data.rows.push_back(
        rowOf(results.candidates[static_cast<std::size_t>(index)], index == results.selected));
  data.unitTitle = u"GiB per GPU"_s;
  setWords(
      data, results, u"Memory per GPU by strategy"_s,
      u"1 GiB = 2³⁰ bytes; peak of a step with CUDA context and libraries, an estimate of ZeRO Planner"_s,
      plan_name);
  return data;
}

}  // namespace zp
