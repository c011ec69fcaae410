// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/check/check_config.h"
#include "core/text/text_edits.h"

/// Internal to core/check: the edits that mend one issue, where they are safe.
namespace zp::config_fix {

using namespace text_io;

struct IssueFix {
  std::string what;  ///< "Renamed subgroup_size to sub_group_size."
  std::vector<TextEdit> edits;
  std::string key = {};     ///< the path of a key that it makes; no other fix may make the same
  bool mends_typo = false;  ///< DeepSpeed did not read the key before: what it says acts from now on
};

std::optional<IssueFix> fix_of(const ConfigSource& config, const Finding& issue);
/// The same for what only hjson takes.
std::optional<IssueFix> fix_of(const ConfigSource& config, const LenientPlace& place);

}  // namespace zp::config_fix
