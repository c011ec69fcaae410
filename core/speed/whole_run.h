// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/speed/checkpoint_times.h"
#include "core/speed/step_time.h"

/// Time of a whole run: training, saves, failures and restarts. Formulas: docs/speed.md#whole-run.
namespace zp {

/// Times in hours that determine the wall time of a run.
struct RunRhythm {
  double between_failures = 0;  ///< mean time between failures; infinite if none is expected
  double save = 0;              ///< time that training waits for one save
  double restart = 0;           ///< from a failure until training continues from the last checkpoint
  bool operator==(const RunRhythm&) const = default;
};

/// Returns the wall time of a run in hours: `work` hours of training, saved after every `interval` hours.
/// Failures are independent, occur at any time (including saves and restarts) and stop all nodes (Daly, "A
/// higher order estimate of the optimum checkpoint interval for restart dumps", 2006, equation 20). Infinite
/// if the run hardly progresses.
double wall_hours(double work, double interval, const RunRhythm& rhythm);

/// Returns the hours of training between saves that minimise `wall_hours`, exactly. 0 if a save takes no
/// time; infinite if no failure is expected.
double best_interval(const RunRhythm& rhythm);
/// Returns Young's first-order interval, sqrt(2·save·between_failures) (CACM 17(9), 1974).
double young_interval(const RunRhythm& rhythm);

/// A whole run for the token budget of a plan. All figures are 0 if the plan states no budget or its step
/// time is unknown.
struct WholeRun {
  double steps = 0;
  double hours = 0;             ///< training only
  double wall_hours = 0;        ///< including saves, lost work and restarts; 0 if the run hardly progresses
  double least_wall_hours = 0;  ///< at the lowest published failure rate
  double most_wall_hours = 0;   ///< at the highest published failure rate; 0 if the run would hardly progress
  double goodput = 0;           ///< hours / wall_hours
  double failures = 0;          ///< expected number
  double saving_hours = 0, restarting_hours = 0,
         repeated_hours = 0;  ///< together with `hours`: the wall time
  RunRhythm rhythm;
  double save_interval_s = 0;  ///< seconds of training between two saves; 0 = no saves
  double best_interval_steps = 0;
  double best_interval_s = 0;
  double best_goodput = 0;
  double gpu_hours = 0;   ///< for the wall time
  double energy_kwh = 0;  ///< at cluster.gpu_watts times cluster.power_overhead; 0 = power not stated
  double cost = 0;        ///< in the price's currency; 0 = no price
  /// Returns false if failures undo the work as fast as it is done.
  [[nodiscard]] bool progresses() const { return wall_hours > 0; }
  bool operator==(const WholeRun&) const = default;
};

/// Failures per GPU in a million hours, as published: the lowest (Meta RSC-2, arXiv 2410.21680, 2.34 in 1,000
/// days of a node of 8) and the highest of a large run (OPT-175B, metaseq chronicles, 15.6).
inline constexpr double least_failures_per_million = 12, most_failures_per_million = 81;

/// `times` is checkpoint_times(plan, …); `step_seconds` is StepTime::total, 0 if unknown.
WholeRun whole_run(const Plan& plan, const CheckpointTimes& times, double step_seconds);
/// Returns the same from a step time; computes the checkpoint's size itself. Takes a few µs.
WholeRun whole_run(const Plan& plan, const StepTime& time);

}  // namespace zp
