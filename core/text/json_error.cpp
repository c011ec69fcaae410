// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/json_error.h"

#include <algorithm>
#include <array>

#include "core/text/config_text.h"
#include "core/text/utf8.h"
#include "core/units/format.h"

namespace zp::text_io {
namespace {

constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

constexpr bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '+' ||
         c == '-' || c == '.';
}

struct Token {
  std::size_t start;
  std::string_view text;
};

/// Returns the string that ends at `last`, or the word or number around it, or else the character at `last`.
Token token_around(std::string_view text, std::size_t last, bool is_string) {
  const std::string_view character = character_around(text, last);
  auto start = static_cast<std::size_t>(character.data() - text.data());
  std::size_t end = start + character.size();
  if (is_string && last > 0) {
    start = text.rfind('"', last - 1);
    while (start != std::string_view::npos && start > 0 && text[start - 1] == '\\')
      start = text.rfind('"', start - 1);
    if (start == std::string_view::npos) start = last;
  } else if (is_word(text[last])) {
    while (start > 0 && is_word(text[start - 1]))
      --start;
    while (end < text.size() && is_word(text[end]))
      ++end;
  }
  return {start, text.substr(start, end - start)};
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Returns the syntax that the parser expected, derived from its message.
std::string_view expected(std::string_view message) {
  struct Expectation {
    std::string_view context, words;
  };
  static constexpr std::array<Expectation, 7> expectations = {{
      {"number overflow", "a number that fits"},
      {"expected end of input", "the end of the text"},
      {"parsing object separator", "a colon"},
      {"parsing object key", "a key in double quotes"},
      {"parsing object", "a comma or a closing brace"},
      {"parsing array", "a comma or a closing bracket"},
      {"parsing value", "a value"},
  }};
  for (const Expectation& expectation : expectations)
    if (has(message, expectation.context)) return expectation.words;
  return "valid JSON";
}

/// Returns true if the first line that is neither empty nor a comment of YAML is a key with its value, as in
/// "base_model: x".
bool begins_like_yaml(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.starts_with('#') || line.starts_with('\r') || line.starts_with("---")) continue;
    const std::size_t colon = line.find(':');
    return colon != std::string_view::npos && colon > 0 &&
           (colon + 1 == line.size() || is_space(line[colon + 1])) &&
           std::ranges::all_of(line.substr(0, colon), is_word);
  }
  return false;
}

/// Returns advice for the most likely mistake.
std::string hint(std::string_view text, std::size_t offset, std::string_view message) {
  const std::string_view rest = text.substr(offset);
  std::size_t before = offset;
  while (before > 0 && is_space(text[before - 1]))
    --before;
  const char previous = before > 0 ? text[before - 1] : '\0';
  if ((rest.starts_with('}') || rest.starts_with(']')) && previous == ',')
    return "remove the comma before it";
  if (begins_like_yaml(text)) return "this looks like YAML, which \"zero-planner import\" turns into a plan";
  if (rest.starts_with('/') || rest.starts_with('#')) return "JSON has no comments, remove it";
  if (rest.starts_with('\'') || rest.starts_with("\u201C") || rest.starts_with("\u201D"))
    return "write straight double quotes";
  if (has(message, "invalid number")) return "write a plain number such as 0.5 or 5e8";
  if (has(message, "number overflow")) return "write a smaller number";
  if (has(message, "control character")) return "write line breaks and tabs in a text as \\n and \\t";
  if (has(message, "backslash") || has(message, "'\\u'")) return "write a backslash as \\\\";
  if (has(message, "expected end of input")) return "remove what follows the closing brace";
  if (has(message, "parsing value"))
    return "write a number, true, false, null, a text in double quotes, a list or an object";
  return "look for a missing comma, quote or brace just before";
}

}  // namespace

FileError error_at(std::string_view text, std::size_t offset, std::string_view sentence) {
  const TextPosition place = LineIndex(text).position(offset);
  return {"",
          "Line " + format_count(place.line) + ", column " + format_count(place.column) + ": " +
              std::string(sentence),
          place.line, place.column};
}

FileError json_error(std::string_view text, std::size_t position, std::string_view message) {
  if (position > text.size()) {
    const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
    return error_at(text, end,
                    "the text ends too early; add the closing brace, bracket or quote that is missing.");
  }
  const std::size_t last = position > 0 ? position - 1 : 0;
  if (has(message, "ill-formed UTF-8") || character_around(text, last).empty())
    return error_at(text, last, "this byte is not UTF-8 text; save the file as UTF-8.");
  const auto [start, token] = token_around(text, last, has(message, "unexpected string literal"));
  return error_at(text, start,
                  "found " + (is_control(token.front()) ? "a control character" : shortened(token)) +
                      " instead of " + std::string(expected(message)) + "; " + hint(text, start, message) +
                      ".");
}

}  // namespace zp::text_io
