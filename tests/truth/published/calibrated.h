// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "tests/truth/published/speed_rows.h"

/// Measures how well one run of a machine predicts the machine's other runs.
namespace zp::test {

/// At least three runs of one source on one kind of GPU and in one regime; DeepSpeed's runs are kept apart.
struct Machine {
  std::string name;
  Regime regime{};
  std::vector<const SpeedRow*> runs;
};

/// Returns the machines of the rows whose configuration is complete. `rows` must outlive the result.
std::vector<Machine> machines_of(const std::vector<SpeedRow>& rows);

/// A machine's runs, each predicted by a plan that was calibrated on another run.
struct CalibratedMachine {
  Machine machine;
  std::vector<SpeedRow> predicted;  ///< each run calibrated on each other run, with the new `predicted`
  double before = 0;                ///< median of |predicted ÷ measured − 1| of the runs
  double after_all = 0;             ///< the same median if each run is calibrated on all others
  [[nodiscard]] const SpeedRow& middle() const;  ///< the row of `predicted` with the median error
  [[nodiscard]] double after() const;            ///< the error of middle()
};

std::vector<CalibratedMachine> calibrated_machines(const std::vector<SpeedRow>& rows);
using MachineFigure = std::function<double(const CalibratedMachine&)>;
/// Returns the median over machines of a figure of each.
double median_of(const std::vector<CalibratedMachine>& machines, const MachineFigure& figure);

/// Table with one row for each machine: the run with its median error.
AccuracyTable calibrated_table(const std::vector<SpeedRow>& rows);

}  // namespace zp::test
