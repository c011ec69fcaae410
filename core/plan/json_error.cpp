// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/json_error.h"

#include <algorithm>
#include <array>

#include "core/units/format.h"

namespace zp::plan_io {
namespace {

constexpr bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0u) == 0x80u; }
constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20u || c == 0x7F; }
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Bytes of the UTF-8 character that `lead` begins, 0 for a byte that begins none.
constexpr std::size_t length_of_character(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  if (byte < 0x80u) return 1;
  if (byte >= 0xC2u && byte < 0xE0u) return 2;
  if (byte >= 0xE0u && byte < 0xF0u) return 3;
  if (byte >= 0xF0u && byte < 0xF5u) return 4;
  return 0;
}

/// Where the character that the byte at `offset` belongs to begins.
std::size_t start_of_character(std::string_view text, std::size_t offset) {
  while (offset > 0 && is_continuation(text[offset]))
    --offset;
  return offset;
}

/// Bytes of that character, 0 when they are not UTF-8.
std::size_t length_of_character_around(std::string_view text, std::size_t offset) {
  const std::size_t start = start_of_character(text, offset);
  const std::size_t length = length_of_character(text[start]);
  if (length == 0 || start + length > text.size() || start + length <= offset) return 0;
  return std::ranges::all_of(text.substr(start + 1, length - 1), is_continuation) ? length : 0;
}

constexpr bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '+' ||
         c == '-' || c == '.';
}

struct Token {
  std::size_t start;
  std::string_view text;
};

/// The string that ends at `last`, the word or number around it, or the one character there.
Token token_around(std::string_view text, std::size_t last, bool is_string) {
  std::size_t start = start_of_character(text, last);
  std::size_t end = start + length_of_character_around(text, last);
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

/// What the parser was looking for, by the words of its message.
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

/// What most people mean who write this.
std::string hint(std::string_view text, std::size_t offset, std::string_view message) {
  const std::string_view rest = text.substr(offset);
  std::size_t before = offset;
  while (before > 0 && is_space(text[before - 1]))
    --before;
  const char previous = before > 0 ? text[before - 1] : '\0';
  if ((rest.starts_with('}') || rest.starts_with(']')) && previous == ',')
    return "remove the comma before it";
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

std::string shortened(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string shown;
  std::size_t characters = 0;
  for (const char c : text) {
    if (!is_continuation(c) && ++characters > longest) return shown + "…";
    if (is_control(c))
      shown += "\uFFFD";  // neither a terminal nor a log should act on it
    else
      shown += c;
  }
  return shown;
}

PlanError error_at(std::string_view text, std::size_t offset, std::string_view sentence) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::ranges::count(before, '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto column =
      1 + std::ranges::count_if(before.substr(line_start), [](char c) { return !is_continuation(c); });
  return PlanError(
      "", "Line " + format_count(line) + ", column " + format_count(column) + ": " + std::string(sentence),
      static_cast<int>(line), static_cast<int>(column));
}

PlanError json_error(std::string_view text, std::size_t position, std::string_view message) {
  if (position > text.size()) {
    const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
    return error_at(text, end,
                    "the text ends too early; add the closing brace, bracket or quote that is missing.");
  }
  const std::size_t last = position > 0 ? position - 1 : 0;
  if (has(message, "ill-formed UTF-8") || length_of_character_around(text, last) == 0)
    return error_at(text, last, "this byte is not UTF-8 text; save the file as UTF-8.");
  const auto [start, token] = token_around(text, last, has(message, "unexpected string literal"));
  return error_at(text, start,
                  "found " + (is_control(token.front()) ? "a control character" : shortened(token)) +
                      " instead of " + std::string(expected(message)) + "; " + hint(text, start, message) +
                      ".");
}

}  // namespace zp::plan_io
