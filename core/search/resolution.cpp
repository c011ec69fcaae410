// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/resolution.h"

#include <array>
#include <cmath>

#include "core/sharding/strategy.h"
#include "core/speed/step_time.h"

namespace zp {
namespace {

/// Errors from the published pairs, by DimensionKind; a test compares them with the rows. Checkpointing,
/// batch and division have pairs from two or more sources; kernels and stage from one. Offload has no pair,
/// so its value is the median error of a step with offload. Buffer sizes have none either; their value is
/// small because their effect, and so its possible error, is small.
constexpr std::array<double, difference_count> errors = {0.02, 0.05, 0.025, 0.074, 0.10, 0.133, 0.09};

bool differ_in_offload(std::int64_t a, std::int64_t b) {
  const Strategy &one = every_strategy()[static_cast<std::size_t>(a)],
                 &other = every_strategy()[static_cast<std::size_t>(b)];
  return one.optimizer != other.optimizer || one.parameters != other.parameters;
}

}  // namespace

std::string_view name_of(DimensionKind difference) {
  constexpr std::array<std::string_view, difference_count> names = {
      "sizes", "kernels", "checkpointing", "batch", "stage", "offload", "division"};
  return names[static_cast<std::size_t>(difference)];
}

double error_of(DimensionKind difference) { return errors[static_cast<std::size_t>(difference)]; }

Differences differences_between(const Pick& a, const Pick& b) {
  Differences differs{};
  for (const Dimension& dimension : dimensions()) {
    const auto d = static_cast<std::size_t>(dimension.id);
    if (a[d] == b[d]) continue;
    const bool is_offload = dimension.id == DimensionId::strategy && differ_in_offload(a[d], b[d]);
    differs[static_cast<std::size_t>(is_offload ? DimensionKind::offload : dimension.difference)] = true;
  }
  return differs;
}

double resolution_between(const Pick& a, const Pick& b) {
  const Differences differs = differences_between(a, b);
  double squares = 0;
  for (std::size_t i = 0; i < difference_count; ++i)
    if (differs[i]) squares += errors[i] * errors[i];
  return std::sqrt(squares);
}

bool waits_for_collectives(const Plan& plan) {
  const StepTime time = estimate_speed(plan);
  return time.is_known && time.exposed_communication > error_of(DimensionKind::kernels) * time.total;
}

}  // namespace zp
