// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_words.h"

#include <algorithm>

namespace zp {
namespace {

/// Returns true if brackets follow a dollar sign: `$(…)`, `${…}`, `$[…]`.
bool opens_brackets(std::string_view next) {
  return next.starts_with('(') || next.starts_with('{') || next.starts_with('[');
}

/// Returns the end of an indivisible part of a word that begins at `at`; `at` if none begins there.
std::size_t end_of_part(std::string_view script, std::size_t at) {
  const char c = script[at];
  const std::string_view next = script.substr(at + 1);
  if (c == '\\') return std::min(at + 2, script.size());
  if (c == '\'') {
    const std::size_t end = script.find('\'', at + 1);
    return end == std::string_view::npos ? script.size() : end + 1;
  }
  if (c == '$' && opens_brackets(next)) return end_of_shell_brackets(script, at + 1);
  if (c == '`' || c == '"') {
    std::size_t end = at + 1;
    while (end < script.size() && script[end] != c) {
      const bool has_brackets = c == '"' && script[end] == '$' && opens_brackets(script.substr(end + 1));
      if (script[end] == '\\')
        end = std::min(end + 2, script.size());
      else
        end = has_brackets ? end_of_shell_brackets(script, end + 1) : end + 1;
    }
    return std::min(end + 1, script.size());
  }
  return at;
}

}  // namespace

std::size_t end_of_shell_brackets(std::string_view script, std::size_t begin) {
  const char open = script[begin], close = open == '(' ? ')' : open == '[' ? ']' : '}';
  std::size_t depth = 0, at = begin;
  bool is_word = false;
  while (at < script.size()) {
    const char c = script[at];
    if (c == '#' && !is_word && open == '(') {
      at = std::min(script.find('\n', at), script.size());
      continue;
    }
    is_word = !is_shell_blank(c) && c != open;
    const bool is_part = c == '\\' || c == '\'' || c == '"' || c == '`';
    if (is_part) {
      at = end_of_part(script, at);
      continue;
    }
    if (c == open) ++depth;
    ++at;
    if (c == close && --depth == 0) return at;
  }
  return script.size();
}

std::size_t end_of_shell_word(std::string_view script, std::size_t begin) {
  std::size_t at = begin;
  while (at < script.size()) {
    const char c = script[at];
    const bool is_array = c == '(' && at > begin && script[at - 1] == '=';
    if (is_array) {
      at = end_of_shell_brackets(script, at);
      continue;
    }
    if (is_shell_blank(c) || std::string_view(";&|<>()").find(c) != std::string_view::npos) break;
    const std::size_t end = end_of_part(script, at);
    at = end > at ? end : at + 1;
  }
  return std::max(at, begin + 1);
}

bool is_assignment(std::string_view word) {
  std::size_t size = 0;
  while (size < word.size() && is_shell_name(word[size]))
    ++size;
  if (size == 0 || (word.front() >= '0' && word.front() <= '9')) return false;
  word.remove_prefix(size);
  if (word.starts_with('[')) word.remove_prefix(std::min(word.find(']'), word.size() - 1) + 1);
  return word.starts_with('=') || word.starts_with("+=");
}

std::vector<std::string_view> raw_shell_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (is_shell_blank(c)) {
      ++at;
    } else if (c == '\\' && text.substr(at + 1).starts_with('\n')) {
      at += 2;
    } else if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
    } else {
      const std::size_t end = end_of_shell_word(text, at);
      words.push_back(text.substr(at, end - at));
      at = end;
    }
  }
  return words;
}

}  // namespace zp
