// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/estimator_bars.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/accuracy/accuracy.h"
#include "core/report/reference_parts.h"
#include "core/units/format.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"
#include "ui/results/memory_row.h"
#include "ui/results/result_words.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::string_view ours_key = "ours";  // AccuracyEstimator::key of this program

QString barWords(const char* words) { return QCoreApplication::translate("EstimatorBars", words); }

const AccuracyEstimator* errorsOf(std::string_view key) {
  const auto& all = accuracy().estimators;
  const auto found = std::ranges::find(all, key, &AccuracyEstimator::key);
  return found == all.end() ? nullptr : &*found;
}

QString errorText(std::string_view key) {
  const AccuracyEstimator* errors = errorsOf(key);
  return errors == nullptr
             ? QString()
             : barWords("median error %1").arg(toQt(format_percent(errors->first_written.median)));
}

/// Returns the error as a sentence, for tips and screen readers.
QString errorSentence(std::string_view key) {
  const AccuracyEstimator* errors = errorsOf(key);
  if (errors == nullptr) return {};
  return barWords(
             "on %1 published runs of %2 sources, planned before any program was asked: median error %3, "
             "90th percentile %4, %5 below what was measured; with facts of the sources that were added to "
             "the plans later: %6, %7, %8")
      .arg(toQt(format_count(errors->count)), toQt(format_count(errors->sources)),
           toQt(format_percent(errors->first_written.median)),
           toQt(format_percent(errors->first_written.p90)), toQt(format_count(errors->first_written.below)),
           toQt(format_percent(errors->completed.median)), toQt(format_percent(errors->completed.p90)),
           toQt(format_count(errors->completed.below)));
}

QString gibText(double bytes) { return toQt(format_bytes(bytes_of(bytes))); }

void addPart(BarRow& row, double bytes, const QString& details) {
  row.parts.push_back({to_gib(bytes_of(bytes)), gibText(bytes), [details] { return details; }});
}

/// Completes a row whose parts and label are already set; `bytes` is its total.
void finishRow(BarRow& row, double bytes, std::string_view key) {
  row.total_text = gibText(bytes);
  if (const QString off = errorText(key); !off.isEmpty()) row.total_text += u"  ·  "_s + off;
  row.spoken = row.label + u": "_s + gibText(bytes) + u", "_s + errorSentence(key);
}

BarRow ourRow(const MemoryEstimate& estimate) {
  BarRow row;
  row.label = barWords("ZeRO Planner");
  row.selected = true;
  for (const Bytes part : chartBytesOf(estimate.gpu.components))
    addPart(row, static_cast<double>(part.value()), errorSentence(ours_key));
  addPart(row, 0, {});
  const MemoryRow with_range = memoryRow(estimate);
  row.low = with_range.low;
  row.high = with_range.high;
  finishRow(row, static_cast<double>(estimate.gpu.peak.value()), ours_key);
  return row;
}

BarRow theirRow(const EstimatorFigures& figures) {
  BarRow row;
  row.label = toQt(label_of(figures.estimator));
  const std::string_view key = key_of(figures.estimator);
  const std::optional<EstimatorParts> known = gpu_parts(figures);
  const EstimatorParts parts = known.value_or(EstimatorParts{});
  const QString details = toQt(title_of(figures.estimator)) + u'\n' + errorSentence(key);
  // In the order of ChartComponent, followed by the undivided rest.
  for (const double bytes : {parts.parameters, parts.gradients, parts.optimizer_states, parts.activations,
                             0.0, 0.0, parts.overhead, parts.undivided})
    addPart(row, bytes, details);
  finishRow(row, parts.total(), key);
  if (!known) {
    row.total_text = barWords("has no figure for this plan");
    row.spoken = row.label + u": "_s + row.total_text;
  }
  return row;
}

}  // namespace

BarChartData estimatorBars(const PlanResults& results, const std::vector<EstimatorFigures>& figures,
                           const QString& plan_name) {
  BarChartData data;
  for (std::size_t i = 0; i < chart_component_count; ++i)
    data.series.push_back({nameOf(static_cast<ChartComponent>(i)), static_cast<ChartComponent>(i)});
  data.series.push_back({barWords("Not divided"), CardPart::free});
  const MemoryEstimate& estimate = results.evaluation.figures.estimate;
  data.rows.push_back(ourRow(estimate));
  for (const EstimatorFigures& each : figures)
    data.rows.push_back(theirRow(each));
  data.limit = to_gib(estimate.gpu.capacity);
  data.limit_text = usableText(results);
  data.axis_title = barWords("GiB per GPU");
  setWords(data, results, barWords("One GPU by other estimators"), estimatorErrorWords(), plan_name);
  return data;
}

QString estimatorErrorWords() {
  const AccuracyEstimator* ours = errorsOf(ours_key);
  if (ours == nullptr) return {};
  return barWords(
             "The median error next to it is that on %1 published runs of %2 sources, "
             "whose plans were written before any estimator was run. Facts of the sources were added to the "
             "plans later, some by people who saw the errors; with them ours is %3 off.")
      .arg(toQt(format_count(ours->count)), toQt(format_count(ours->sources)),
           toQt(format_percent(ours->completed.median)));
}

}  // namespace zp
