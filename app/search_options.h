// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/search/space.h"

namespace CLI {
class App;
}

/// What the commands that search over plans take alike.
namespace zp::app {

/// --margin, --allow and --keep.
void add_search_options(CLI::App& command, double& margin, std::vector<std::string>& allowed,
                        std::vector<std::string>& kept);
/// --min-tokens-per-s.
void add_speed_option(CLI::App& command, double& least_tokens_per_s);
/// By names that the command line has already checked.
Freedom freedom_of(const std::vector<std::string>& allowed, const std::vector<std::string>& kept);

}  // namespace zp::app
