// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/check/check_config.h"
#include "core/text/text_edits.h"

/// The edits that fix one issue, if they are safe. Internal to core/check.
namespace zp::config_fix {

using namespace text_io;

struct IssueFix {
  std::string summary;  ///< "Renamed subgroup_size to sub_group_size."
  std::vector<TextEdit> edits;
  std::string key = {};  ///< path of the key that it creates; only one fix may create the same key
  bool activates_key =
      false;  ///< true if DeepSpeed ignored the key so far, so that its value now takes effect
};

std::optional<IssueFix> fix_of(const ConfigSource& config, const Finding& issue);
/// Returns the fix of one place with syntax that only hjson accepts; nullopt if the user has to choose.
std::optional<IssueFix> fix_of(const ConfigSource& config, const LenientPlace& place);

}  // namespace zp::config_fix
