// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/measure/measure_parts.h"
#include "core/speed/range.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Returns the range factors of the step; those of all kinds of runs if this kind's are unknown.
SecondsRange factors_of(const StepTime& time) {
  if (!time.range.is_known()) return widest_range();
  return {time.range.low / time.total, time.range.high / time.total};
}

/// Returns a prediction of `value` seconds with the same relative range as the whole step.
Prediction seconds(const StepTime& time, double value, std::string name) {
  const SecondsRange factors = factors_of(time);
  return {std::move(name), value, value * factors.low, value * factors.high, Moments()};
}

/// Returns the predicted rate if `amount` is processed per step.
Prediction rate(const StepTime& time, double amount, std::string name) {
  const double value = amount / time.total;
  const SecondsRange factors = factors_of(time);
  return {std::move(name), value, value / factors.high, value / factors.low, Moments()};
}

/// Number of first steps to skip because they compile kernels, allocate and warm up; DeepSpeed's own timer
/// skips as many (deepspeed/utils/timer.py, start_step).
constexpr int warm_up = 2;

/// Returns the name shared by lines that measure the same figure: "one step", "average", "whole run"; "" for
/// any other moment.
std::string name_of_moment(std::string_view moment) {
  if (moment == "step" || moment == "whole run") return moment == "step" ? "one step" : "whole run";
  if (moment.starts_with("average to ")) return "average";
  for (const std::string_view begins : {"step ", "micro step "}) {
    if (!moment.starts_with(begins)) continue;
    const std::string digits(moment.substr(begins.size()));
    const bool is_number =
        !digits.empty() && std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
    return is_number && (digits.size() > 3 || std::stoi(digits) > warm_up) ? "one step" : "";
  }
  return "";
}

}  // namespace

std::optional<Prediction> predicted_time(const Observation& observation, const Plan& plan,
                                         const Figures& figures) {
  const StepTime& time = figures.time;
  if (!time.is_known || time.total <= 0) return std::nullopt;
  const auto accumulation =
      static_cast<double>(std::max<std::int64_t>(plan.training.gradient_accumulation_steps, 1));
  const bool is_micro = observation.moment == "micro step";
  const std::string name = is_micro ? "micro step" : name_of_moment(observation.moment);
  if (name.empty()) return std::nullopt;
  const double share = is_micro ? accumulation : 1;
  switch (observation.quantity) {
    case ObservedQuantity::step_forward:
      return seconds(time, time.forward / share, name);
    case ObservedQuantity::step_backward:
      return seconds(time, time.backward / share, name);
    case ObservedQuantity::step_optimizer:
      if (is_micro) return std::nullopt;  // almost 0 except in a step's last micro batch
      return seconds(time, time.step, name);
    case ObservedQuantity::step_total:
      return seconds(time, time.total, name);
    case ObservedQuantity::samples_per_s:
      return rate(time, static_cast<double>(train_batch_size(plan)), name);
    case ObservedQuantity::tokens_per_s:
      return rate(time, figures.throughput.tokens_per_step, name);
    default:
      return std::nullopt;
  }
}

std::string times_as_long(const StepTime& time, std::optional<Stretch> stretch, double seconds) {
  constexpr double tolerance = 0.15;
  constexpr int most = 3;
  std::string found;
  int count = 0;
  for (const TimeEntry& entry : time.ledger.entries()) {
    const bool is_present = !stretch || entry.stretch == *stretch;
    if (!is_present || count == most || std::abs(entry.busy - seconds) > tolerance * seconds) continue;
    found +=
        (count++ == 0 ? "" : ", ") + std::string(name_of(entry.id)) + " (" + format_seconds(entry.busy) + ")";
  }
  return found;
}

}  // namespace zp
