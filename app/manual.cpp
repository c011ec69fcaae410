// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual.h"

#include <CLI/CLI.hpp>
#include <string_view>
#include <vector>

#include "core/report/version.h"
#include "core/text/text_files.h"

namespace zp::app {
namespace {

/// Returns a text with the characters escaped that troff would act on.
std::string roff(std::string_view text) {
  std::string page;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) page += "\\&";
    if (c == '\\')
      page += "\\e";
    else if (c == '-')
      page += "\\-";
    else
      page += c;
    begins_line = c == '\n';
  }
  return page;
}

std::string capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

/// Returns the heading of an option ("\-\-out DIR") or an argument ("PLAN").
std::string heading(const CLI::Option& option) {
  std::string text = option.get_positional() ? "\\fI" + roff(option.get_name(true)) + "\\fR"
                                             : "\\fB" + roff(option.get_name(false, true)) + "\\fR";
  const std::string type = option.get_type_name();
  if (!option.get_positional() && option.get_items_expected_max() > 0 && !type.empty())
    text += " \\fI" + roff(type) + "\\fR";
  return text;
}

std::string page_of(const CLI::App& command) {
  const std::string title = "zero-planner-" + command.get_name();
  std::string arguments;
  std::string options;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) arguments += " \\fI" + roff(option->get_name(true)) + "\\fR";
    options += ".TP\n" + heading(*option) + '\n' + roff(option->get_description()) + '\n';
  }
  return ".\\\" SPDX-FileCopyrightText: 2026 The ZeRO Planner authors\n.\\\" SPDX-License-Identifier: "
         "GPL-3.0-or-later\n.TH " +
         roff(capitals(title)) + " 1 \"" + roff(program_date) + "\" \"zero\\-planner " +
         roff(version_text()) + "\" \"User commands\"\n.SH NAME\n" + roff(title) + " \\- " +
         roff(command.get_description()) + "\n.SH SYNOPSIS\n.B zero\\-planner " + roff(command.get_name()) +
         "\n[options]" + arguments + "\n.SH OPTIONS\n" + options +
         ".SH EXIT STATUS\n0 done, 1 the answer is no, 2 the input could not be used; then the message on "
         "standard error names\nfile, line or field, and the fix.\n.SH SEE ALSO\n.BR zero\\-planner (1)\n";
}

}  // namespace

void write_manuals(CLI::App& program, const std::string& folder) {
  std::vector<NamedText> pages;
  for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    pages.push_back({"zero-planner-" + command->get_name() + ".1", page_of(*command)});
  write_text_files(folder, pages);
}

}  // namespace zp::app
