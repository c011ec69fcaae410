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
  std::string value;  ///< JSON text; "null" to leave the key out, so that its default applies
  bool operator==(const ChangedKey&) const = default;
};

/// A key that differs between two plans.
struct DifferingKey {
  std::string path;           ///< dotted
  std::string before, after;  ///< JSON text; "null" if the file leaves the key out and it has no default
  bool operator==(const DifferingKey&) const = default;
};

/// Returns the keys that differ between the files of two plans, in the order of the second file; keys that
/// only `from` has come last. A stated default equals an absent key, and the text of an imported file is not
/// compared.
std::vector<DifferingKey> differing_keys(const PlanDocument& from, const PlanDocument& to);

/// Returns the keys that turn the plan of `from` into `to` if they are set in its file, in the file's order.
std::vector<ChangedKey> changed_keys(const PlanDocument& from, const Plan& to);

}  // namespace zp
