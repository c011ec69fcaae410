// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/step_memory_data.h"

#include <algorithm>
#include <span>

#include "core/memory/timeline.h"
#include "core/units/format.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"
#include "ui/results/result_words.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::size_t index_of(auto enumerator) { return static_cast<std::size_t>(enumerator); }

/// Returns true for a moment before the first step or after one.
bool isApart(Moment moment) {
  return moment != Moment::between &&
         (phase_of(moment) == Phase::initialisation || phase_of(moment) == Phase::save);
}

BarRow rowOf(const Timeline& line, Moment moment, const GpuMemory& gpu) {
  const Bytes total = line.totals[index_of(moment)];
  const ChartBytes parts = chartBytesOf(line.components[index_of(moment)]);
  BarRow row;
  row.label = toQt(title_of(moment));
  for (const Bytes part : parts)
    row.parts.push_back({to_gib(part), toQt(format_gib(part)), {}});
  // Cached memory that PyTorch can free does not make a moment tight.
  const Bytes used = gpu.is_filled_by_cache() ? std::min(total, gpu.peak_without_cache) : total;
  row.verdict = verdictOf(total <= gpu.capacity, used, gpu.capacity);
  row.total_text = toQt(format_gib_value(total));
  if (row.verdict == Verdict::over) row.lack_text = u'+' + toQt(format_gib_value(total - gpu.capacity));
  row.spoken = row.label + u": "_s + row.total_text + u" of " + toQt(format_gib_value(gpu.capacity)) +
               u" gibibytes" + (row.verdict == Verdict::over ? u", does not fit"_s : QString()) +
               (moment == line.peak ? u", the peak"_s : QString());
  return row;
}

QString peakText(const BarRow& row, Moment moment, const GpuMemory& gpu) {
  QString title = toQt(title_of(moment));
  title[0] = title[0].toLower();
  const QString amount = gpu.is_filled_by_cache()
                             ? QObject::tr("%1 + PyTorch's cache").arg(toQt(format_gib(gpu.needed())))
                             : toQt(format_gib(gpu.peak));
  QString text = u"Peak "_s + amount + u", " + title + u' ' + glyphOf(row.verdict);
  if (row.verdict == Verdict::over) text += u' ' + row.lack_text;
  return text;
}

void addMoments(StepChartData& data, const Timeline& line, const MemoryEstimate& estimate) {
  for (const Moment moment : line.moments()) {
    if (moment == line.peak && data.peak < 0) data.peak = static_cast<int>(data.bars.rows.size());
    data.bars.rows.push_back(rowOf(line, moment, estimate.gpu));
    data.moments.push_back({toQt(description_of(moment)), isApart(moment)});
  }
  BarRow& peak = data.bars.rows[static_cast<std::size_t>(data.peak)];
  peak.low = to_gib(estimate.gpu.likely_peak.low);
  peak.high = to_gib(estimate.gpu.likely_peak.high);
  data.peak_text = peakText(peak, line.peak, estimate.gpu);
}

bool isGpuMemory(ObservedQuantity quantity) { return quantity <= ObservedQuantity::gpu_used; }

/// Adds each measured value to the row of the first moment that it refers to: tensors below the overhead, the
/// driver's figures above it.
void addMarks(StepChartData& data, const MomentsInOrder& moments,
              const std::vector<MeasuredDifference>& measured) {
  for (const MeasuredDifference& difference : measured) {
    if (!isGpuMemory(difference.quantity) || difference.moments == Moments()) continue;
    const auto first =
        std::ranges::find_if(moments, [&](Moment moment) { return difference.moments.has(moment); });
    if (first == moments.end()) continue;
    const auto at = first - moments.begin();
    BarRow& row = data.bars.rows[static_cast<std::size_t>(at)];
    const Bytes seen = bytes_of(difference.measured), expected = bytes_of(difference.predicted);
    const QString words = toQt(name_of(difference.quantity)) + u", "_s + toQt(difference.moment) + u": "_s +
                          toQt(format_gib(seen)) + u" measured, "_s + toQt(format_gib(expected)) +
                          u" predicted"_s;
    row.marks.push_back({to_gib(seen), to_gib(expected), difference.is_outside(), words});
    row.spoken += u", "_s + words;
  }
}

}  // namespace

StepChartData stepMemoryData(const PlanResults& results, const QString& plan_name,
                             const std::vector<MeasuredDifference>& measured) {
  StepChartData data;
  BarChartData& bars = data.bars;
  for (std::size_t i = 0; i < chart_component_count; ++i)
    bars.series.push_back({nameOf(static_cast<ChartComponent>(i)), static_cast<ChartComponent>(i)});
  if (results.has_numbers) {
    const Timeline line = timeline(results.evaluation.figures.estimate, Place::gpu);
    addMoments(data, line, results.evaluation.figures.estimate);
    addMarks(data, line.moments(), measured);
  }
  const QString strategy = toQt(label_of(strategy_of(results.evaluation.document.plan)));
  bars.limit = to_gib(results.evaluation.figures.estimate.gpu.capacity);
  bars.limit_text = usableText(results);
  bars.axis_title = u"GiB per GPU, "_s + strategy;
  if (std::ranges::any_of(bars.rows, [](const BarRow& row) { return !row.marks.empty(); }))
    bars.axis_title += u"   ◆ measured, with a band to its prediction"_s;
  setWords(
      bars, results, u"Memory per GPU over one training step, "_s + strategy,
      u"1 GiB = 2³⁰ bytes; with CUDA context and libraries; straight between the moments named; an estimate "
      u"of ZeRO Planner"_s,
      plan_name);
  return data;
}

}  // namespace zp
