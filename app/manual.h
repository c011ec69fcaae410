// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

/// The manual: docs/commands.md (core/report/manual.h) together with the commands and options themselves.
namespace zp::app {

/// Gives the help of each command its description and its examples.
void add_manual_to_help(CLI::App& program);

/// Returns docs/commands.md with its option tables updated to the present commands.
std::string manual_markdown(const CLI::App& program);

/// Writes the manual pages to `folder`: zero-planner.1, and zero-planner-estimate.1 and so on for the
/// commands. Throws FileError if that fails.
void write_manuals(const CLI::App& program, const std::string& folder);

}  // namespace zp::app
