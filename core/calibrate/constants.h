// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "core/plan/plan.h"

namespace zp {

/// A physical constant that runs can determine: its member of Measured, and the spread over published
/// machines.
struct MeasuredConstant {
  std::string_view key;    ///< key of the plan file: "measured.compute"
  std::string_view title;  ///< "Sustained rate of the GPU"
  double Measured::*factor = nullptr;
  double prior = 0;         ///< standard deviation of the factor's logarithm before any measurement
  std::string_view source;  ///< source of the published value
  /// Returns the constant on this plan's machine, including the factor: "412 TFLOPS", "0.55 GiB".
  std::string (*value)(const Plan&) = nullptr;
};

/// Returns all constants, in the order of Measured.
std::span<const MeasuredConstant> measured_constants();
inline constexpr std::size_t measured_constant_count = 10;

}  // namespace zp
