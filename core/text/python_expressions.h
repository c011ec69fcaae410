// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "core/text/text_node.h"

namespace zp {

/// A reader of Python's expressions, on which the readers of whole files are built. Nothing is run: literals,
/// lists, dicts, calls and sums of numbers have their values, and the rest is the text "${…}" around its
/// source. Internal to this folder.
class PythonExpressions {
 public:
  explicit PythonExpressions(const std::string& text) : text_(text) {}
  PythonExpressions(const PythonExpressions&) = delete;
  PythonExpressions& operator=(const PythonExpressions&) = delete;
  virtual ~PythonExpressions() = default;

 protected:
  /// Returns the value of a name, "batch" or "args.batch"; nullptr if it is not known.
  [[nodiscard]] virtual const TextNode* known(const std::string& name) const = 0;
  /// Returns the value of an expression that is none of those above; nothing if it is not known.
  [[nodiscard]] virtual std::optional<TextNode> value_of(TextSpan) { return std::nullopt; }
  /// Returns the number that a call of int, max or min comes to; nothing for another call.
  [[nodiscard]] virtual std::optional<TextNode> value_of_call(const TextNode&) { return std::nullopt; }
  /// Takes note of the place of a sum or product of numbers.
  virtual void note_computed(TextSpan) {}
  /// Returns true if a call keeps its arguments without a name, under "0", "1" …
  [[nodiscard]] virtual bool keeps_positions() const { return false; }

  static bool begins_name(char c);
  static bool is_of_name(char c);
  [[noreturn]] void fail(std::size_t place, const std::string& what) const;
  [[nodiscard]] char now(std::size_t ahead = 0) const;
  [[nodiscard]] bool is_at_end() const;
  /// Skips blanks and comments, and line ends too within brackets.
  void skip_blanks();
  /// Goes behind the end of the logical line, whose brackets and quotes close.
  void skip_line();
  /// Skips to the end of the line, or to a comma or closing bracket that does not belong to the expression.
  void skip_until(bool is_whole_line);
  void skip_comment();
  /// Goes behind a text in quotes.
  void skip_string();
  std::string read_name();
  void count_value(std::size_t number = 1);
  TextNode open_value(std::size_t begin);
  /// Returns true where an expression may end.
  [[nodiscard]] bool is_at_border() const;
  TextNode read_expression(int depth);
  static void combine(TextNode& left, char sign, const TextNode& right);
  TextNode read_primary(int depth);
  TextNode read_number();
  static bool is_quote(char c);
  /// Returns the number of letters before the quotes here, r"…" or f"…"; 0 where no text begins.
  [[nodiscard]] std::size_t prefix_here() const;
  /// Reads texts in quotes that stand one after another.
  TextNode read_texts();
  /// Adds the text that f"…" has; returns false if it holds more than names with a known text or number.
  bool format_text(std::string_view inner, std::string& text) const;
  TextNode read_list(int depth, char closing);
  TextNode read_dict(int depth);
  /// Reads the keywords of a call; other arguments are left out, or kept by position.
  TextNode read_call(const std::string& name, std::size_t begin, int depth);
  /// Reads `**name` and adds the members of that dict; returns false, and stays, if it is not known.
  bool read_spread(TextNode& object, int depth);
  static void set_member(TextNode& object, const TextNode& member);
  void skip_broken(char closing);
  static void add_member(TextNode& object, const std::string& key, TextSpan place, TextNode value);
  void close(TextNode& node);
  /// Goes behind ".to(device)" and the like, which follow a call whose arguments matter.
  void skip_chain(int depth);
  TextNode read_named(int depth);
  /// Goes behind `["key"][0]` and returns that member; nullptr, and stays, if it is not known.
  const TextNode* read_member(const TextNode* object);
  static std::size_t size_of(const TextNode& node);

  const std::string& text_;
  std::size_t at_ = 0, values_ = 0;
  int brackets_ = 0;
};

}  // namespace zp
