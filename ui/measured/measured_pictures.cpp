// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/measured_pictures.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>

#include "core/report/measure_words.h"
#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr SeriesColor measured_color(ChartComponent::parameters), predicted_color(ChartComponent::gradients);
constexpr double curve_margin = 1.08;

QString measuredWords(const char* words) { return QCoreApplication::translate("MeasuredPictures", words); }

bool isMemory(ObservedQuantity quantity) { return row_of(quantity).unit == "bytes"; }

/// Returns the value in the unit of the axes: GiB, seconds, or the quantity's own.
double onAxis(ObservedQuantity quantity, double value) {
  return isMemory(quantity) ? to_gib(bytes_of(value)) : value;
}

QString axisUnit(ObservedQuantity quantity) {
  return isMemory(quantity) ? u"GiB"_s : toQt(row_of(quantity).unit);
}

QString valueText(ObservedQuantity quantity, double value) { return toQt(observed_text(quantity, value)); }

/// Returns "max allocated" for gpu.max_allocated.
QString quantityText(ObservedQuantity quantity) {
  return toQt(name_of(quantity)).section(u'.', 1).replace(u'_', u' ').replace(u'.', u' ');
}

BarRow barOf(const MeasuredDifference& difference, bool is_measured) {
  const double value = is_measured ? difference.measured : difference.predicted;
  const double shown = onAxis(difference.quantity, value);
  const QString text = valueText(difference.quantity, value);
  BarRow row;
  const auto details = [words = toQt(difference.explanation)] { return words; };
  row.parts = {{is_measured ? shown : 0, text, details}, {is_measured ? 0 : shown, text, details}};
  row.label = is_measured ? toQt(difference.moment)
                          : measuredWords("predicted: %1").arg(quantityText(difference.quantity));
  row.total_text = text;
  if (!is_measured) {
    row.low = onAxis(difference.quantity, difference.low);
    row.high = onAxis(difference.quantity, difference.high);
  } else if (difference.is_outside()) {
    const double share = difference.predicted > 0 ? difference.measured / difference.predicted - 1 : 0;
    row.verdict = Verdict::over;
    row.lack_text = (share > 0 ? u"+"_s : u"−"_s) + toQt(format_percent(std::abs(share)));
  }
  row.spoken = (is_measured ? measuredWords("%1, %2 measured") : measuredWords("%1, %2 predicted"))
                   .arg(toQt(difference.moment), text) +
               (is_measured ? u": "_s + toQt(difference.explanation) : QString());
  return row;
}

QString axisTitleOf(CurveAxis axis) {
  switch (axis) {
    case CurveAxis::steps:
      return measuredWords("step");
    case CurveAxis::seconds:
      return measuredWords("seconds since the recording began");
    case CurveAxis::readings:
      break;
  }
  return measuredWords("readings, in the order of the log");
}

QString pointText(const MeasuredCurve& curve, const CurvePoint& point, std::span<const NamedLog> logs) {
  QString text = point.moment.empty() ? QString() : toQt(point.moment) + u": "_s;
  text += valueText(curve.quantity, point.value);
  if (point.line > 0) text += u", "_s + toQt(place_text(logs, {curve.log, point.line}));
  return text;
}

}  // namespace

BarChartData measuredBars(const std::vector<MeasuredDifference>& differences, std::string_view unit,
                          std::span<const NamedLog> logs) {
  std::vector<const MeasuredDifference*> shown;
  for (const MeasuredDifference& difference : differences)  // the largest difference first
    if (row_of(difference.quantity).unit == unit) shown.push_back(&difference);
  const std::size_t all = shown.size();
  shown.resize(std::min(all, most_pairs));
  std::ranges::stable_sort(shown, {}, [](const MeasuredDifference* difference) {
    return std::pair(difference->place.log, difference->place.line);
  });
  BarChartData data;
  data.series = {{measuredWords("Measured"), measured_color}, {measuredWords("Predicted"), predicted_color}};
  for (const MeasuredDifference* difference : shown)
    for (const bool is_measured : {true, false})
      data.rows.push_back(barOf(*difference, is_measured));
  if (!shown.empty()) data.axis_title = axisUnit(shown.front()->quantity);
  if (all > shown.size())
    data.axis_title += measuredWords(" · %1 more in the table")
                           .arg(toQt(format_count(static_cast<std::int64_t>(all - shown.size()))));
  data.title = measuredWords("Measured and predicted");
  if (!logs.empty()) data.note = toQt(short_name(logs.front()));
  return data;
}

ScatterChartData measuredCurve(const MeasuredCurve& curve, const MeasuredDifference* predicted,
                               std::span<const NamedLog> logs) {
  ScatterChartData data;
  data.has_limits = false;
  QStringList texts;
  for (const CurvePoint& point : curve.points) {
    data.points.push_back({point.at, onAxis(curve.quantity, point.value), measured_color});
    data.upper_x = std::max(data.upper_x, point.at);
    texts << pointText(curve, point, logs);
  }
  data.upper_y = std::ranges::max(data.points, {}, &ScatterPoint::y).y;
  if (predicted != nullptr) {
    data.level =
        ScatterLevel{onAxis(curve.quantity, predicted->predicted), onAxis(curve.quantity, predicted->low),
                     onAxis(curve.quantity, predicted->high),
                     measuredWords("predicted %1, %2")
                         .arg(valueText(curve.quantity, predicted->predicted), toQt(predicted->moment))};
    data.upper_y = std::max(data.upper_y, data.level->at);
  }
  data.upper_y = data.upper_y > 0 ? data.upper_y * curve_margin : 1;
  data.line_count = static_cast<int>(data.points.size());
  data.line_name = curveName(curve, logs);
  data.x_title = axisTitleOf(curve.axis);
  data.y_title = axisUnit(curve.quantity);
  data.title = measuredWords("%1 over the run").arg(data.line_name);
  data.note = data.level ? data.level->text : QString();
  data.spoken = data.title + (data.level ? u", "_s + data.level->text : QString());
  const auto kept = std::make_shared<const QStringList>(texts);
  data.words = [kept](int point) -> QString { return kept->at(point); };
  data.tip = [kept](int point) -> QString { return kept->at(point).toHtmlEscaped(); };
  return data;
}

QString curveName(const MeasuredCurve& curve, std::span<const NamedLog> logs) {
  return toQt(name_of(curve.quantity)) + u", "_s + toQt(short_name(logs[curve.log]));
}

}  // namespace zp
