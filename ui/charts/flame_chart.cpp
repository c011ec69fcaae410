// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/flame_chart.h"

#include <algorithm>

#include "ui/charts/flame_plot.h"

namespace zp {

FlameChart::FlameChart(QWidget* parent) : FlameChart(new FlamePlot, parent) {}

FlameChart::FlameChart(FlamePlot* plot, QWidget* parent) : Chart(plot, parent), plot_(plot) {
  connect(this, &Chart::activated, this, &FlameChart::widen);
}

const FlameChartData& FlameChart::data() const { return plot_->data(); }

void FlameChart::setData(const FlameChartData& flame) {
  FlameChartData shown = flame;
  const FlameChartData& before = data();
  if (!before.nodes.empty()) {
    const QString root = before.nodes[static_cast<std::size_t>(before.root)].name;
    const auto found = std::ranges::find(shown.nodes, root, &FlameNode::name);
    if (found != shown.nodes.end()) shown.root = static_cast<int>(found - shown.nodes.begin());
  }
  plot_->setData(shown);
  refresh();
}

void FlameChart::widen(int node) {
  FlameChartData shown = data();
  if (std::ranges::find(shown.nodes, node, &FlameNode::parent) == shown.nodes.end()) return;
  const int above = shown.nodes[static_cast<std::size_t>(node)].parent;
  shown.root = node == shown.root ? std::max(above, 0) : node;
  plot_->setData(shown);
  refresh();
}

}  // namespace zp
