// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/bar_chart_data.h"

/// Data of a chart of stacked areas over the moments of one training step.
namespace zp {

struct StepMoment {
  QString description;  ///< one sentence about this moment
  bool apart = false;   ///< true if it is not part of the step: drawn as a separate block
};

struct StepChartData {
  BarChartData bars;                ///< one row per moment, in chronological order
  std::vector<StepMoment> moments;  ///< one per row
  int peak = -1;                    ///< row of the peak, which is marked; −1 for none
  QString peak_text;                ///< text next to the mark: "Peak 56.0 GiB, end of forward"
};

}  // namespace zp
