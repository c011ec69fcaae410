// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_chart_data.h"

#include <algorithm>

#include "core/memory/explain.h"
#include "core/units/format.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"
#include "ui/results/config_lines.h"
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

/// "In ds_config.json: reduce_bucket_size (line 12), …" for each component of the plan as it is.
void addLines(const PlanResults& results, MemoryRow& row) {
  std::array<QStringList, chart_component_count> names;
  std::array<std::vector<EntryId>, chart_component_count> entries;
  for (std::size_t i = 0; i < chart_component_count; ++i)
    entries[i] = entriesOf(results, static_cast<ChartComponent>(i));
  for (const GoverningLine& line : governingLines(results))
    for (std::size_t i = 0; i < chart_component_count; ++i)
      if (line.governs(entries[i])) names[i] << line.name();
  for (std::size_t i = 0; i < chart_component_count; ++i)
    if (!names[i].isEmpty()) row.details[i] += u"\nIn ds_config.json: "_s + names[i].join(u", "_s);
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
  for (const int index : shownCandidates(results, row_count)) {
    data.rows.push_back(
        rowOf(results.candidates[static_cast<std::size_t>(index)], index == results.selected));
    if (index == results.selected) addLines(results, data.rows.back());
  }
  data.unitTitle = u"GiB per GPU"_s;
  setWords(
      data, results, u"Memory per GPU by strategy"_s,
      u"1 GiB = 2³⁰ bytes; peak of a step with CUDA context and libraries, an estimate of ZeRO Planner"_s,
      plan_name);
  return data;
}

}  // namespace zp
