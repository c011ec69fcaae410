// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/charts/chart_words.h"
#include "ui/theme/theme.h"

/// The data of a chart of a whole and its parts, level below level. All texts are ready to show.
namespace zp {

struct FlameNode {
  int parent = -1;     ///< −1 for the whole, which is the first node
  QString name, text;  ///< "Activations", "40.9 GiB"
  double value = 0;    ///< > 0; the parts of a node do not sum to more than it
  SeriesColor color;
  QString tip;  ///< for the tool tip, lines separated by \n; "" for none
};

struct FlameChartData : ChartWords {
  std::vector<FlameNode> nodes;  ///< each before its parts
  int root = 0;                  ///< the node that takes the whole width
  QString value_title;           ///< of the values, in the table of figures: "bytes"
  QString spoken;
};

}  // namespace zp
