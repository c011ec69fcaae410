// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/lines.h"

#include <exception>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/line_reader.h"
#include "app/output.h"
#include "app/parallel.h"
#include "core/report/json.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

struct Answer {
  std::string text;
  bool is_error = false;
};

Answer answer_to(const std::string& line, const LineAnswer& answer) {
  try {
    if (line.size() > largest_text_file) throw InputError("The line is longer than a plan can be.");
    return {answer(line)};
  } catch (const std::exception& error) {
    return {error_json(error.what()), true};
  }
}

/// Computes the answers on all processors; returns them in the lines' order.
std::vector<Answer> answers_to(const std::vector<std::string>& lines, const LineAnswer& answer) {
  std::vector<Answer> answers(lines.size());
  on_all_processors(lines.size(), [&](std::size_t i) { answers[i] = answer_to(lines[i], answer); });
  return answers;
}

}  // namespace

CLI::Option* add_line_options(CLI::App& command, LineOptions& options, const std::string& read,
                              const std::string& printed) {
  CLI::Option* const lines =
      command.add_flag("--jsonl", options.jsonl,
                       "Read " + read + " a line from the file or standard input and print " + printed +
                           ", or {\"error\": …}, a line");
  command
      .add_flag("--strict", options.strict, "With --jsonl: end with status 2 if any line could not be used")
      ->needs(lines);
  return lines;
}

int answer_lines(const std::string& path, const LineOptions& options, const LineAnswer& answer) {
  LineReader reader(path.empty() ? "-" : path);
  bool any_failed = false;
  for (auto lines = reader.next(largest_text_file); !lines.empty(); lines = reader.next(largest_text_file))
    for (const Answer& one : answers_to(lines, answer)) {
      print(one.text);
      any_failed |= one.is_error;
    }
  return options.strict && any_failed ? unusable_input : done;
}

}  // namespace zp::app
