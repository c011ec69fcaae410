// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/completion.h"

#include <CLI/CLI.hpp>

#include "app/named_option.h"

namespace zp::app {
namespace {

/// Facts about one option or argument that completion needs.
struct Word {
  std::string name;  ///< "--theme"; "" for an argument
  std::string help;
  bool takes_value = false;
  std::vector<std::string> values;  ///< empty for a file
};

struct CompletionWord {
  std::string command, help;  ///< "" for the program itself
  std::vector<Word> words;
};

/// Returns the first line without characters that are special in completion scripts (quotes, colons).
std::string plain(const std::string& help) {
  std::string text = help.substr(0, help.find('\n'));
  for (char& c : text)
    if (c == '\'' || c == '"' || c == '`' || c == '[' || c == ']' || c == ':' || c == '\\' || c == '$')
      c = ' ';
  return text;
}

CompletionWord offered_by(CLI::App& app) {
  CompletionWord offered{
      app.get_parent() == nullptr ? std::string() : app.get_name(), plain(app.get_description()), {}};
  for (CLI::Option* option : app.get_options()) {
    const bool takes_value = option->get_items_expected_max() > 0;
    const std::vector<std::string> values = names_in(*option);
    if (option->get_positional())
      offered.words.push_back({"", plain(option->get_description()), true, values});
    for (const std::string& name : option->get_lnames())
      offered.words.push_back({"--" + name, plain(option->get_description()), takes_value, values});
  }
  return offered;
}

std::vector<CompletionWord> all_offered(CLI::App& program) {
  std::vector<CompletionWord> all{offered_by(program)};
  for (CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
    all.push_back(offered_by(*command));
  return all;
}

std::string spaced(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string commands_of(const std::vector<CompletionWord>& all) {
  std::vector<std::string> names;
  for (const CompletionWord& each : all)
    if (!each.command.empty()) names.push_back(each.command);
  return spaced(names);
}

std::string options_of(const CompletionWord& offered) {
  std::vector<std::string> names;
  for (const Word& word : offered.words)
    if (!word.name.empty()) names.push_back(word.name);
  return spaced(names);
}

std::string argument_values(const CompletionWord& offered) {
  std::vector<std::string> values;
  for (const Word& word : offered.words)
    if (word.name.empty()) values.insert(values.end(), word.values.begin(), word.values.end());
  return spaced(values);
}

/// Returns the body common to bash and zsh: it sets `reply` to words, or leaves it empty to complete file
/// names.
std::string cases(const std::vector<CompletionWord>& all) {
  std::string text = "  case \"$command $previous\" in\n";
  for (const CompletionWord& each : all)
    for (const Word& word : each.words)
      if (!word.name.empty() && word.takes_value)
        text +=
            "    '" + each.command + " " + word.name + "') reply='" + spaced(word.values) + "'; return ;;\n";
  text += "  esac\n  case $command in\n";
  for (const CompletionWord& each : all)
    if (!each.command.empty())
      text += "    " + each.command + ") reply='" + options_of(each) + "' more='" + argument_values(each) +
              "' ;;\n";
  return text + "    *) reply='" + options_of(all.front()) + "' more='" + commands_of(all) +
         "' ;;\n  esac\n" + "  case $current in -*) ;; *) reply=$more ;; esac\n";
}

std::string words_function(const std::vector<CompletionWord>& all) {
  return "_zero_planner_words() {\n  local command=$1 previous=$2 current=$3 more=\n  reply=\n" + cases(all) +
         "}\n";
}

std::string bash(const std::vector<CompletionWord>& all) {
  return "# bash completion for zero-planner\n" + words_function(all) +
         "_zero_planner() {\n"
         "  local reply command= current=${COMP_WORDS[COMP_CWORD]}\n"
         "  [ \"$COMP_CWORD\" -lt 2 ] || command=${COMP_WORDS[1]}\n"
         "  _zero_planner_words \"$command\" \"${COMP_WORDS[COMP_CWORD - 1]}\" \"$current\"\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$reply\" -- \"$current\")\n"
         "}\n"
         "complete -o default -F _zero_planner zero-planner\n";
}

std::string zsh(const std::vector<CompletionWord>& all) {
  return "#compdef zero-planner\n" + words_function(all) +
         "_zero_planner() {\n"
         "  local reply command=\n"
         "  (( CURRENT > 2 )) && command=${words[2]}\n"
         "  _zero_planner_words \"$command\" \"${words[CURRENT - 1]}\" \"${words[CURRENT]}\"\n"
         "  [[ -n $reply ]] && compadd -- ${=reply}\n"
         "  [[ ${words[CURRENT]} == -* ]] || _files\n"
         "}\n"
         "_zero_planner \"$@\"\n";
}

std::string fish(const std::vector<CompletionWord>& all) {
  std::string text = "# fish completion for zero-planner\n";
  for (const CompletionWord& each : all) {
    const std::string at = each.command.empty() ? " -n __fish_use_subcommand"
                                                : " -n '__fish_seen_subcommand_from " + each.command + "'";
    if (!each.command.empty())
      text += "complete -c zero-planner -n __fish_use_subcommand -a " + each.command + " -d '" + each.help +
              "'\n";
    for (const Word& word : each.words) {
      const std::string values = word.values.empty() ? "" : " -xa '" + spaced(word.values) + "'";
      if (word.name.empty() && values.empty()) continue;  // shells complete file names themselves
      text += "complete -c zero-planner" + at + (word.name.empty() ? "" : " -l " + word.name.substr(2)) +
              (word.takes_value && !word.name.empty() && values.empty() ? " -r" : values) + " -d '" +
              word.help + "'\n";
    }
  }
  return text;
}

}  // namespace

std::vector<std::string> completed_shells() { return {"bash", "zsh", "fish"}; }

std::string completion(CLI::App& program, const std::string& shell) {
  const std::vector<CompletionWord> all = all_offered(program);
  return shell == "bash" ? bash(all) : shell == "zsh" ? zsh(all) : fish(all);
}

}  // namespace zp::app
