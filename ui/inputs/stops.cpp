// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/stops.h"

#include <QtGlobal>
#include <algorithm>
#include <cmath>
#include <utility>

namespace zp {
namespace {

// Distance from a stop, in stops, that counts as on it: far below what a hand or a float can distinguish.
constexpr double on_stop = 1e-9;

}  // namespace

Stops::Stops(std::vector<double> values, Spacing between, double multiple)
    : values_(std::move(values)), between_(between), multiple_(multiple) {
  Q_ASSERT(values_.size() >= 2 && std::is_sorted(values_.begin(), values_.end()));
  Q_ASSERT(between_ == Spacing::linear || values_.front() > 0);
}

double Stops::position(double value) const {
  if (!(value > first())) return 0;
  if (value >= last()) return count() - 1;
  const auto above = std::upper_bound(values_.begin(), values_.end(), value);
  const double low = *(above - 1);
  const double high = *above;
  const double part = between_ == Spacing::linear ? (value - low) / (high - low)
                                                  : std::log(value / low) / std::log(high / low);
  return static_cast<double>(above - values_.begin() - 1) + part;
}

double Stops::value(double position) const {
  const double held = std::clamp(position, 0.0, static_cast<double>(count() - 1));
  const double nearest = std::round(held);
  if (std::abs(held - nearest) < on_stop) return values_[static_cast<std::size_t>(nearest)];
  const auto index = static_cast<std::size_t>(held);
  const double part = held - std::floor(held);
  const double low = values_[index];
  const double high = values_[index + 1];
  const double between =
      between_ == Spacing::linear ? low + part * (high - low) : low * std::pow(high / low, part);
  return std::clamp(rounded(between), low, high);
}

double Stops::step(double value, int steps) const {
  const double at = position(value);
  const double nearest = std::round(at);
  double target = nearest + steps;
  if (std::abs(at - nearest) >= on_stop) target = (steps > 0 ? std::floor(at) : std::ceil(at)) + steps;
  const double held = std::clamp(target, 0.0, static_cast<double>(count() - 1));
  return values_[static_cast<std::size_t>(held)];
}

double Stops::rounded(double value) const {
  return multiple_ > 0 ? std::round(value / multiple_) * multiple_ : roundedToDigits(value, 3);
}

double roundedToDigits(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) + 1 - digits);
  return std::round(value / unit) * unit;
}

}  // namespace zp
