// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/check/check_config.h"

namespace zp {

/// One safe fix, applied.
struct ConfigFix {
  std::string summary;  ///< "Renamed subgroup_size to sub_group_size."
  std::string text;     ///< the fixed file; everything else keeps its order, indentation and spelling
};

/// Returns the fix of one issue of check_config(config); nullopt if the user has to choose. An issue about
/// hjson's leniency covers all places of that kind, and so does its fix.
std::optional<ConfigFix> fix_issue(const ConfigSource& config, const Finding& issue);

struct FixedConfig {
  std::string text;                ///< the file with all safe fixes; identical if there are none
  std::vector<std::string> fixes;  ///< one sentence each, in the order of application
  ConfigCheck left;                ///< the check of `text`
};

/// Applies the fixes that need no choice: keys misspelt by at most two letters that DeepSpeed refuses or, at
/// the top level, ignores; retired names; numbers written as texts or with a fraction; keys without effect;
/// max_grad_norm; and syntax that only hjson accepts. Everything else keeps its comments, indentation, order
/// and spelling. Applying it twice changes nothing more.
FixedConfig fix_config(std::string text, const CheckOptions& options);

}  // namespace zp
