// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/speed/speed_chart_data.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "core/units/format.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/memory_row.h"
#include "ui/results/result_words.h"
#include "ui/results/strategy_rows.h"
#include "ui/results/time_entry_text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double longest_bar = 5;  // times the fastest; longer bars are cut off

QString secondsText(double seconds) { return toQt(format_seconds(seconds)); }

/// Returns the explanations of the part's entries, the longest exposed first.
QString detailsOf(const Candidate& candidate, std::size_t part) {
  std::vector<TimeExplanation> explained = explain_time(candidate.plan, candidate.time.ledger);
  std::ranges::stable_sort(explained, std::greater<>(),
                           [](const TimeExplanation& words) { return words.entry.exposed(); });
  std::vector<const TimeExplanation*> entries;
  for (const TimeExplanation& words : explained)
    if (static_cast<std::size_t>(chartTimeOf(words.entry.part)) == part) entries.push_back(&words);
  return timeEntriesText(entries);
}

QString spokenRow(const BarRow& row, double slowdown) {
  QString text = row.label + u": "_s + row.total_text;
  if (row.hatched)
    text += u", its memory does not fit"_s;
  else if (!row.lack_text.isEmpty())
    text += u", "_s + row.lack_text;
  if (slowdown > 0) text += u", "_s + slowdownText(slowdown);
  if (row.selected) text += u", selected"_s;
  return text;
}

BarRow barOf(const std::shared_ptr<const std::vector<Candidate>>& candidates, int index, bool selected) {
  const Candidate& candidate = (*candidates)[static_cast<std::size_t>(index)];
  const StepTime& time = candidate.time;
  BarRow row;
  row.label = toQt(label_of(candidate.strategy));
  row.parts.resize(chart_time_count);
  for (std::size_t i = 0; i < time_part_count; ++i) {
    const auto part = static_cast<std::size_t>(chartTimeOf(static_cast<TimePart>(i)));
    row.parts[part] = {time.parts[i], secondsText(time.parts[i]),
                       [candidates, &candidate, part] { return detailsOf(candidate, part); }};
  }
  row.low = time.range.low;
  row.high = time.range.high;
  row.selected = selected;
  row.hatched = !candidate.estimate.fits();
  row.lack_text = row.hatched ? u"does not fit"_s : stopText(candidate);
  row.verdict = row.lack_text.isEmpty() ? Verdict::fits : Verdict::over;
  row.total_text = secondsText(time.total);
  row.spoken = spokenRow(row, candidate.slowdown);
  if (candidate.slowdown > 0) row.total_text += u"  "_s + slowdownText(candidate.slowdown);
  return row;
}

/// Adds a mark for the measured step: the first reported value; seconds take precedence over rates, which
/// state the same.
void addMark(BarRow& row, const StepTime& time, const std::vector<MeasuredDifference>& measured) {
  for (const ObservedQuantity quantity :
       {ObservedQuantity::step_total, ObservedQuantity::samples_per_s, ObservedQuantity::tokens_per_s})
    for (const MeasuredDifference& difference : measured) {
      if (difference.quantity != quantity || !(difference.measured > 0) || !(difference.predicted > 0))
        continue;
      const double share = difference.measured / difference.predicted;
      const double seconds = time.total * (quantity == ObservedQuantity::step_total ? share : 1 / share);
      const QString words = u"%1 measured, %2 predicted"_s.arg(secondsText(seconds), secondsText(time.total));
      row.marks = {{seconds, time.total, difference.is_outside(), words}};
      row.spoken += u", "_s + words;
      row.total_text += u"  ◆ "_s + secondsText(seconds);
      return;
    }
}

}  // namespace

BarChartData speedChartData(const PlanResults& results, std::size_t row_count, const QString& plan_name,
                            const std::vector<MeasuredDifference>& measured) {
  BarChartData data;
  for (std::size_t i = 0; i < chart_time_count; ++i)
    data.series.push_back({nameOf(static_cast<ChartTime>(i)), static_cast<ChartTime>(i)});
  double fastest = 0;
  const auto kept =
      std::make_shared<const std::vector<Candidate>>(results.evaluation.candidates);  // kept for the tips
  for (const int index : shownCandidates(results, row_count)) {
    const Candidate& candidate = results.evaluation.candidates[static_cast<std::size_t>(index)];
    if (!candidate.time.is_known) continue;
    data.rows.push_back(barOf(kept, index, index == results.evaluation.selected));
    if (index == results.evaluation.selected) addMark(data.rows.back(), candidate.time, measured);
    const double total = candidate.time.total;
    fastest = fastest > 0 ? std::min(fastest, total) : total;
  }
  data.longest = longest_bar * fastest;
  data.axis_title = u"seconds per optimizer step"_s;
  if (std::ranges::any_of(data.rows, [](const BarRow& row) { return !row.marks.empty(); }))
    data.axis_title += u"   ◆ measured, with a band to its prediction"_s;
  setWords(
      data, results, u"Step time by strategy"_s,
      u"Exposed seconds of one optimizer step; hatched: memory does not fit; an estimate of ZeRO Planner"_s,
      plan_name);
  return data;
}

}  // namespace zp
