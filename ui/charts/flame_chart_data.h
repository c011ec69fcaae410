// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/charts/chart_words.h"
#include "ui/theme/theme.h"

/// Data of a chart of a whole and its parts, level by level. All texts are ready to show.
namespace zp {

struct FlameNode {
  int parent = -1;     ///< −1 for the root, which is the first node
  QString name, text;  ///< "Activations", "40.9 GiB"
  double value = 0;    ///< > 0; at least the sum of the node's parts
  SeriesColor color;
  QString tip;  ///< for the tool tip, lines separated by \n; "" for none
};

struct FlameChartData : ChartWords {
  std::vector<FlameNode> nodes;  ///< each parent before its parts
  int root = 0;                  ///< the node that fills the whole width
  QString value_title;           ///< heading of the values in the table of figures: "bytes"
  QString spoken;
};

}  // namespace zp
