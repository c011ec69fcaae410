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

/// What to set in the file of `from` for its plan to become `to`, in the file's order.
std::vector<ChangedKey> changed_keys(const PlanDocument& from, const Plan& to);

}  // namespace zp
