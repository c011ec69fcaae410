// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/check/check_config.h"
#include "core/text/text_edits.h"

/// Internal to dsconfig: the edits that mend one issue, where they are safe.
namespace zp::config_fix {

using namespace text_io;

struct IssueFix {
  std::string what;  ///< "Renamed subgroup_size to sub_group_size."
  std::vector<TextEdit> edits;
};

std::optional<IssueFix> fix_of(const ConfigSource& config, const Finding& issue);
/// The same for what only hjson takes.
std::optional<IssueFix> fix_of(const ConfigSource& config, const LenientPlace& place);

}  // namespace zp::config_fix
