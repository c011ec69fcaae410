// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/probe/machine_figure.h"

/// Measured figures as keys of a plan.
namespace zp {

/// A key that the figures give, with its value as JSON and the figures that it rests on, in words.
struct ProbedKey {
  std::string path, value, basis;
};

/// A measured rate beside the rate that the clock takes for it.
struct RateBeside {
  std::string title;  ///< "All-gather in a node, 1 GiB, 8 ranks"
  std::string unit;   ///< "GB/s"
  double measured = 0, expected = 0;
};

struct ProbedMachine {
  std::vector<ProbedKey> keys;
  std::vector<RateBeside> beside;
  std::vector<std::string> notes;  ///< figures that give no key, and why
};

/// Returns the keys `cluster.*` and `measured.*` that these files give. What they do not say is as in `base`,
/// whose own calibration (measured.runs) keeps its factors. Pure.
ProbedMachine probed_machine(const PlanDocument& base, std::span<const ProbeFile> files);

/// Returns the plan with these keys.
PlanDocument probed_plan(const PlanDocument& base, std::span<const ProbedKey> keys);

}  // namespace zp
