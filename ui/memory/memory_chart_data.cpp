// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/memory_chart_data.h"

#include <memory>

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

/// Returns each entry of the component at the peak, with its formula and source.
QString formulasOf(const Candidate& candidate, ChartComponent component) {
  QStringList lines;
  const MemoryEstimate& estimate = candidate.estimate;
  const Explanations explanations(candidate.plan, estimate.ledger);
  for (const Entry& entry : estimate.ledger.entries()) {
    if (entry.place != Place::gpu || !entry.counts_in(estimate.gpu.peak_phase) ||
        chartComponentOf(entry.component) != component)
      continue;
    const Explanation& words = explanations.of(entry.id);
    lines << toQt(words.title) + u": " + toQt(words.line) << u"Source: "_s + toQt(words.source);
  }
  return lines.join(u'\n');
}

/// Returns the ds_config.json lines that affect the component in the present plan: "In ds_config.json:
/// reduce_bucket_size (line 12), …".
QString linesOf(const PlanResults& results, ChartComponent component) {
  QStringList names;
  for (const GoverningLine& line : governingLines(results, entriesOf(results, component)))
    names << line.name();
  return names.isEmpty() ? QString() : u"\nIn ds_config.json: "_s + names.join(u", "_s);
}

MemoryRow rowOf(const std::shared_ptr<const PlanResults>& results, int index) {
  const Candidate& candidate = results->evaluation.candidates[static_cast<std::size_t>(index)];
  MemoryRow row = memoryRow(candidate);
  row.label = toQt(label_of(candidate.strategy));
  row.selected = index == results->evaluation.selected;
  const GpuMemory& gpu = candidate.estimate.gpu;
  row.totalText = toQt(format_gib_value(gpu.needed()));
  if (gpu.is_filled_by_cache()) row.totalText = QObject::tr("%1 + PyTorch's cache").arg(row.totalText);
  row.details = [results, &candidate, is_own = row.selected](ChartComponent component) {
    const QString formulas = formulasOf(candidate, component);
    return is_own ? formulas + linesOf(*results, component) : formulas;
  };
  return row;
}

}  // namespace

MemoryChartData memoryChartData(const PlanResults& results, std::size_t row_count, const QString& plan_name) {
  MemoryChartData data;
  data.capacityGib = to_gib(results.evaluation.figures.estimate.gpu.capacity);
  data.capacityText = usableText(results);
  const auto kept = std::make_shared<const PlanResults>(results);  // kept for the tips
  for (const int index : shownCandidates(results, row_count))
    data.rows.push_back(rowOf(kept, index));
  data.unitTitle = u"GiB per GPU"_s;
  setWords(
      data, results, u"Memory per GPU by strategy"_s,
      u"1 GiB = 2³⁰ bytes; peak of a step with CUDA context and libraries, an estimate of ZeRO Planner"_s,
      plan_name);
  return data;
}

}  // namespace zp
