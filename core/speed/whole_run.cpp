// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/speed/whole_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/speed/throughput.h"

namespace zp {
namespace {

constexpr double minutes_per_hour = 60, per_million = 1e6;
constexpr double never = std::numeric_limits<double>::infinity();

double hours_between_failures(const Plan& plan, double per_million_gpu_hours) {
  const double a_hour = per_million_gpu_hours / per_million * plan.cluster.ranks();
  return a_hour > 0 ? 1 / a_hour : never;
}

/// Returns `hours` if finite, else 0.
double if_finite(double hours) { return std::isfinite(hours) ? hours : 0; }

}  // namespace

double wall_hours(double work, double interval, const RunRhythm& rhythm) {
  if (!(work > 0)) return 0;
  const double stretch = interval > 0 ? std::min(interval, work) : work;
  // A run that is never saved, or only at its end, restarts from its beginning.
  const double save = interval > 0 && interval < work ? rhythm.save : 0;
  const double mean = rhythm.between_failures;
  if (!std::isfinite(mean)) return work / stretch * (stretch + save);
  return work * (mean / stretch) * std::exp(rhythm.restart / mean) * std::expm1((stretch + save) / mean);
}

double young_interval(const RunRhythm& rhythm) {
  return std::sqrt(2 * rhythm.save * rhythm.between_failures);
}

/// The derivative of the wall time is 0 where exp((T + d)/M)·(1 − T/M) = 1. With x = T/M the left side
/// decreases for 0 < x < 1, so Newton's steps from Young's interval, clamped to that interval, converge.
double best_interval(const RunRhythm& rhythm) {
  const double mean = rhythm.between_failures;
  if (!(rhythm.save > 0)) return 0;
  if (!std::isfinite(mean)) return never;
  const double d = rhythm.save / mean;
  double x = std::min(std::sqrt(2 * d), 0.999);
  constexpr int enough_steps = 60;
  for (int i = 0; i < enough_steps; ++i) {
    const double value = x + d + std::log1p(-x);
    const double slope = 1 - 1 / (1 - x);
    const double next = std::clamp(x - value / slope, x / 2, (x + 1) / 2);
    if (std::abs(next - x) <= 1e-12 * x) break;
    x = next;
  }
  return x * mean;
}

WholeRun whole_run(const Plan& plan, const CheckpointTimes& times, double step_seconds) {
  WholeRun run;
  const Throughput training = throughput_of(plan, step_seconds);
  if (!(training.hours > 0)) return run;
  const Cluster& cluster = plan.cluster;
  run.steps = training.steps;
  run.hours = training.hours;
  run.rhythm = {
      .between_failures = hours_between_failures(plan, cluster.failures.per_million_gpu_hours),
      .save = times.pause / seconds_per_hour,
      .restart = cluster.failures.restart_minutes / minutes_per_hour + times.load.seconds / seconds_per_hour};
  run.save_interval_s = plan.training.save_steps * step_seconds;
  const double interval = run.save_interval_s / seconds_per_hour;
  const auto wall_at = [&](double per_million_gpu_hours) {
    RunRhythm rhythm = run.rhythm;
    rhythm.between_failures = hours_between_failures(plan, per_million_gpu_hours);
    return if_finite(wall_hours(run.hours, interval, rhythm));
  };
  run.wall_hours = if_finite(wall_hours(run.hours, interval, run.rhythm));
  run.least_wall_hours =
      wall_at(std::min(least_failures_per_million, cluster.failures.per_million_gpu_hours));
  run.most_wall_hours = wall_at(std::max(most_failures_per_million, cluster.failures.per_million_gpu_hours));

  const double best = std::min(best_interval(run.rhythm), run.hours);
  run.best_interval_steps = std::clamp(std::round(best * seconds_per_hour / step_seconds), 1.0, run.steps);
  run.best_interval_s = run.best_interval_steps * step_seconds;
  run.best_goodput = run.hours / wall_hours(run.hours, run.best_interval_s / seconds_per_hour, run.rhythm);

  if (!run.progresses()) return run;
  run.goodput = run.hours / run.wall_hours;
  const double saves = interval > 0 && interval < run.hours ? run.hours / interval : 0;
  run.saving_hours = saves * run.rhythm.save;
  run.failures = run.wall_hours / run.rhythm.between_failures;
  const double lost = std::max(0.0, run.wall_hours - run.hours - run.saving_hours);
  run.restarting_hours = std::min(lost, run.failures * run.rhythm.restart);
  run.repeated_hours = lost - run.restarting_hours;
  run.gpu_hours = run.wall_hours * cluster.ranks();
  run.energy_kwh = run.gpu_hours * cluster.gpu_watts / 1000 * cluster.power_overhead;
  run.cost = run.gpu_hours * cluster.gpu_hour_price;
  return run;
}

WholeRun whole_run(const Plan& plan, const StepTime& time) {
  if (!time.is_known || !(plan.training.tokens > 0)) return {};
  return whole_run(plan, checkpoint_times(plan, saved_checkpoint(plan), time.total), time.total);
}

}  // namespace zp
