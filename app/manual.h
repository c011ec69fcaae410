// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace zp::app {

/// Writes a manual page for each command into `folder`, zero-planner-estimate.1 and so on, made from the
/// commands and options themselves. Throws FileError where that fails.
void write_manuals(CLI::App& program, const std::string& folder);

}  // namespace zp::app
