// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/config_text.h"

/// Parser of Hjson's grammar, with one function per rule (hjson-py 3.1, hjson/decoder.py).
namespace zp::text_io {

class Reader {
 public:
  Reader(std::string_view text, std::vector<LenientPlace>& lenient) : text_(text), lenient_(lenient) {}
  /// Parses the whole text. Throws TextError.
  TextNode read();

 private:
  TextNode read_root();
  TextNode read_value(int depth);
  TextNode read_object(int depth, bool braces);
  TextNode read_array(int depth);
  TextNode read_string_value();
  TextNode read_unquoted();
  void read_key(TextNode& node);
  std::string read_string();
  std::string read_multiline();
  void read_escape(std::string& out, std::size_t begin);
  /// Parses the four hexadecimal digits after \u.
  std::uint32_t read_hex(std::size_t begin);
  /// Skips blanks and comments and returns the next character, '\0' at the end.
  char next();
  void skip_comment();
  /// Parses the comma after a value that ends at `end_of_value`, or notes a missing or superfluous comma.
  void read_separator(char closing, std::size_t end_of_value);
  void count_value();
  [[nodiscard]] char at(std::size_t offset) const { return offset < text_.size() ? text_[offset] : '\0'; }
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  void note(Leniency kind, std::size_t begin, std::size_t end) {
    if (lenient_.size() < most_config_values) lenient_.push_back({kind, {begin, end}});
  }
  [[noreturn]] void fail(std::size_t offset, std::string message, std::string fix) const;
  [[noreturn]] void fail_end(std::string_view missing) const;

  std::string_view text_;
  std::vector<LenientPlace>& lenient_;
  std::size_t at_ = 0;
  std::size_t values_ = 0;
};

/// The number that begins at `begin`, with the blanks after it, as matched by hjson's NUMBER_RE; the length
/// is 0 if there is no match.
struct NumberMatch {
  std::size_t digits = 0;  ///< characters of the number itself
  std::size_t length = 0;  ///< characters including the blanks after it
  bool is_integer = true;
};
NumberMatch match_number(std::string_view text, std::size_t begin);
/// Sets kind and value of `node` from a matched number; returns false if Python cannot represent it (1e400).
bool set_number(TextNode& node, std::string_view digits, bool is_integer);

}  // namespace zp::text_io
