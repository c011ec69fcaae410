// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_expressions.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/text/config_text.h"
#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "core/text/python.h"
#include "core/text/reader.h"

namespace zp {

bool PythonExpressions::begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool PythonExpressions::is_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

void PythonExpressions::fail(std::size_t place, const std::string& problem) const {
  const TextPosition position = LineIndex(text_).position(place);
  throw FileError("",
                  "Line " + std::to_string(position.line) + ", column " + std::to_string(position.column) +
                      ": " + problem,
                  position.line, position.column);
}

char PythonExpressions::peek(std::size_t ahead) const {
  return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
}

bool PythonExpressions::is_at_end() const { return at_ >= text_.size(); }

void PythonExpressions::skip_blanks() {
  while (!is_at_end()) {
    if (peek() == '#')
      while (!is_at_end() && peek() != '\n')
        ++at_;
    else if (peek() == ' ' || peek() == '\t' || peek() == '\r' || (peek() == '\n' && brackets_ > 0))
      ++at_;
    else if (peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n')))
      at_ += 2;
    else
      return;
  }
}

void PythonExpressions::skip_line() {
  brackets_ = 0;
  skip_until(true);
  if (!is_at_end()) ++at_;
}

void PythonExpressions::skip_until(bool is_whole_line) {
  const int outside = brackets_;
  while (!is_at_end()) {
    const char c = peek();
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
    } else if (c == '\\' && peek(1) != '\0') {
      at_ += 2;
    } else {
      ++at_;
    }
  }
  if (brackets_ > 0) fail(text_.size(), "A bracket is never closed. Close it.");
}

void PythonExpressions::skip_comment() {
  while (!is_at_end() && peek() != '\n')
    ++at_;
}

void PythonExpressions::skip_string() {
  const std::size_t begin = at_;
  const char quote = peek();
  const std::size_t width = peek(1) == quote && peek(2) == quote ? 3 : 1;
  at_ += width;
  while (!is_at_end()) {
    if (peek() == '\\') {
      at_ += 2;
      continue;
    }
    if (peek() == '\n' && width == 1) break;
    if (peek() == quote && (width == 1 || (peek(1) == quote && peek(2) == quote))) {
      at_ += width;
      return;
    }
    ++at_;
  }
  fail(begin, "The text in quotes is never closed. Close it.");
}

std::string PythonExpressions::read_name() {
  std::string name;
  while (is_of_name(peek()) || (peek() == '.' && begins_name(peek(1))))
    name += text_[at_++];
  return name;
}

void PythonExpressions::count_value(std::size_t number) {
  values_ += number;
  if (values_ > most_config_values) fail(at_, "The file has more values than a configuration.");
}

TextNode PythonExpressions::open_value(std::size_t begin) {
  TextNode node;
  node.kind = NodeKind::string;
  std::size_t end = at_;
  while (end > begin && std::isspace(static_cast<unsigned char>(text_[end - 1])) != 0)
    --end;
  node.text = "${" + text_.substr(begin, end - begin) + '}';
  node.span = {begin, end};
  return node;
}

bool PythonExpressions::is_at_border() const {
  return is_at_end() || std::string_view(",)]}\n;:=").find(peek()) != std::string_view::npos;
}

TextNode PythonExpressions::read_expression(int depth) {
  if (depth > deepest_config) fail(at_, "The file is nested too deeply.");
  count_value();
  skip_blanks();
  const std::size_t begin = at_;
  TextNode node = read_primary(depth);
  if (std::optional<TextNode> value = value_of_call(node)) node = *std::move(value);
  skip_blanks();
  bool is_computed = false;
  while (!is_at_border() && node.is_number()) {
    const char sign = peek();
    const std::size_t before = at_;
    const bool is_quotient = sign == '/' && peek(1) == '/';
    if (!is_quotient && (std::string_view("*+-").find(sign) == std::string_view::npos || peek(1) == sign))
      break;
    at_ += is_quotient ? 2 : 1;
    skip_blanks();
    const TextNode right = read_primary(depth);
    if (!right.is_number() || (is_quotient && right.number == 0)) {
      at_ = before;
      break;
    }
    combine(node, sign, right);
    node.span = {begin, at_};
    is_computed = true;
    skip_blanks();
  }
  if (is_at_border() && (peek() != '=' || peek(1) != '=')) {
    if (is_computed) note_computed(node.span);
    return node;
  }
  skip_until(false);
  TextNode open = open_value(begin);
  if (std::optional<TextNode> value = value_of(open.span)) return *std::move(value);
  return open;
}

void PythonExpressions::combine(TextNode& left, char sign, const TextNode& right) {
  const auto a = python::python_number(left).value(), b = python::python_number(right).value();
  const double value = sign == '*'   ? a.value() * b.value()
                       : sign == '+' ? a.value() + b.value()
                       : sign == '/' ? python::floor_quotient(a, b).value()
                                     : a.value() - b.value();
  constexpr double most_exact = 9e15;
  left.number = value;
  left.kind = a.is_real || b.is_real || value > most_exact || value < -most_exact ? NodeKind::real
                                                                                  : NodeKind::integer;
  left.integer = left.is_integer() ? static_cast<std::int64_t>(value) : 0;
}

TextNode PythonExpressions::read_primary(int depth) {
  const char c = peek();
  if (is_quote(peek(string_prefix_length()))) return read_texts();
  if (c == '[' || c == '(') return read_list(depth, c == '[' ? ']' : ')');
  if (c == '{') return read_dict(depth);
  if (begins_name(c)) return read_named(depth);
  return read_number();
}

TextNode PythonExpressions::read_number() {
  const std::size_t begin = at_;
  if (peek() == '-' || peek() == '+') ++at_;
  while (is_of_name(peek()) || peek() == '.' ||
         ((peek() == '-' || peek() == '+') && (text_[at_ - 1] == 'e' || text_[at_ - 1] == 'E')))
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

bool PythonExpressions::is_quote(char c) { return c == '"' || c == '\''; }

std::size_t PythonExpressions::string_prefix_length() const {
  constexpr std::string_view letters = "rRbBuUfF";
  std::size_t length = 0;
  while (length < 2 && peek(length) != '\0' && letters.find(peek(length)) != std::string_view::npos)
    ++length;
  return is_quote(peek(length)) ? length : 0;
}

TextNode PythonExpressions::read_texts() {
  TextNode node;
  node.kind = NodeKind::string;
  const std::size_t first = at_;
  node.span.begin = at_ + string_prefix_length();
  bool is_known = true;
  for (std::size_t prefix = string_prefix_length(); is_quote(peek(prefix)); prefix = string_prefix_length()) {
    const std::string_view letters = std::string_view(text_).substr(at_, prefix);
    at_ += prefix;
    const std::size_t begin = at_;
    skip_string();
    const std::size_t width =
        at_ - begin > 5 && text_[begin + 1] == text_[begin] && text_[begin + 2] == text_[begin] ? 3 : 1;
    const std::string_view inner = std::string_view(text_).substr(begin + width, at_ - begin - 2 * width);
    const bool is_raw = letters.find_first_of("rR") != std::string_view::npos;
    const bool is_formatted = letters.find_first_of("fF") != std::string_view::npos;
    is_known &= letters.find_first_of("bB") == std::string_view::npos;
    is_known &= is_formatted ? format_text(inner, node.text) : true;
    for (std::size_t i = 0; i < inner.size() && !is_formatted; ++i) {
      if (inner[i] == '\\' && i + 1 < inner.size() && !is_raw) ++i;
      node.text += inner[i];
    }
    node.span.end = at_;
    skip_blanks();
  }
  if (is_known) return node;
  at_ = node.span.end;
  return open_value(first);
}

bool PythonExpressions::format_text(std::string_view inner, std::string& text) const {
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const bool is_brace = inner[i] == '{' || inner[i] == '}';
    if (inner[i] == '\\') return false;
    if (!is_brace || (i + 1 < inner.size() && inner[i + 1] == inner[i])) {
      text += inner[i];
      i += is_brace ? 1 : 0;
      continue;
    }
    const std::size_t end = std::min(inner.find('}', i), inner.size());
    const TextNode* value = known(std::string(inner.substr(i + 1, end - i - 1)));
    if (value == nullptr) return false;
    if (value->is_integer())
      text += std::to_string(value->integer);
    else if (value->is_string() && value->span.begin < text_.size() && is_quote(text_[value->span.begin]))
      text += value->text;
    else
      return false;
    i = end;
  }
  return true;
}

TextNode PythonExpressions::read_list(int depth, char closing) {
  TextNode node;
  node.kind = NodeKind::array;
  node.span.begin = at_++;
  ++brackets_;
  bool has_comma = false;
  for (skip_blanks(); !is_at_end() && peek() != closing; skip_blanks()) {
    node.children.push_back(read_expression(depth + 1));
    skip_blanks();
    if (peek() == ',') {
      has_comma = true;
      ++at_;
    } else if (peek() != closing) {
      skip_until(false);
      if (!is_at_end() && peek() != closing) ++at_;
    }
  }
  close(node);
  if (closing == ')' && !has_comma && node.children.size() == 1) return std::move(node.children[0]);
  return node;
}

TextNode PythonExpressions::read_dict(int depth) {
  TextNode node;
  node.kind = NodeKind::object;
  node.span.begin = at_++;
  ++brackets_;
  bool has_spread = false;
  for (skip_blanks(); !is_at_end() && peek() != '}'; skip_blanks()) {
    const bool is_spread = peek() == '*' && peek(1) == '*';
    has_spread |= is_spread;
    if (is_spread && !read_spread(node, depth)) skip_until(false);
    const TextNode key = is_spread ? TextNode() : read_expression(depth + 1);
    skip_blanks();
    if (peek() == ':' && !is_spread) {
      ++at_;
      TextNode value = read_expression(depth + 1);
      if (has_spread)
        std::erase_if(node.children, [&key](const TextNode& each) { return each.key == key.text; });
      add_member(node, key.text, key.span, std::move(value));
    }
    skip_blanks();
    if (peek() == ',')
      ++at_;
    else if (peek() != '}')
      skip_broken('}');
  }
  close(node);
  return node;
}

TextNode PythonExpressions::read_call(const std::string& name, std::size_t begin, int depth) {
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
  std::size_t position = 0;
  for (skip_blanks(); !is_at_end() && peek() != ')'; skip_blanks()) {
    const std::size_t key = at_;
    if (peek() == '*' && peek(1) == '*' && read_spread(node, depth)) {
      skip_blanks();
      if (peek() == ',') ++at_;
      continue;
    }
    const std::string keyword = begins_name(peek()) ? read_name() : "";
    const std::size_t end = at_;
    skip_blanks();
    if (!keyword.empty() && peek() == '=' && peek(1) != '=') {
      ++at_;
      add_member(node, keyword, {key, end}, read_expression(depth + 1));
    } else if (keeps_positions()) {
      at_ = key;
      add_member(node, std::to_string(position++), {key, key}, read_expression(depth + 1));
    } else {
      skip_until(false);
    }
    skip_blanks();
    if (peek() == ',')
      ++at_;
    else if (peek() != ')')
      skip_broken(')');
  }
  close(node);
  return node;
}

bool PythonExpressions::read_spread(TextNode& object, int depth) {
  const std::size_t begin = at_;
  at_ += 2;
  const TextNode value = read_expression(depth + 1);
  const bool is_dict = value.is_object() && value.child("type") == nullptr;
  if (!is_dict) at_ = begin;
  for (const TextNode& member : value.children)
    if (is_dict) set_member(object, member);
  return is_dict;
}

void PythonExpressions::set_member(TextNode& object, const TextNode& member) {
  const auto before = std::ranges::find(object.children, member.key, &TextNode::key);
  if (before == object.children.end())
    object.children.push_back(member);
  else
    *before = member;
}

void PythonExpressions::skip_broken(char closing) {
  skip_until(false);
  if (!is_at_end() && peek() != closing) ++at_;
}

void PythonExpressions::add_member(TextNode& object, const std::string& key, TextSpan place, TextNode value) {
  value.key = key;
  value.key_span = place;
  object.children.push_back(std::move(value));
}

void PythonExpressions::close(TextNode& node) {
  if (is_at_end()) fail(node.span.begin, "The bracket is never closed. Close it.");
  --brackets_;
  node.span.end = ++at_;
}

void PythonExpressions::skip_chain(int depth) {
  while (peek() == '.' && begins_name(peek(1))) {
    ++at_;
    const std::size_t begin = at_;
    const std::string name = read_name();
    if (peek() == '(') (void)read_call(name, begin, depth + 1);
  }
}

TextNode PythonExpressions::read_named(int depth) {
  const std::size_t begin = at_;
  const std::string name = read_name();
  TextNode node;
  node.span = {begin, at_};
  if (name == "True" || name == "False") {
    node.kind = NodeKind::boolean;
    node.boolean = name == "True";
    return node;
  }
  if (name == "None") return node;
  if (peek() == '(') {
    node = read_call(name, begin, depth);
    if (keeps_positions()) skip_chain(depth);
    if (peek() != '.' && peek() != '[' && peek() != '(') return node;
  } else if (peek() != '[') {
    const TextNode* value = known(name);
    if (value != nullptr) {
      count_value(size_of(*value));
      node = *value;
      node.key.clear();
      node.key_span = {};
      return node;
    }
    node.kind = NodeKind::string;
    node.text = name;
    return node;
  } else if (const TextNode* member = read_member(known(name))) {
    count_value(size_of(*member));
    node = *member;
    node.key.clear();
    node.key_span = {};
    return node;
  }
  skip_until(false);
  return open_value(begin);
}

const TextNode* PythonExpressions::read_member(const TextNode* object) {
  while (object != nullptr && peek() == '[') {
    const std::size_t begin = at_++;
    skip_blanks();
    const TextNode key = is_quote(peek()) ? read_texts() : read_number();
    skip_blanks();
    if (peek() != ']') {
      at_ = begin;
      return nullptr;
    }
    ++at_;
    const bool is_place = object->kind == NodeKind::array && key.is_integer() && key.integer >= 0 &&
                          static_cast<std::size_t>(key.integer) < object->children.size();
    if (is_place)
      object = &object->children[static_cast<std::size_t>(key.integer)];
    else
      object = object->is_object() && key.is_string() ? object->child(key.text) : nullptr;
    if (object == nullptr) at_ = begin;
  }
  return object;
}

std::size_t PythonExpressions::size_of(const TextNode& node) {
  std::size_t size = 1;
  for (const TextNode& child : node.children)
    size += size_of(child);
  return size;
}

}  // namespace zp
