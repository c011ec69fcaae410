// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/text/json_text.h"
#include "core/text/letters.h"
#include "core/text/quoting.h"
#include "core/write_back/written_values_json.h"

namespace zp::write_back_io {
namespace {

using text_io::Json;

bool is_quote(char c) { return c == '"' || c == '\''; }

/// Returns a bool in the form of the old value: "True" for "False", "yes" for "no".
std::string bool_word(Syntax syntax, std::string_view old, bool value) {
  if (syntax == Syntax::python) return value ? "True" : "False";
  if (syntax == Syntax::toml || syntax == Syntax::json) return value ? "true" : "false";
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> words = {{{"true", "false"},
                                                                                   {"True", "False"},
                                                                                   {"TRUE", "FALSE"},
                                                                                   {"yes", "no"},
                                                                                   {"Yes", "No"},
                                                                                   {"on", "off"},
                                                                                   {"On", "Off"}}};
  for (const auto& [yes, no] : words)
    if (old == yes || old == no) return std::string(value ? yes : no);
  return value ? "true" : "false";
}

/// Returns true if a text needs no escapes between these quotes.
bool fits_quotes(const std::string& text, char quote) {
  return text.find(quote) == std::string::npos && text.find('\\') == std::string::npos &&
         std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) >= 0x20U; });
}

std::string text_word(Syntax syntax, std::string_view old, const std::string& text) {
  const bool has_quotes = !old.empty() && is_quote(old.front());
  if (has_quotes && (syntax != Syntax::json || old.front() == '"') && fits_quotes(text, old.front()))
    return old.front() + text + old.front();
  switch (syntax) {
    case Syntax::yaml:
      return yaml_string(text);
    case Syntax::shell:
      return bash_word(text);
    case Syntax::python:
      return python_string(text);
    case Syntax::toml:
    case Syntax::json:
      return json_string(text);
  }
  return text;
}

std::string list_words(Syntax syntax, std::string_view old, const Json& list, const std::string& margin) {
  const bool is_in_lines = old.starts_with("- ");
  const bool is_in_brackets = old.starts_with('[') || syntax == Syntax::toml || syntax == Syntax::json ||
                              syntax == Syntax::python || (syntax == Syntax::yaml && old.empty());
  const bool is_words = syntax == Syntax::shell && (old.empty() || old.find(' ') != std::string_view::npos);
  const std::size_t first = old.find_first_not_of("-[ \t\n\r");
  const std::string_view sample = first == std::string_view::npos ? std::string_view() : old.substr(first);
  std::vector<std::string> items;
  for (const Json& item : list)
    items.push_back(written_value(syntax, is_in_lines || is_in_brackets ? sample : std::string_view(), item));
  if (is_in_lines) return "- " + with_commas(items, '\n' + margin + "- ");
  if (is_in_brackets) return '[' + with_commas(items) + ']';
  if (is_words) return with_commas(items, " ");
  return text_word(syntax, old, with_commas(items, old.find(", ") != std::string_view::npos ? ", " : ","));
}

}  // namespace

std::string written_value(Syntax syntax, std::string_view old, const Json& value, const std::string& margin) {
  if (value.is_boolean()) return bool_word(syntax, old, value.get<bool>());
  if (value.is_string()) return text_word(syntax, old, value.get<std::string>());
  if (value.is_array()) return list_words(syntax, old, value, margin);
  return value.dump();
}

}  // namespace zp::write_back_io
