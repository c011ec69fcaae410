// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

/// Commands that answer a stream: one document per input line, one answer per output line, each as soon as
/// its line has arrived.
namespace zp::app {

struct LineOptions {
  bool jsonl = false, strict = false;
};

/// Adds --jsonl and --strict; `read` describes the contents of a line ("one plan"), `printed` the answer
/// ("one estimate").
CLI::Option* add_line_options(CLI::App& command, LineOptions& options, const std::string& read,
                              const std::string& printed);

/// A function that returns the answer to a line, or throws. Lines that arrive together are
/// answered in parallel.
using LineAnswer = std::function<std::string(const std::string& line)>;

/// Answers the lines of `path`; "" and "-" mean standard input. Prints {"error": sentence} if `answer`
/// throws. Returns exit status 2 with --strict if any line was unusable, else 0, regardless of the answers.
int answer_lines(const std::string& path, const LineOptions& options, const LineAnswer& answer);

}  // namespace zp::app
