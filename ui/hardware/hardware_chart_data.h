// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "core/hardware/hardware.h"
#include "ui/charts/scatter_chart_data.h"
#include "ui/model/plan_results.h"
#include "ui/results/plain_table.h"

namespace zp {

/// The machines of a ranking in the chart's order: the frontier by time, then the others whose run ends and
/// that have a price.
struct HardwarePicture {
  std::shared_ptr<const MachineRanking> ranking;
  std::vector<int> points;  ///< machine index of each point
  int frontier_count = 0;
  [[nodiscard]] const MachineFigures& machine(int index) const {
    return ranking->machines[static_cast<std::size_t>(index)];
  }
  /// Returns the point of a machine; −1 if it is not in the chart.
  [[nodiscard]] int pointOf(int machine) const;
};
HardwarePicture hardwarePictureOf(const std::shared_ptr<const MachineRanking>& ranking);

/// Returns cost against wall time, both logarithmic, with deadline and budget as limits.
ScatterChartData hardwareChartData(const PlanResults& results, const HardwarePicture& picture,
                                   const MachineLimits& limits, const QString& plan_name);

/// Returns the machines within the limits, cheapest first: machine, odds, wall time, cost, plan. Each can be
/// ticked; `ticked` has the texts of the ticked ones.
PlainTableData hardwareTable(const HardwarePicture& picture, const Plan& origin, const QStringList& ticked);

/// Returns the machines that are ruled out, with the reason, and the whole run on machine `chosen` (−1 =
/// none).
QString hardwareHtml(const HardwarePicture& picture, int chosen);

/// Returns "8 B200 SXM 180GB · lambda/gpu_8x_b200_sxm6".
QString machineText(const MachineJob& job);

}  // namespace zp
