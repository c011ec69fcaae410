// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/bar_chart_data.h"

/// The data of a chart of stacked areas over the moments of one training step.
namespace zp {

struct StepMoment {
  QString description;  ///< one sentence about what happens then
  bool apart = false;   ///< true if it is not part of the step itself: no area leads to its neighbours
};

struct StepChartData {
  BarChartData bars;                ///< a row is a moment, in the order of time
  std::vector<StepMoment> moments;  ///< one a row
  int peak = -1;                    ///< the row that is marked; −1 for none
  QString peak_text;                ///< text beside the mark: "Peak 56.0 GiB, end of forward"
};

}  // namespace zp
