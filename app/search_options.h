// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/search/space.h"

namespace CLI {
class App;
}

/// Options that the commands that search over plans have in common.
namespace zp::app {

/// Adds --margin, --allow and --keep.
void add_search_options(CLI::App& command, double& margin, std::vector<std::string>& allowed,
                        std::vector<std::string>& kept);
/// Adds --min-tokens-per-s.
void add_speed_option(CLI::App& command, double& least_tokens_per_s);
/// Returns the freedom that the names state, which the command line has already checked.
Freedom freedom_of(const std::vector<std::string>& allowed, const std::vector<std::string>& kept);

}  // namespace zp::app
