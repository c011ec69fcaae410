// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/rules/check_plan.h"
#include "core/speed/step_time.h"

namespace zp {
namespace {

constexpr double points_per_decade = 10;
constexpr double around_today = 2;  ///< least factor between the present speed and either end
constexpr int halvings = 24;        ///< bisection steps around the turning point

struct SpeedRange {
  double low = 0, high = 0;  ///< GB/s
};
/// Range of speeds in a sweep: from below one of eight GPUs' share of a 100 Gb/s port to beyond anything on
/// the market.
constexpr SpeedRange usual_speeds(SweptLink link) {
  return link == SweptLink::between_nodes ? SpeedRange{0.5, 200} : SpeedRange{8, 2000};
}

std::vector<double> speeds_around(double today, SpeedRange range) {
  range = {std::min(range.low, today / around_today), std::max(range.high, today * around_today)};
  const double decades = std::log10(range.high / range.low);
  const int steps = static_cast<int>(std::ceil(decades * points_per_decade));
  std::vector<double> speeds;
  for (int i = 0; i <= steps; ++i)
    speeds.push_back(range.low * std::pow(10, decades * i / steps));
  const auto nearest = std::ranges::min_element(
      speeds, {}, [today](double speed) { return std::abs(std::log(speed / today)); });
  *nearest = today;
  return speeds;
}

double seconds_at(const std::optional<Plan>& plan, SweptLink link, double gb_per_s) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (!plan) return unknown;
  Plan changed = *plan;
  (link == SweptLink::between_nodes ? changed.cluster.inter_node : changed.cluster.intra_node).gb_per_s =
      gb_per_s;
  const StepTime time = estimate_speed(changed);
  return time.is_known && time.total > 0 ? time.total : unknown;
}

bool is_comparable(const StageSeconds& seconds) {
  return std::isfinite(seconds[2]) && (std::isfinite(seconds[0]) || std::isfinite(seconds[1]));
}

bool is_free(const StageSeconds& seconds) {
  return seconds[2] <= std::fmin(seconds[0], seconds[1]) * (1 + free_within);
}

/// Returns the least speed at which stage 3 is free, between `costs`, at which it is not, and the faster
/// `free`.
double turning_point(const LinkSweep& sweep, double costs, double free) {
  for (int i = 0; i < halvings; ++i) {
    const double middle = std::sqrt(costs * free);
    (is_free(step_seconds(sweep, middle)) ? free : costs) = middle;
  }
  return free;
}

}  // namespace

std::optional<Plan> at_stage(Plan plan, int stage) {
  Zero& zero = plan.zero;
  zero.stage = stage;
  if (stage < 3) zero.offload_param.device = Device::none;
  if (stage < 3 && zero.offload_optimizer.device == Device::nvme) zero.offload_optimizer.device = Device::cpu;
  if (stage == 0) zero.offload_optimizer.device = Device::none;
  const bool has_engine = plan.training.framework == Framework::deepspeed;
  if (plan.training.pipeline_parallel > 1 && has_engine && stage > 1) return std::nullopt;  // it is refused
  if (!is_usable(plan)) return std::nullopt;
  return plan;
}

SweptLink swept_link(const Plan& plan) {
  return plan.cluster.nodes > 1 ? SweptLink::between_nodes : SweptLink::inside_node;
}

const Link& link_of(const Cluster& cluster, SweptLink link) {
  return link == SweptLink::between_nodes ? cluster.inter_node : cluster.intra_node;
}

LinkSweep link_sweep(const Plan& plan) {
  LinkSweep sweep;
  sweep.link = swept_link(plan);
  sweep.today = link_of(plan.cluster, sweep.link).gb_per_s;
  for (std::size_t i = 0; i < swept_stage_count; ++i)
    sweep.plans[i] = at_stage(plan, static_cast<int>(i) + 1);
  sweep.speeds = speeds_around(sweep.today, usual_speeds(sweep.link));
  return sweep;
}

StageSeconds step_seconds(const LinkSweep& sweep, double gb_per_s) {
  StageSeconds seconds{};
  for (std::size_t i = 0; i < swept_stage_count; ++i)
    seconds[i] = seconds_at(sweep.plans[i], sweep.link, gb_per_s);
  return seconds;
}

StageThreeVerdict stage_three_verdict(const LinkSweep& sweep, std::span<const StageSeconds> seconds) {
  if (seconds.empty() || seconds.size() != sweep.speeds.size() ||
      !std::ranges::all_of(seconds, is_comparable))
    return {};
  // Search from the fastest speed down, because stage 3 must be free at every speed above the turning point.
  std::size_t first_free = seconds.size();
  while (first_free > 0 && is_free(seconds[first_free - 1]))
    --first_free;
  if (first_free == 0) return {StageThreeCost::never, 0};
  if (first_free == seconds.size()) return {StageThreeCost::always, 0};
  return {StageThreeCost::free_from,
          turning_point(sweep, sweep.speeds[first_free - 1], sweep.speeds[first_free])};
}

}  // namespace zp
