// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/check/check_config.h"

namespace zp {

/// One safe fix that was made.
struct ConfigFix {
  std::string what;  ///< "Renamed subgroup_size to sub_group_size."
  std::string text;  ///< the fixed file; order, indentation and spelling of everything else stay
};

/// Returns the fix of one issue of check_config(config); nothing if it needs a choice. An issue about a
/// leniency of hjson stands for every place of that kind, and its fix covers them all.
std::optional<ConfigFix> fix_issue(const ConfigSource& config, const Finding& issue);

struct FixedConfig {
  std::string text;                ///< the file with all safe fixes; the same bytes if there are none
  std::vector<std::string> fixes;  ///< one sentence each, in the order they were made
  ConfigCheck left;                ///< the check of `text`
};

/// Applies the fixes that need no choice: keys misspelt by two letters or less that DeepSpeed refuses, or
/// does not read at the top of the file, retired names, numbers written as texts or with a fraction, keys
/// without effect, max_grad_norm, and syntax that only hjson takes. Comments, indentation, order and spelling
/// of everything else stay. Fixing the result again changes nothing.
FixedConfig fix_config(std::string text, const CheckOptions& options);

}  // namespace zp
