// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

/// Shell completion, generated from the commands and options.
namespace zp::app {

/// Returns "bash", "zsh", "fish".
std::vector<std::string> completed_shells();
/// Returns the completion file of that shell.
std::string completion(CLI::App& program, const std::string& shell);

}  // namespace zp::app
