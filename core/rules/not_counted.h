// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// A key of a plan that has an effect in DeepSpeed which no figure includes.
struct UncountedKey {
  std::string path;         ///< path in the plan file: "zero.zenflow", "deepspeed_config.compile.deepcompile"
  std::string_view reason;  ///< one sentence (core/deepspeed/key_effects.h)
  bool operator==(const UncountedKey&) const = default;
};

/// Returns the plan's keys whose effect is not included in the figures, each once, in the order of the table.
/// Leaves out keys at their default, keys without effect at the plan's stage, offload or release, and keys
/// below a switch that is off.
std::vector<UncountedKey> not_counted(const PlanDocument& document);

/// Returns the sentence that reports and views show: "zero.zenflow: ZenFlow updates …".
std::string sentence_of(const UncountedKey& key);

}  // namespace zp
