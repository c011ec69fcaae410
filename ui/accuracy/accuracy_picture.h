// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/accuracy/accuracy.h"
#include "ui/charts/scatter_chart_data.h"

/// Measured values against predicted ones as points.
namespace zp {

/// One table, with the colour of its points and their name in the legend.
struct AccuracySeries {
  const char* table;  ///< AccuracyTable::id
  const char* name;   ///< equal for two tables that differ only in being blind
  SeriesColor color;
  bool blind = false;  ///< its plans were written before the prediction was computed; completed later
};

/// A picture: the tables with one unit whose rows it shows.
struct AccuracySubject {
  const char* id;
  const char* title;
  AccuracyUnit unit;
  std::vector<AccuracySeries> series;
};

/// Returns the pictures: peak memory of one GPU, and the time of a step.
const std::vector<AccuracySubject>& accuracySubjects();

/// The row behind a point: indexes into Accuracy::tables and its rows.
struct AccuracyPoint {
  int table = 0, row = 0;
};

struct AccuracyPicture {
  std::vector<AccuracyPoint> points;  ///< sorted by the measured value, as in the chart
  ScatterChartData chart;
  QString head;  ///< "252 rows: 61 % within 10 %, 78 % within 20 %"
};

/// Returns the picture of a subject. `accuracy` must outlive the chart.
AccuracyPicture accuracyPicture(const Accuracy& accuracy, const AccuracySubject& subject);

}  // namespace zp
