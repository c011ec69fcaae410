// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_tree.h"

#include <algorithm>
#include <cctype>
#include <utility>
#include <vector>

#include "core/text/limits.h"
#include "core/text/python_expressions.h"

namespace zp {
namespace {

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Parses the unindented assignments of a file.
class AssignmentReader : PythonExpressions {
 public:
  explicit AssignmentReader(const std::string& text) : PythonExpressions(text) {
    root_.kind = NodeKind::object;
  }

  TextNode read() {
    if (text_.size() > largest_python)
      fail(0, "The file is larger than a configuration; give the file you meant.");
    while (at_ < text_.size())
      read_statement();
    root_.span = {0, text_.size()};
    return std::move(root_);
  }

 private:
  [[nodiscard]] const TextNode* known(const std::string& name) const override { return root_.child(name); }

  /// Parses one unindented line, with the lines that belong to it. The lines of a block are searched for
  /// names that they assign.
  void read_statement() {
    const bool is_in_block = peek() == ' ' || peek() == '\t';
    skip_blanks();
    if (begins_name(peek()) && !is_in_block)
      read_assignment();
    else if (begins_name(peek()))
      forget_assigned();
    skip_line();
  }

  /// Parses "name = value" and "name: type = value". Any other statement may make a name unknown.
  void read_assignment() {
    const std::size_t begin = at_;
    const std::string name = read_name();
    const std::size_t end = at_;
    skip_blanks();
    if (peek() == ':') {
      ++at_;
      while (!is_at_end() && peek() != '=' && peek() != '\n' && peek() != '#')
        ++at_;
    }
    if (peek() != '=' || peek(1) == '=') {
      const bool is_changed =
          peek(1) == '=' && std::string_view("+-*/|&").find(peek()) != std::string_view::npos;
      if (is_changed && !combine_with(name)) forget(name);
      return;
    }
    ++at_;
    if (name.find('.') != std::string::npos) return forget(name.substr(0, name.find('.')));
    TextNode node = read_expression(0);
    skip_blanks();
    if (peek() != '\n' && peek() != '\0' && peek() != ';') {  // a tuple, or a chain of assignments
      skip_until(true);
      node = open_value(node.span.begin);
    }
    node.key = name;
    node.key_span = {begin, end};
    std::erase_if(root_.children, [&](const TextNode& child) { return child.key == name; });
    root_.children.push_back(std::move(node));
  }

  /// Evaluates "name *= 2"; returns false if the name or the value is not a number.
  bool combine_with(const std::string& name) {
    const char sign = peek();
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

  /// Makes the value of a name unknown.
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
    if (peek() == '=' ? peek(1) != '=' : peek(1) == '=') forget(name.substr(0, name.find('.')));
  }

  TextNode root_;
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
  const std::string_view first = text.substr(0, text.find('\n'));
  if (first.starts_with("#!") && first.find("python") != std::string_view::npos) return true;
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
    if (is_import(line) || line.starts_with("get_ipython()")) return true;  // an exported notebook
    const std::size_t equals = line.find(" = ");
    const bool is_assignment = equals != std::string_view::npos && begins_name(line.front()) &&
                               std::ranges::all_of(line.substr(0, equals), is_of_name);
    if (!line.empty() && line.front() != '#' && !is_assignment) return false;
  }
  return false;
}

TextNode read_python(const std::string& text) { return AssignmentReader(text).read(); }

}  // namespace zp
