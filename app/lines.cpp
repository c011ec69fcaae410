// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/lines.h"

#include <exception>

#include "app/commands.h"
#include "app/input.h"
#include "app/line_reader.h"
#include "app/output.h"
#include "core/report/json.h"
#include "core/text/text_file.h"

namespace zp::app {

CLI::Option* add_line_options(CLI::App& command, LineOptions& options, const std::string& read,
                              const std::string& printed) {
  CLI::Option* const lines =
      command.add_flag("--jsonl", options.jsonl,
                       "Read " + read + " a line from the file or standard input and print " + printed +
                           ", or {\"error\": …}, a line");
  command.add_flag("--strict", options.strict, "With --jsonl: exit status 2 when any line could not be used")
      ->needs(lines);
  return lines;
}

int answer_lines(const std::string& path, const LineOptions& options,
                 const std::function<std::string(const std::string& line)>& answer) {
  LineReader reader(path.empty() ? "-" : path);
  bool any_failed = false;
  for (std::string line; reader.next(line, largest_text_file);) {
    std::string text;
    try {
      if (line.size() > largest_text_file) throw InputError("The line is longer than a plan can be.");
      text = answer(line);
    } catch (const std::exception& error) {
      text = error_json(error.what());
      any_failed = true;
    }
    print(text);
  }
  return options.strict && any_failed ? unusable_input : done;
}

}  // namespace zp::app
