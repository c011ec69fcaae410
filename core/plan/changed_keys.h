// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// A key of the plan file with the value it is to get.
struct ChangedKey {
  std::string path;   ///< dotted: "zero.offload_optimizer"
  std::string value;  ///< JSON text; "null" where the key is to be left out, so that its default holds
  bool operator==(const ChangedKey&) const = default;
};

/// A key that two plans have otherwise.
struct DifferingKey {
  std::string path;           ///< dotted
  std::string before, after;  ///< JSON text; "null" where no value stands for what the file leaves out
  bool operator==(const DifferingKey&) const = default;
};

/// The keys that the files of two plans have otherwise, in the order of the second; what `from` alone has
/// behind. Defaults written out are none, nor is how an imported file stood.
std::vector<DifferingKey> differing_keys(const PlanDocument& from, const PlanDocument& to);

/// What to set in the file of `from` for its plan to become `to`, in the file's order.
std::vector<ChangedKey> changed_keys(const PlanDocument& from, const Plan& to);

}  // namespace zp
