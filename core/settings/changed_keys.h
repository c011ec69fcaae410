// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// A key of the plan file with its new value.
struct ChangedKey {
  std::string path;   ///< dotted: "zero.offload_optimizer"
  std::string value;  ///< JSON text; "null" if the key is left out, so that its default holds
  bool operator==(const ChangedKey&) const = default;
};

/// A key that differs between two plans.
struct DifferingKey {
  std::string path;           ///< dotted
  std::string before, after;  ///< JSON text; "null" if the file leaves the key out and no value stands for it
  bool operator==(const DifferingKey&) const = default;
};

/// Returns the keys that differ between the files of two plans, in the order of the second; keys in
/// `from` alone come last. A default that is written out is no difference, and neither is the text of an
/// imported file.
std::vector<DifferingKey> differing_keys(const PlanDocument& from, const PlanDocument& to);

/// Returns the keys to set in the file of `from` so that its plan becomes `to`, in the file's order.
std::vector<ChangedKey> changed_keys(const PlanDocument& from, const Plan& to);

}  // namespace zp
