// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/calibrated.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "core/calibrate/calibrate.h"
#include "core/speed/range.h"
#include "core/units/format.h"
#include "tests/truth/published/step_tables.h"
#include "tests/truth/published/table_parts.h"

namespace zp::test {
namespace {

constexpr std::size_t fewest_runs = 3;  // of each machine

std::string machine_of(const SpeedRow& row) {
  const Published& published = *row.published;
  return published.source + ", GPU " +
         (published.plan.cluster.gpu.preset ? published.plan.cluster.gpu.preset->name : "of numbers") + ", " +
         std::string(name_of(row.time.regime)) + (published.is_deepspeed ? ", DeepSpeed" : "");
}

/// Returns a row's figure: its step, or its backward pass if that was measured.
RunFigure figure_of(const SpeedRow& row) {
  const bool is_step = std::abs(row.predicted - row.time.total) < 1e-9 * row.predicted;
  return {row.published->plan, is_step ? FigureKind::step_seconds : FigureKind::backward_seconds,
          row.measured};
}

SpeedRow predicted_after(const std::vector<RunFigure>& learned_from, const SpeedRow& row) {
  RunFigure figure = figure_of(row);
  figure.plan.cluster.measured = calibrate(learned_from).measured;
  SpeedRow after = row;
  after.predicted = predicted(figure.plan, figure.figure);
  return after;
}

CalibratedMachine calibrated(const Machine& machine) {
  CalibratedMachine result;
  result.machine = machine;
  std::vector<double> before, after_all;
  for (const SpeedRow* run : machine.runs) {
    std::vector<RunFigure> others;
    for (const SpeedRow* other : machine.runs) {
      if (other == run) continue;
      others.push_back(figure_of(*other));
      result.predicted.push_back(predicted_after({others.back()}, *run));
    }
    before.push_back(std::abs(run->error()));
    after_all.push_back(std::abs(predicted_after(others, *run).error()));
  }
  std::ranges::stable_sort(result.predicted, {}, [](const SpeedRow& row) { return std::abs(row.error()); });
  result.before = median_of(before);
  result.after_all = median_of(after_all);
  return result;
}

}  // namespace

std::vector<Machine> machines_of(const std::vector<SpeedRow>& rows) {
  std::map<std::string, Machine> by_name;
  for (const SpeedRow& row : rows) {
    if (!row.published->is_complete || row.published->lacks_accumulation || row.predicted <= 0) continue;
    if (row.published->plan.training.quantizes_frozen())
      continue;  // unpacking them is no constant of a machine
    const std::string name = machine_of(row);
    Machine& machine = by_name.try_emplace(name, Machine{name, row.time.regime, {}}).first->second;
    machine.runs.push_back(&row);
  }
  std::vector<Machine> machines;
  for (auto& [name, machine] : by_name)
    if (machine.runs.size() >= fewest_runs) machines.push_back(std::move(machine));
  return machines;
}

const SpeedRow& CalibratedMachine::middle() const { return predicted[predicted.size() / 2]; }
double CalibratedMachine::after() const { return std::abs(middle().error()); }

std::vector<CalibratedMachine> calibrated_machines(const std::vector<SpeedRow>& rows) {
  std::vector<CalibratedMachine> result;
  for (const Machine& machine : machines_of(rows))
    result.push_back(calibrated(machine));
  return result;
}

double median_of(const std::vector<CalibratedMachine>& machines, const MachineFigure& figure) {
  std::vector<double> values;
  std::ranges::transform(machines, std::back_inserter(values), figure);
  return median_of(values);
}

AccuracyTable calibrated_table(const std::vector<SpeedRow>& rows) {
  AccuracyTable table = make_table(
      "speed", "calibrated", "Step time of a machine's other runs, calibrated on one of them",
      "Machines are runs of one source on one kind of GPU in one regime, DeepSpeed's apart, three at least. "
      "Each run is predicted after calibrating on each other one of its machine; a row is the run of that "
      "machine's median error.",
      AccuracyUnit::seconds);
  table.goal = AccuracyGoal{0.04, 1};
  const std::vector<CalibratedMachine> machines = calibrated_machines(rows);
  for (const CalibratedMachine& one : machines) {
    AccuracyRow row = step_row(one.middle());
    row.low.reset();
    row.high.reset();
    row.note = std::string(name_of(one.machine.regime)) + ", " +
               format_count(static_cast<std::int64_t>(one.machine.runs.size())) + " runs, median error " +
               format_percent(one.before) + " before, " + format_percent(one.after_all) +
               " calibrated on all others";
    table.rows.push_back(std::move(row));
  }
  finish(table);
  const auto median = [&](const MachineFigure& figure) {
    return format_percent(median_of(machines, figure));
  };
  table.note = "median " + median(&CalibratedMachine::after) + " where it was " +
               median(&CalibratedMachine::before) + "; on all others " +
               median(&CalibratedMachine::after_all) +
               " (the runs of one machine scatter around a clock whose constants are theirs, and no physical "
               "constant tells them apart).";
  return table;
}

}  // namespace zp::test
