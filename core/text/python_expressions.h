// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/text/text_node.h"

namespace zp {

/// A parser of Python's expressions, the base class of the readers of whole files. No code is run: literals,
/// lists, dicts, calls and sums of numbers have their values, and any other expression becomes the text
/// "${…}" with its source. Internal to this folder.
class PythonExpressions {
 public:
  explicit PythonExpressions(const std::string& text) : text_(text) {}
  PythonExpressions(const PythonExpressions&) = delete;
  PythonExpressions& operator=(const PythonExpressions&) = delete;
  virtual ~PythonExpressions() = default;

 protected:
  /// Returns the value of a name, "batch" or "args.batch"; nullptr if it is unknown.
  [[nodiscard]] virtual const TextNode* known(const std::string& name) const = 0;
  /// Returns the value of any other kind of expression; nullopt if it is unknown.
  [[nodiscard]] virtual std::optional<TextNode> value_of(TextSpan) { return std::nullopt; }
  /// Returns the number that a call of int, max or min returns; nullopt for any other call.
  [[nodiscard]] virtual std::optional<TextNode> value_of_call(const TextNode&) { return std::nullopt; }
  /// Stores the position of a sum or product of numbers.
  virtual void note_computed(TextSpan) {}
  /// Returns true if positional arguments of a call are stored, under "0", "1" …
  [[nodiscard]] virtual bool keeps_positions() const { return false; }

  static bool begins_name(char c);
  static bool is_of_name(char c);
  [[noreturn]] void fail(std::size_t place, const std::string& problem) const;
  [[nodiscard]] char peek(std::size_t ahead = 0) const;
  [[nodiscard]] bool is_at_end() const;
  /// Skips blanks, comments and, within brackets, line ends.
  void skip_blanks();
  /// Moves past the end of the logical line, including multi-line brackets and quotes.
  void skip_line();
  /// Skips to the end of the line, or to a comma or closing bracket outside the expression.
  void skip_until(bool is_whole_line);
  void skip_comment();
  /// Moves past a quoted string.
  void skip_string();
  std::string read_name();
  void count_value(std::size_t number = 1);
  TextNode open_value(std::size_t begin);
  /// Returns true if an expression may end at this position.
  [[nodiscard]] bool is_at_border() const;
  TextNode read_expression(int depth);
  static void combine(TextNode& left, char sign, const TextNode& right);
  TextNode read_primary(int depth);
  TextNode read_number();
  static bool is_quote(char c);
  /// Returns the number of letters before the quotes of a string, r"…" or f"…"; 0 if no string begins here.
  [[nodiscard]] std::size_t string_prefix_length() const;
  /// Parses consecutive string literals.
  TextNode read_texts();
  /// Adds the text of f"…"; returns false if it contains anything but names with a known text or number.
  bool format_text(std::string_view inner, std::string& text) const;
  TextNode read_list(int depth, char closing);
  TextNode read_dict(int depth);
  /// Parses the keyword arguments of a call; positional arguments are stored by index or ignored.
  TextNode read_call(const std::string& name, std::size_t begin, int depth);
  /// Parses `**name` and adds the members of that dict; returns false, without moving, if the dict is
  /// unknown.
  bool read_spread(TextNode& object, int depth);
  static void set_member(TextNode& object, const TextNode& member);
  void skip_broken(char closing);
  static void add_member(TextNode& object, const std::string& key, TextSpan place, TextNode value);
  void close(TextNode& node);
  /// Moves past ".to(device)" and similar calls, which follow a call whose arguments matter.
  void skip_chain(int depth);
  TextNode read_named(int depth);
  /// Moves past `["key"][0]` and returns that member; nullptr, without moving, if it is unknown.
  const TextNode* read_member(const TextNode* object);
  static std::size_t size_of(const TextNode& node);

  const std::string& text_;
  std::size_t at_ = 0, values_ = 0;
  int brackets_ = 0;
};

}  // namespace zp
