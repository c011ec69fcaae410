// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/shell_commands.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <optional>
#include <utility>

#include "core/text/limits.h"

namespace zp::import_io {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The variables of a script, and how many more characters may be filled in: a value may hold another twice,
/// and so on.
struct ScriptVariables {
  ShellVariables variables;
  std::size_t room = most_filled_in;
};

/// A `$` in a word, and the name behind it.
struct Reference {
  std::string_view name;
  std::optional<std::string_view> otherwise;  ///< the default in ${NAME:-otherwise}
  std::size_t size = 0;                       ///< characters of the whole reference
};

/// Returns the reference $NAME, ${NAME} or ${NAME:-otherwise} at the beginning of `text`; nothing for
/// another `$`.
std::optional<Reference> reference_at(std::string_view text) {
  const bool has_braces = text.substr(1).starts_with('{');
  const std::string_view named = text.substr(has_braces ? 2 : 1);
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(named, is_name) - named.begin());
  if (end == 0) return std::nullopt;
  if (!has_braces) return Reference{named.substr(0, end), std::nullopt, 1 + end};
  const std::size_t close = named.find('}', end);
  if (close == std::string_view::npos) return std::nullopt;
  Reference reference{named.substr(0, end), std::nullopt, 2 + close + 1};
  if (named.substr(end).starts_with(":-")) reference.otherwise = named.substr(end + 2, close - end - 2);
  return reference;
}

/// Returns the word with the script's variables filled in, and with the default of ${NAME:-otherwise} for
/// others; other names stay as they are.
std::string filled_in(std::string_view word, ScriptVariables& filling) {
  std::string text;
  while (!word.empty()) {
    const std::optional<Reference> reference =
        word.front() == '$' ? reference_at(word) : std::optional<Reference>();
    const auto known = reference ? filling.variables.find(reference->name) : filling.variables.end();
    if (known != filling.variables.end() && known->second.size() <= filling.room) {
      text += known->second;
      filling.room -= known->second.size();
      word.remove_prefix(reference->size);
    } else if (reference && reference->otherwise) {
      text += *reference->otherwise;
      word.remove_prefix(reference->size);
    } else {
      text += word.front();
      word.remove_prefix(1);
    }
  }
  return text;
}

/// Splits a script at the characters that separate words and commands.
class Splitter {
 public:
  explicit Splitter(std::string_view script) : script_(script) {}

  std::vector<ShellWords> commands() {
    while (at_ < script_.size())
      take();
    end_word();
    return std::move(commands_);
  }

 private:
  void take() {
    const char c = script_[at_++];
    if (c == '\\' && at_ < script_.size() && quote_ != '\'')
      take_escaped(script_[at_++]);
    else if (quote_ != 0)
      take_quoted(c);
    else if (c == '#' && !word_)
      at_ = std::min(script_.find('\n', at_), script_.size());
    else
      take_plain(c);
  }

  void take_escaped(char c) {
    if (c != '\n')
      add(c);
    else if (quote_ == 0)
      end_word();
  }

  void take_quoted(char c) {
    if (c == quote_)
      quote_ = 0;
    else
      add(c == '\n' ? ' ' : c);
  }

  void take_plain(char c) {
    if (c == '"' || c == '\'') {
      quote_ = c;
      if (!word_) word_.emplace();
    } else if (c == '(' && word_ && word_->ends_with('=')) {
      array_ = std::exchange(word_, std::nullopt);
    } else if (array_ && (c == '\n' || c == ')')) {
      end_word();
      if (c == ')') commands_.back().push_back(*std::exchange(array_, std::nullopt));
    } else if (c == '\n' || c == ';' || c == '&' || c == '|') {
      end_word();
      if (!commands_.back().empty()) commands_.emplace_back();
    } else if (is_blank(c)) {
      end_word();
    } else {
      add(c);
    }
  }

  void add(char c) {
    if (!word_) word_.emplace();
    *word_ += c;
  }

  void end_word() {
    if (word_ && array_)
      *array_ += (array_->ends_with('=') ? "" : " ") + *word_;
    else if (word_)
      commands_.back().push_back(std::move(*word_));
    word_.reset();
  }

  std::string_view script_;
  std::size_t at_ = 0;
  char quote_ = 0;
  std::optional<std::string> word_;
  std::optional<std::string> array_;  ///< an array assignment: NAME= and its elements so far
  std::vector<ShellWords> commands_ = std::vector<ShellWords>(1);
};

/// Returns true if a value is neither another command's output nor an argument of the script.
bool is_plain(const std::string& value) {
  const bool is_argument = value.size() > 1 && value.front() == '$' && value[1] >= '0' && value[1] <= '9';
  return !is_argument && value.find("$(") == std::string::npos && value.find('`') == std::string::npos;
}

/// Carries out NAME=value or NAME+=value at the beginning of a command, with or without export or declare in
/// front: variables in the value are filled in, and an array becomes its elements in a row. Returns true if
/// the command does nothing else.
bool sets_variable(const ShellWords& command, ScriptVariables& filling) {
  const bool is_told = command.front() == "export" || command.front() == "declare";
  const auto behind = std::find_if(command.begin() + (is_told ? 1 : 0), command.end(),
                                   [&](const std::string& word) { return !is_told || word.front() != '-'; });
  if (behind == command.end()) return false;
  const std::string_view word = *behind;
  const auto equals = word.find('=');
  const bool is_added = equals != std::string::npos && equals > 0 && word[equals - 1] == '+';
  const std::string_view name =
      word.substr(0, equals == std::string::npos || !is_added ? equals : equals - 1);
  if (equals == std::string::npos || name.empty() || !std::ranges::all_of(name, is_name)) return false;
  const std::string value(word.substr(equals + 1));
  if (is_plain(value)) {
    const std::string filled = filled_in(value, filling);
    std::string& variable = filling.variables[std::string(name)];
    variable = is_added && !variable.empty() ? variable + ' ' + filled : filled;
  }
  return is_told || command.size() == 1;
}

}  // namespace

ShellWords shell_words(const std::string& text) {
  ShellWords words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
    if (begin == std::string::npos) break;
    at = std::min(text.find_first_of(" \t\r\n", begin), text.size());
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

std::vector<ShellWords> shell_commands(std::string_view script, ShellVariables variables) {
  ScriptVariables filling{std::move(variables)};
  std::vector<ShellWords> commands;
  for (const ShellWords& command : Splitter(script).commands()) {
    if (command.empty() || sets_variable(command, filling)) continue;
    ShellWords& words = commands.emplace_back();
    for (const std::string& word : command)
      std::ranges::move(shell_words(filled_in(word, filling)), std::back_inserter(words));
  }
  return commands;
}

}  // namespace zp::import_io
