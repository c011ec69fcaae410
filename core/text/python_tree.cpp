// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_tree.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "core/text/config_text.h"
#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "core/text/python.h"
#include "core/text/reader.h"

namespace zp {
namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Reads the statements of a file.
class PythonReader {
 public:
  explicit PythonReader(const std::string& text) : text_(text) { root_.kind = NodeKind::object; }

  TextNode read() {
    if (text_.size() > largest_python)
      fail(0, "The file is larger than a configuration; give the file you meant.");
    while (at_ < text_.size())
      read_statement();
    root_.span = {0, text_.size()};
    return std::move(root_);
  }

 private:
  [[noreturn]] void fail(std::size_t place, const std::string& what) const {
    const TextPosition position = LineIndex(text_).position(place);
    throw FileError(
        "",
        "Line " + std::to_string(position.line) + ", column " + std::to_string(position.column) + ": " + what,
        position.line, position.column);
  }

  [[nodiscard]] char now(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool is_at_end() const { return at_ >= text_.size(); }

  /// Skips blanks and comments, and line ends too within brackets.
  void skip_blanks() {
    while (!is_at_end()) {
      if (now() == '#')
        while (!is_at_end() && now() != '\n')
          ++at_;
      else if (now() == ' ' || now() == '\t' || now() == '\r' || (now() == '\n' && brackets_ > 0))
        ++at_;
      else if (now() == '\\' && (now(1) == '\n' || (now(1) == '\r' && now(2) == '\n')))
        at_ += 2;
      else
        return;
    }
  }

  /// Reads one line at the left margin, with the lines that belong to it. Lines of a block are looked through
  /// for names that they assign.
  void read_statement() {
    const bool is_in_block = now() == ' ' || now() == '\t';
    skip_blanks();
    if (begins_name(now()) && !is_in_block)
      read_assignment();
    else if (begins_name(now()))
      forget_assigned();
    skip_line();
  }

  /// Goes behind the end of the logical line, whose brackets and quotes close.
  void skip_line() {
    brackets_ = 0;
    skip_until(true);
    if (!is_at_end()) ++at_;
  }

  /// Skips to the end of the line, or to a comma or closing bracket that does not belong to the expression.
  void skip_until(bool is_whole_line) {
    const int outside = brackets_;
    while (!is_at_end()) {
      const char c = now();
      if (c == '#') {
        skip_comment();
      } else if (c == '"' || c == '\'') {
        skip_string();
      } else if (c == '(' || c == '[' || c == '{') {
        if (++brackets_ > deepest_config) fail(at_, "The file is nested too deeply.");
        ++at_;
      } else if (c == ')' || c == ']' || c == '}') {
        if (brackets_ == outside && !is_whole_line) return;
        brackets_ = std::max(brackets_ - 1, 0);
        ++at_;
      } else if (brackets_ == outside && ((c == ',' && !is_whole_line) || (c == '\n' && outside == 0))) {
        return;
      } else if (c == '\\' && now(1) != '\0') {
        at_ += 2;
      } else {
        ++at_;
      }
    }
    if (brackets_ > 0) fail(text_.size(), "A bracket is never closed. Close it.");
  }

  void skip_comment() {
    while (!is_at_end() && now() != '\n')
      ++at_;
  }

  /// Goes behind a text in quotes.
  void skip_string() {
    const std::size_t begin = at_;
    const char quote = now();
    const std::size_t width = now(1) == quote && now(2) == quote ? 3 : 1;
    at_ += width;
    while (!is_at_end()) {
      if (now() == '\\') {
        at_ += 2;
        continue;
      }
      if (now() == '\n' && width == 1) break;
      if (now() == quote && (width == 1 || (now(1) == quote && now(2) == quote))) {
        at_ += width;
        return;
      }
      ++at_;
    }
    fail(begin, "The text in quotes is never closed. Close it.");
  }

  std::string read_name() {
    std::string name;
    while (is_of_name(now()) || (now() == '.' && begins_name(now(1))))
      name += text_[at_++];
    return name;
  }

  /// Reads "name = value" and "name: type = value". Other statements may change what a name holds.
  void read_assignment() {
    const std::size_t begin = at_;
    const std::string name = read_name();
    const std::size_t end = at_;
    skip_blanks();
    if (now() == ':') {
      ++at_;
      while (!is_at_end() && now() != '=' && now() != '\n' && now() != '#')
        ++at_;
    }
    if (now() != '=' || now(1) == '=') {
      const bool is_changed =
          now(1) == '=' && std::string_view("+-*/|&").find(now()) != std::string_view::npos;
      if (is_changed && !combine_with(name)) forget(name);
      return;
    }
    ++at_;
    if (name.find('.') != std::string::npos) return forget(name.substr(0, name.find('.')));
    TextNode node = read_expression(0);
    skip_blanks();
    if (now() != '\n' && now() != '\0' && now() != ';') {  // a tuple, a chain of assignments
      skip_until(true);
      node = open_value(node.span.begin);
    }
    node.key = name;
    node.key_span = {begin, end};
    std::erase_if(root_.children, [&](const TextNode& child) { return child.key == name; });
    root_.children.push_back(std::move(node));
  }

  /// Reads "name *= 2" of numbers; returns false if either is none.
  bool combine_with(const std::string& name) {
    const char sign = now();
    const auto known = std::ranges::find(root_.children, name, &TextNode::key);
    if (known == root_.children.end() || !known->is_number() ||
        std::string_view("+-*").find(sign) == std::string_view::npos)
      return false;
    at_ += 2;
    const TextNode right = read_expression(0);
    if (!right.is_number()) return false;
    combine(*known, sign, right);
    return true;
  }

  /// Replaces what a name holds by its being open.
  void forget(const std::string& name) {
    for (TextNode& child : root_.children)
      if (child.key == name) {
        TextNode open;
        open.kind = NodeKind::string;
        open.text = "${" + name + '}';
        open.key = child.key;
        open.key_span = child.key_span;
        open.span = child.span;
        child = std::move(open);
      }
  }

  void forget_assigned() {
    const std::string name = read_name();
    skip_blanks();
    if (now() == '=' ? now(1) != '=' : now(1) == '=') forget(name.substr(0, name.find('.')));
  }

  void count_value(std::size_t number = 1) {
    values_ += number;
    if (values_ > most_config_values) fail(at_, "The file has more values than a configuration.");
  }

  TextNode open_value(std::size_t begin) {
    TextNode node;
    node.kind = NodeKind::string;
    std::size_t end = at_;
    while (end > begin && std::isspace(static_cast<unsigned char>(text_[end - 1])) != 0)
      --end;
    node.text = "${" + text_.substr(begin, end - begin) + '}';
    node.span = {begin, end};
    return node;
  }

  /// Returns true where an expression may end.
  [[nodiscard]] bool is_at_border() const {
    return is_at_end() || std::string_view(",)]}\n;:=").find(now()) != std::string_view::npos;
  }

  TextNode read_expression(int depth) {
    if (depth > deepest_config) fail(at_, "The file is nested too deeply.");
    count_value();
    skip_blanks();
    const std::size_t begin = at_;
    TextNode node = read_primary(depth);
    skip_blanks();
    while (!is_at_border() && node.is_number()) {
      const char sign = now();
      const std::size_t before = at_;
      if (std::string_view("*+-").find(sign) == std::string_view::npos || now(1) == sign) break;
      ++at_;
      skip_blanks();
      const TextNode right = read_primary(depth);
      if (!right.is_number()) {
        at_ = before;
        break;
      }
      combine(node, sign, right);
      node.span = {begin, at_};
      skip_blanks();
    }
    if (is_at_border() && (now() != '=' || now(1) != '=')) return node;
    skip_until(false);
    return open_value(begin);
  }

  static void combine(TextNode& left, char sign, const TextNode& right) {
    const auto a = python::python_number(left).value(), b = python::python_number(right).value();
    const double value = sign == '*'   ? a.value() * b.value()
                         : sign == '+' ? a.value() + b.value()
                                       : a.value() - b.value();
    constexpr double most_exact = 9e15;
    left.number = value;
    left.kind = a.is_real || b.is_real || value > most_exact || value < -most_exact ? NodeKind::real
                                                                                    : NodeKind::integer;
    left.integer = left.is_integer() ? static_cast<std::int64_t>(value) : 0;
  }

  TextNode read_primary(int depth) {
    const char c = now();
    if (c == '"' || c == '\'') return read_texts();
    if (c == '[' || c == '(') return read_list(depth, c == '[' ? ']' : ')');
    if (c == '{') return read_dict(depth);
    if (begins_name(c)) return read_named(depth);
    return read_number();
  }

  TextNode read_number() {
    const std::size_t begin = at_;
    if (now() == '-' || now() == '+') ++at_;
    while (is_of_name(now()) || now() == '.' ||
           ((now() == '-' || now() == '+') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E')))
      ++at_;
    std::string digits = text_.substr(begin, at_ - begin);
    std::erase(digits, '_');
    if (digits.starts_with('+')) digits.erase(0, 1);
    TextNode node;
    node.span = {begin, at_};
    const bool is_whole = digits.find_first_not_of("-0123456789") == std::string::npos;
    if (text_io::set_number(node, digits, is_whole)) return node;
    skip_until(false);
    return open_value(begin);
  }

  /// Reads texts in quotes that stand one after another.
  TextNode read_texts() {
    TextNode node;
    node.kind = NodeKind::string;
    node.span.begin = at_;
    while (now() == '"' || now() == '\'') {
      const std::size_t begin = at_;
      skip_string();
      const std::size_t width =
          at_ - begin > 5 && text_[begin + 1] == text_[begin] && text_[begin + 2] == text_[begin] ? 3 : 1;
      const std::string_view inner = std::string_view(text_).substr(begin + width, at_ - begin - 2 * width);
      for (std::size_t i = 0; i < inner.size(); ++i) {
        if (inner[i] == '\\' && i + 1 < inner.size()) ++i;
        node.text += inner[i];
      }
      node.span.end = at_;
      skip_blanks();
    }
    return node;
  }

  TextNode read_list(int depth, char closing) {
    TextNode node;
    node.kind = NodeKind::array;
    node.span.begin = at_++;
    ++brackets_;
    bool has_comma = false;
    for (skip_blanks(); !is_at_end() && now() != closing; skip_blanks()) {
      node.children.push_back(read_expression(depth + 1));
      skip_blanks();
      if (now() == ',') {
        has_comma = true;
        ++at_;
      } else if (now() != closing) {
        skip_until(false);
        if (!is_at_end() && now() != closing) ++at_;
      }
    }
    close(node);
    if (closing == ')' && !has_comma && node.children.size() == 1) return std::move(node.children[0]);
    return node;
  }

  TextNode read_dict(int depth) {
    TextNode node;
    node.kind = NodeKind::object;
    node.span.begin = at_++;
    ++brackets_;
    for (skip_blanks(); !is_at_end() && now() != '}'; skip_blanks()) {
      const TextNode key = read_expression(depth + 1);
      skip_blanks();
      if (now() == ':') {
        ++at_;
        add_member(node, key.text, key.span, read_expression(depth + 1));
      }
      skip_blanks();
      if (now() == ',')
        ++at_;
      else if (now() != '}')
        skip_broken('}');
    }
    close(node);
    return node;
  }

  /// Reads the keywords of a call; other arguments are left out.
  TextNode read_call(const std::string& name, std::size_t begin, int depth) {
    TextNode node;
    node.kind = NodeKind::object;
    node.span.begin = begin;
    ++at_;
    ++brackets_;
    if (name != "dict") {
      TextNode type;
      type.kind = NodeKind::string;
      type.text = name;
      add_member(node, "type", {begin, begin}, std::move(type));
    }
    for (skip_blanks(); !is_at_end() && now() != ')'; skip_blanks()) {
      const std::size_t key = at_;
      const std::string keyword = begins_name(now()) ? read_name() : "";
      const std::size_t end = at_;
      skip_blanks();
      if (!keyword.empty() && now() == '=' && now(1) != '=') {
        ++at_;
        add_member(node, keyword, {key, end}, read_expression(depth + 1));
      } else {
        skip_until(false);
      }
      skip_blanks();
      if (now() == ',')
        ++at_;
      else if (now() != ')')
        skip_broken(')');
    }
    close(node);
    return node;
  }

  void skip_broken(char closing) {
    skip_until(false);
    if (!is_at_end() && now() != closing) ++at_;
  }

  static void add_member(TextNode& object, const std::string& key, TextSpan place, TextNode value) {
    value.key = key;
    value.key_span = place;
    object.children.push_back(std::move(value));
  }

  void close(TextNode& node) {
    if (is_at_end()) fail(node.span.begin, "The bracket is never closed. Close it.");
    --brackets_;
    node.span.end = ++at_;
  }

  TextNode read_named(int depth) {
    const std::size_t begin = at_;
    const std::string name = read_name();
    TextNode node;
    node.span = {begin, at_};
    const bool is_prefix = (now() == '"' || now() == '\'') && name.size() <= 2;
    if (is_prefix) {  // f"…", r"…"
      skip_until(false);
      return open_value(begin);
    }
    if (name == "True" || name == "False") {
      node.kind = NodeKind::boolean;
      node.boolean = name == "True";
      return node;
    }
    if (name == "None") return node;
    if (now() == '(') {
      node = read_call(name, begin, depth);
      if (now() != '.' && now() != '[' && now() != '(') return node;
    } else if (now() != '[') {
      const TextNode* known = root_.child(name);
      if (known != nullptr) {
        count_value(size_of(*known));
        node = *known;
        node.key.clear();
        node.key_span = {};
        return node;
      }
      node.kind = NodeKind::string;
      node.text = name;
      return node;
    }
    skip_until(false);
    return open_value(begin);
  }

  static std::size_t size_of(const TextNode& node) {
    std::size_t size = 1;
    for (const TextNode& child : node.children)
      size += size_of(child);
    return size;
  }

  const std::string& text_;
  TextNode root_;
  std::size_t at_ = 0, values_ = 0;
  int brackets_ = 0;
};

/// Returns true for "import os" and "from xtuner.model import Model".
bool is_import(std::string_view line) {
  const bool is_from = line.starts_with("from ") && line.find(" import") != std::string_view::npos;
  return is_from ||
         (line.starts_with("import ") && std::ranges::all_of(line.substr(7, line.find('#') - 7), [](char c) {
            return is_of_name(c) || c == '.' || c == ',' || c == ' ';
          }));
}

}  // namespace

bool looks_like_python(std::string_view text) {
  bool is_in_docstring = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool has_quotes = line.find("\"\"\"") != std::string_view::npos;
    if (is_in_docstring || line.starts_with("\"\"\"")) {
      const bool is_one_line = !is_in_docstring && line.find("\"\"\"", 3) != std::string_view::npos;
      if (has_quotes && !is_one_line) is_in_docstring = !is_in_docstring;
      continue;
    }
    if (is_import(line)) return true;
    const std::size_t equals = line.find(" = ");
    const bool is_assignment = equals != std::string_view::npos && begins_name(line.front()) &&
                               std::ranges::all_of(line.substr(0, equals), is_of_name);
    if (!line.empty() && line.front() != '#' && !is_assignment) return false;
  }
  return false;
}

TextNode read_python(const std::string& text) { return PythonReader(text).read(); }

}  // namespace zp
