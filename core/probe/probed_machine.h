// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/probe/machine_figure.h"

/// Derives plan keys from measured figures.
namespace zp {

/// A plan key derived from figures, its value as JSON, and a description of those figures.
struct ProbedKey {
  std::string path, value, basis;
};

/// A measured rate and the clock's rate for the same quantity.
struct RateComparison {
  std::string title;  ///< "All-gather in a node, 1 GiB, 8 ranks"
  std::string unit;   ///< "GB/s"
  double measured = 0, expected = 0;
};

struct ProbedMachine {
  std::vector<ProbedKey> keys;
  std::vector<RateComparison> rates;
  std::vector<std::string> notes;  ///< figures from which no key was derived, and why
};

/// Returns the keys `cluster.*` and `measured.*` derived from these files. Everything else is as in `base`;
/// constants that it has calibrated itself (measured.runs) keep their factors. Pure.
ProbedMachine probed_machine(const PlanDocument& base, std::span<const ProbeFile> files);

/// Returns the plan with these keys.
PlanDocument probed_plan(const PlanDocument& base, std::span<const ProbedKey> keys);

}  // namespace zp
