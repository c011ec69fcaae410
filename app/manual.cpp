// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "app/roff.h"
#include "core/report/manual.h"
#include "core/report/table.h"
#include "core/report/version.h"
#include "core/text/text_files.h"

namespace zp::app {
namespace {

constexpr std::size_t help_width = 100;

std::vector<const CLI::App*> commands_of(const CLI::App& program) {
  return program.get_subcommands([](const CLI::App*) { return true; });
}

/// Returns the section of a command; an empty one if the page lacks it (a test forbids that).
ManualSection section_of(const std::string& command) {
  for (ManualSection& section : manual_sections())
    if (section.is_command && section.title == command) return std::move(section);
  return {};
}

std::string capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

bool takes_value(const CLI::Option& option) {
  return !option.get_positional() && option.get_items_expected_max() > 0 && !option.get_type_name().empty();
}

/// Returns the heading of an option ("\-\-out DIR") or an argument ("PLAN").
std::string heading(const CLI::Option& option) {
  std::string text = option.get_positional() ? "\\fI" + roff(option.get_name(true)) + "\\fR"
                                             : "\\fB" + roff(option.get_name(false, true)) + "\\fR";
  if (takes_value(option)) text += " \\fI" + roff(option.get_type_name()) + "\\fR";
  return text;
}

std::string options_roff(const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options())
    text += ".TP\n" + heading(*option) + '\n' + roff(option->get_description()) + '\n';
  return text;
}

/// Returns a text as a cell of a Markdown table.
std::string markdown_cell(const std::string& text) {
  std::string cell;
  for (const char c : text)
    if (c == '|')
      cell += "\\|";
    else
      cell += c == '\n' ? ' ' : c;
  return cell;
}

std::string options_table(const CLI::App& command) {
  std::string table = "| argument or option | meaning |\n| --- | --- |\n";
  for (const CLI::Option* option : command.get_options()) {
    if (option == command.get_help_ptr()) continue;
    const std::string name =
        option->get_positional() ? option->get_name(true) : option->get_name(false, true);
    table += "| `" + name + (takes_value(*option) ? " " + option->get_type_name() : "") + "` | " +
             markdown_cell(option->get_description()) +
             (option->get_required() && !option->get_positional() ? ". Required" : "") + ". |\n";
  }
  return table;
}

std::string page_head(const std::string& title, const std::string& description) {
  return ".\\\" SPDX-FileCopyrightText: 2026 The ZeRO Planner authors\n.\\\" SPDX-License-Identifier: "
         "GPL-3.0-or-later\n.TH " +
         roff(capitals(title)) + " 1 \"" + roff(program_date) + "\" \"zero\\-planner " +
         roff(version_text()) + "\" \"User commands\"\n.nh\n.ad l\n.SH NAME\n" + roff(title) + " \\- " +
         roff(description) + "\n";
}

std::string examples_roff(const ManualSection& section) {
  std::string text = section.examples.empty() ? "" : ".SH EXAMPLES\n";
  for (const ManualExample& example : section.examples)
    text += ".PP\n" + roff_of_markdown(example.text) + roff_example(example.session);
  return text;
}

std::string page_of(const CLI::App& command) {
  const std::string title = "zero-planner-" + command.get_name();
  const ManualSection section = section_of(command.get_name());
  std::string arguments;
  for (const CLI::Option* option : command.get_options())
    if (option->get_positional()) arguments += " \\fI" + roff(option->get_name(true)) + "\\fR";
  return page_head(title, command.get_description()) + ".SH SYNOPSIS\n.B zero\\-planner " +
         roff(command.get_name()) + "\n[options]" + arguments + "\n.SH DESCRIPTION\n" +
         roff_of_markdown(section.text) + ".SH OPTIONS\n" + options_roff(command) + examples_roff(section) +
         ".PP\nThe files of the examples are in\n.BR zero\\-planner (1).\n.SH EXIT STATUS\n0 done, 1 the "
         "answer is no, 2 the input could not be used; then the message on standard error names\nfile, line "
         "or field, and the fix.\n.SH SEE ALSO\n.BR zero\\-planner (1)\n";
}

std::string program_page(const CLI::App& program) {
  std::string commands =
      ".SH COMMANDS\nEach has a page of its own, such as\n.BR zero\\-planner\\-estimate (1).\n";
  for (const CLI::App* command : commands_of(program))
    commands += ".TP\n.B " + roff(command->get_name()) + '\n' + roff(command->get_description()) + '\n';
  std::string text;
  for (const ManualSection& section : manual_sections()) {
    if (section.is_command) continue;
    const bool has_options = section.title == "Options of the program";
    text += ".SH " + (section.title.empty() ? "DESCRIPTION" : roff(capitals(section.title))) + '\n' +
            (has_options ? options_roff(program) + ".PP\n" : "") + roff_of_markdown(section.text) + '\n';
    for (const ManualFile& file : section.files)
      text += ".TP\n.I " + roff(file.name) + "\n" + roff_example(file.text);
    if (section.title.empty()) text += commands;
  }
  return page_head("zero-planner", "plan the memory and speed of DeepSpeed ZeRO training") +
         ".SH SYNOPSIS\n.B zero\\-planner\n.RI [ FILE ]\n.br\n.B zero\\-planner\n.I COMMAND\n[options]\n" +
         text +
         ".SH COPYRIGHT\nCopyright 2026 The ZeRO Planner authors.\nLicence: GNU General Public License, "
         "version 3 or later.\nThere is no warranty, to the extent permitted by law.\n";
}

}  // namespace

void add_manual_to_help(CLI::App& program) {
  const std::vector<ManualSection> sections = manual_sections();
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    const auto section = std::ranges::find_if(sections, [&](const ManualSection& each) {
      return each.is_command && each.title == command->get_name();
    });
    if (section == sections.end()) continue;
    std::string about = without_marks(section->text);
    std::ranges::replace(about, '\n', ' ');
    std::string text = wrapped(about, help_width, 0) + "\n\nExamples:\n";
    for (const ManualExample& example : section->examples) {
      text += "  " + without_marks(example.text) + '\n';
      for (const std::string& line : example.commands())
        text += "    " + line + '\n';
    }
    text.pop_back();
    command->footer(text);
  }
}

std::string manual_markdown(const CLI::App& program) {
  return manual_page_with([&](std::string_view name) {
    if (name == "zero-planner") return options_table(program);
    for (const CLI::App* command : commands_of(program))
      if (command->get_name() == name) return options_table(*command);
    return std::string();
  });
}

void write_manuals(const CLI::App& program, const std::string& folder) {
  std::vector<NamedText> pages{{"zero-planner.1", program_page(program)}};
  for (const CLI::App* command : commands_of(program))
    pages.push_back({"zero-planner-" + command->get_name() + ".1", page_of(*command)});
  write_text_files(folder, pages);
}

}  // namespace zp::app
