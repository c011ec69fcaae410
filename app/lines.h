// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

/// Commands that answer a stream: one document a line, one answer a line, each as soon as its line is there.
namespace zp::app {

struct LineOptions {
  bool jsonl = false, strict = false;
};

/// --jsonl and --strict; `read` says what a line is, `printed` what is answered: "one plan", "one estimate".
CLI::Option* add_line_options(CLI::App& command, LineOptions& options, const std::string& read,
                              const std::string& printed);

/// The answer to a line, or an exception. Lines that are there together are answered side by side.
using LineAnswer = std::function<std::string(const std::string& line)>;

/// Prints {"error": sentence} where `answer` throws. `path` may be "" or "-": standard input. The exit status
/// is 2 with --strict where any line could not be used; the answers say themselves what fits.
int answer_lines(const std::string& path, const LineOptions& options, const LineAnswer& answer);

}  // namespace zp::app
