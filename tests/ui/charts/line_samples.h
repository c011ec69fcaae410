// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/line_chart_data.h"

/// Data for tests of line charts; the numbers are invented.
namespace zp {

/// Three lines over five speeds, the second chosen; the first does not fit, the third begins later.
inline LineChartData threeLines() {
  using namespace Qt::Literals::StringLiterals;
  LineChartData data;
  for (const double x : {1.0, 10.0, 100.0, 1000.0, 10'000.0})
    data.columns.push_back(
        {x, QString::number(x) + u" GB/s"_s, u"details of <"_s + QString::number(x) + u'>'});
  const auto add = [&](const QString& name, int stage, LineMarker marker, const std::vector<double>& values) {
    LineSeries series{name, SeriesColor::ofStage(stage), LineDash::solid, marker, stage == 2, {}};
    for (const double y : values)
      series.points.push_back({y, stage == 1, y > 0 ? QString::number(y) + u" s"_s : QString()});
    data.series.push_back(series);
  };
  constexpr double gap = std::numeric_limits<double>::quiet_NaN();
  add(u"ZeRO-1 <b>"_s, 1, LineMarker::square, {80, 40, 20, 16, 15});
  add(u"ZeRO-2"_s, 2, LineMarker::diamond, {60, 30, 12, 11, 10.5});
  add(u"ZeRO-3"_s, 3, LineMarker::circle, {gap, 70, 30, 14, 10.6});
  data.x = {u"GB/s"_s, 0.5, 20'000, {{1, u"1"_s}, {10, u"10"_s}, {100, u"100"_s}, {1000, u"1,000"_s}}};
  data.y = {u"seconds"_s, 10, 100, {{10, u"10"_s}, {20, u"20"_s}, {50, u"50"_s}, {100, u"100"_s}}};
  data.today = {100, u"today: 100 GB/s"_s};
  data.turning = {5000, u"free from 5,000"_s};
  data.usual = {{1, u"One"_s}, {5, u"Five"_s}, {6, u"Six, too near"_s}, {120, u"Under today's"_s}};
  data.reference = {90, 80, 60, 50, 40};
  data.reference_name = u"ideal"_s;
  data.spoken = u"ZeRO-3 is free from 5,000"_s;
  data.title = u"A <title>"_s;
  data.note = u"A note"_s;
  return data;
}

}  // namespace zp
