// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/quoting.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/text/utf8.h"
#include "core/text/yaml_tree.h"

namespace zp {
namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// Characters without a special meaning in an argument of bash; in YAML they have none after a letter.
constexpr std::string_view plain_in_bash =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./%+,:=@";
constexpr std::string_view plain_in_yaml = plain_in_bash.substr(0, plain_in_bash.find('%'));

bool consists_of(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

/// Returns a code point as `digits` hexadecimal digits.
std::string hexadecimal(std::uint32_t code_point, int digits) {
  std::string text;
  for (int digit = digits - 1; digit >= 0; --digit)
    text += "0123456789abcdef"[(code_point >> (4 * digit)) & 0xFu];
  return text;
}

/// Returns the text in double quotes, with escapes that YAML 1.1 and Python 3 share.
std::string in_double_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = character_around(text, at);
    if (character.empty()) {
      quoted += "\\ufffd";
      ++at;
      continue;
    }
    at += character.size();
    const std::uint32_t code_point = code_point_of(character);
    if (character == "\"" || character == "\\")
      (quoted += '\\') += character;
    else if (character == "\n")
      quoted += "\\n";
    else if (is_unseen(code_point))
      quoted += code_point < 0x100 ? "\\x" + hexadecimal(code_point, 2) : "\\u" + hexadecimal(code_point, 4);
    else
      quoted += character;
  }
  return quoted + '"';
}

}  // namespace

std::string bash_word(std::string_view text) {
  if (!text.empty() && consists_of(text, plain_in_bash)) return std::string(text);
  const bool has_control = std::ranges::any_of(text, is_control);
  std::string word = has_control ? "$'" : "'";
  for (const char c : text) {
    if (c == '\0') continue;
    if (!has_control)
      word += c == '\'' ? "'\\''" : std::string(1, c);
    else if (c == '\'' || c == '\\')
      (word += '\\') += c;
    else if (is_control(c))
      word += c == '\n' ? "\\n" : "\\x" + hexadecimal(static_cast<unsigned char>(c), 2);
    else
      word += c;
  }
  return word + '\'';
}

std::string bash_words(std::span<const std::string> words) {
  std::string line;
  for (const std::string& word : words)
    line += (line.empty() ? "" : " ") + bash_word(word);
  return line;
}

std::string yaml_string(std::string_view text) {
  // A single letter may be y or n, which is a bool in YAML 1.1 itself, though not in PyYAML.
  const bool is_plain = text.size() > 1 && letters.find(text.front()) != std::string_view::npos &&
                        consists_of(text, plain_in_yaml) && is_yaml_text(std::string(text));
  return is_plain ? std::string(text) : in_double_quotes(text);
}

std::string python_string(std::string_view text) { return in_double_quotes(text); }

std::string printable_text(std::string_view text) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    const bool ends_line = c == '\r' && at + 1 < text.size() && text[at + 1] == '\n';  // a line end of CSV
    if ((c >= ' ' && c < '\x7F') || c == '\n' || c == '\t' || ends_line) {
      shown += c;
      ++at;
      continue;
    }
    const std::string_view character = character_around(text, at);
    if (character.empty()) {
      shown += "\\x" + hexadecimal(static_cast<unsigned char>(c), 2);
      ++at;
      continue;
    }
    at += character.size();
    const std::uint32_t code_point = code_point_of(character);
    if (is_unseen(code_point))
      shown += "\\u" + hexadecimal(code_point, 4);
    else
      shown += character;
  }
  return shown;
}

std::string markdown_text(std::string_view text) {
  constexpr std::string_view acted_on = "\\`*[]<&|~";
  std::string line;
  for (const char c : text) {
    if (acted_on.find(c) != std::string_view::npos) line += '\\';
    line += is_control(c) ? ' ' : c;
  }
  return printable_text(line);
}

}  // namespace zp
