// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// A key that a plan carries to DeepSpeed and that acts there, while no figure includes its effect.
struct UncountedKey {
  std::string path;         ///< path in the plan file: "zero.zenflow", "deepspeed_config.compile.deepcompile"
  std::string_view reason;  ///< one sentence (core/deepspeed/key_effects.h)
  bool operator==(const UncountedKey&) const = default;
};

/// Returns the plan's keys that act and are not counted, each once, in the order of the table. Keys at their
/// default, keys without effect at the plan's stage, offload or release, and keys below a switch that is off
/// are left out.
std::vector<UncountedKey> not_counted(const PlanDocument& document);

/// Returns the sentence of every report and view: "zero.zenflow: ZenFlow updates …".
std::string sentence_of(const UncountedKey& key);

}  // namespace zp
