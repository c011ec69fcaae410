// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "tests/truth/published/speed_rows.h"

/// What one run of a machine tells of its others.
namespace zp::test {

/// Runs of one source on one kind of GPU and in one regime, DeepSpeed's apart: three at least.
struct Machine {
  std::string name;
  Regime regime{};
  std::vector<const SpeedRow*> runs;
};

/// Of the rows whose configuration is complete, which must outlive the result.
std::vector<Machine> machines_of(const std::vector<SpeedRow>& rows);

/// Every run of a machine as a plan says it that was calibrated on another.
struct CalibratedMachine {
  Machine machine;
  std::vector<SpeedRow> predicted;  ///< each run after each other, with `predicted` after the calibration
  double before = 0;                ///< median of |predicted ÷ measured − 1| of the runs
  double after_all = 0;             ///< the same, each run calibrated on all others
  [[nodiscard]] const SpeedRow& middle() const;  ///< of `predicted`, the one with the median error
  [[nodiscard]] double after() const;            ///< its error
};

std::vector<CalibratedMachine> calibrated_machines(const std::vector<SpeedRow>& rows);
using MachineFigure = std::function<double(const CalibratedMachine&)>;
/// Median over machines of a figure of each.
double median_of(const std::vector<CalibratedMachine>& machines, const MachineFigure& figure);

/// A row for each machine: the run of its median error.
AccuracyTable calibrated_table(const std::vector<SpeedRow>& rows);

}  // namespace zp::test
