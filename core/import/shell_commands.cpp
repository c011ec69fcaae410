// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/shell_commands.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <utility>

#include "core/text/limits.h"

namespace zp::import_io {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// What a script sets, and how much of it may still be filled in: a value may hold another twice, and so on.
struct Filling {
  ShellVariables variables;
  std::size_t room = most_filled_in;
};

/// $NAME and ${NAME}, ${NAME:-default}, of what the script itself sets; others stay as they are.
std::string filled_in(const std::string& word, Filling& filling) {
  std::string text;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != '$' || i + 1 == word.size()) {
      text += word[i];
      continue;
    }
    const bool has_braces = word[i + 1] == '{';
    const std::size_t begin = i + (has_braces ? 2 : 1);
    std::size_t end = begin;
    while (end < word.size() && is_name(word[end]))
      ++end;
    const std::size_t close = has_braces ? word.find('}', end) : end;
    const auto known = filling.variables.find(std::string_view(word).substr(begin, end - begin));
    const bool is_whole = end > begin && close != std::string::npos;
    if (is_whole && known != filling.variables.end() && known->second.size() <= filling.room) {
      text += known->second;
      filling.room -= known->second.size();
      i = has_braces ? close : close - 1;
    } else if (is_whole && has_braces && word.compare(end, 2, ":-") == 0) {
      text += word.substr(end + 2, close - end - 2);
      i = close;
    } else {
      text += word[i];
    }
  }
  return text;
}

/// The commands of a script as words: quotes are taken off, lines that end with \ go on.
std::vector<ShellWords> commands_of(std::string_view script) {
  std::vector<ShellWords> commands(1);
  std::string word;
  bool has_word = false;
  char quote = 0;
  const auto end_word = [&] {
    if (has_word) commands.back().push_back(word);
    word.clear();
    has_word = false;
  };
  for (std::size_t i = 0; i < script.size(); ++i) {
    const char c = script[i];
    const bool is_escape = c == '\\' && i + 1 < script.size() && quote != '\'';
    if (is_escape && script[i + 1] == '\n') {
      ++i;
      if (quote == 0) end_word();
    } else if (is_escape) {
      word += script[++i];
      has_word = true;
    } else if (quote != 0) {
      if (c == quote)
        quote = 0;
      else
        word += c == '\n' ? ' ' : c;
    } else if (c == '"' || c == '\'') {
      quote = c;
      has_word = true;
    } else if (c == '#' && !has_word) {
      i = std::min(script.find('\n', i), script.size()) - 1;
    } else if (c == '\n' || c == ';' || c == '&' || c == '|') {
      end_word();
      if (!commands.back().empty()) commands.emplace_back();
    } else if (is_blank(c)) {
      end_word();
    } else {
      word += c;
      has_word = true;
    }
  }
  end_word();
  return commands;
}

/// Neither what another command prints nor an argument that the script is called with.
bool is_plain(const std::string& value) {
  const bool is_argument = value.size() > 1 && value.front() == '$' && value[1] >= '0' && value[1] <= '9';
  return !is_argument && value.find("$(") == std::string::npos && value.find('`') == std::string::npos;
}

/// NAME=value at the begin of a command, behind export or not; the value's own variables are filled in.
bool sets_variable(const ShellWords& command, Filling& filling) {
  const std::size_t first = command.front() == "export" || command.front() == "declare" ? 1 : 0;
  if (first >= command.size()) return false;
  const std::string& word = command[first];
  const auto equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || !std::ranges::all_of(word.substr(0, equals), is_name))
    return false;
  const std::string value = word.substr(equals + 1);
  if (is_plain(value)) filling.variables[word.substr(0, equals)] = filled_in(value, filling);
  return first == 1 || command.size() == 1;
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
  Filling filling{std::move(variables)};
  std::vector<ShellWords> commands;
  for (const ShellWords& command : commands_of(script)) {
    if (command.empty() || sets_variable(command, filling)) continue;
    ShellWords& words = commands.emplace_back();
    for (const std::string& word : command)
      std::ranges::move(shell_words(filled_in(word, filling)), std::back_inserter(words));
  }
  return commands;
}

}  // namespace zp::import_io
