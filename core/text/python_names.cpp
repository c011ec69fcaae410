// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text/python_arithmetic.h"
#include "core/text/reader.h"

namespace zp {
namespace {

/// Returns true for a call of a function, but not of a class, which makes an object.
bool may_be_none(const TextNode& node) {
  const std::string callee = callee_of(node);
  if (callee.empty()) return false;
  const char first = callee[callee.rfind('.') + 1];
  return first < 'A' || first > 'Z';
}

/// Converts an option's text in a command to a value (transformers hf_argparser.py, string_to_bool).
TextNode typed(const std::string& text) {
  constexpr std::array<std::string_view, 6> on = {"true", "True", "yes", "y", "t", "on"};
  constexpr std::array<std::string_view, 6> off = {"false", "False", "no", "n", "f", "off"};
  TextNode node;
  node.kind = NodeKind::boolean;
  node.boolean = std::ranges::find(on, text) != on.end();
  if (node.boolean || std::ranges::find(off, text) != off.end()) return node;
  const bool is_number = !text.empty() && text.find_first_not_of("-0123456789.") == std::string::npos;
  if (is_number && text_io::set_number(node, text, text.find('.') == std::string::npos)) return node;
  node.kind = NodeKind::string;
  node.text = text;
  return node;
}

/// Returns the offset of the word outside brackets and quotes, or npos.
std::size_t outside_brackets(std::string_view source, std::string_view word) {
  int depth = 0;
  char quote = '\0';
  for (std::size_t i = 0; i < source.size(); ++i) {
    const char c = source[i];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth;
    } else if (depth == 0 && source.substr(i).starts_with(word)) {
      return i;
    }
  }
  return std::string_view::npos;
}

}  // namespace

std::string callee_of(const TextNode& node) {
  const bool is_call = node.is_object() && !node.children.empty() && node.children.front().key == "type";
  return is_call ? node.children.front().text : "";
}

TextNode PythonNames::open_name(const std::string& name, TextSpan span) {
  TextNode node;
  node.kind = NodeKind::string;
  node.text = "${" + name + '}';
  node.span = span;
  return node;
}

const TextNode* PythonNames::assigned(std::string_view name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second;
  return nullptr;
}

const TextNode* PythonNames::known(const std::string& name) const {
  if (const TextNode* value = assigned(name)) return value;
  if (const TextNode* member = member_of_dict(name)) return member;
  const std::string wanted = option_in(name);
  if (const auto option = options_.find(wanted); option != options_.end()) return &option->second;
  const auto imported = imported_options_.find(wanted);
  return imported == imported_options_.end() ? nullptr : &imported->second;
}

const TextNode* PythonNames::member_of_dict(const std::string& name) const {
  const std::size_t dot = name.find('.');
  if (loaded_.empty() || dot == std::string::npos) return nullptr;
  const TextNode* const value = assigned(std::string_view(name).substr(0, dot));
  const bool is_dict = value != nullptr && value->is_object() && callee_of(*value).empty();
  return is_dict ? value->find(std::string_view(name).substr(dot + 1)) : nullptr;
}

std::string PythonNames::option_in(const std::string& name) const {
  const std::size_t dot = name.find('.');
  if (dot == std::string::npos || !may_hold_options(name.substr(0, dot))) return "";
  return name.substr(name.rfind('.') + 1);
}

std::optional<std::string> PythonNames::given(const std::string& name) const {
  if (assigned(name) != nullptr) return std::nullopt;
  const auto found = given_.find(option_in(name));
  return found == given_.end() ? std::nullopt : std::optional(found->second);
}

bool PythonNames::may_hold_options(const std::string& name) const {
  if (name == "torch") return false;
  const TextNode* value = assigned(name);
  if (value == nullptr || !value->is_object()) return true;
  const std::string callee = callee_of(*value);
  return callee.find("parse") != std::string::npos || classes_.contains(callee) ||
         option_makers_.contains(callee);
}

void PythonNames::find_calls() {
  std::string before, name;
  bool is_member = false;
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (is_of_name(text_[i])) {
      if (name.empty()) is_member = i > 0 && text_[i - 1] == '.';
      name += text_[i];
      continue;
    }
    if (text_[i] == '(' && !name.empty() && before != "def" && before != "class") {
      const std::size_t next = text_.find_first_not_of(" \t\r\n", i + 1);
      if (next != std::string::npos && text_[next] != ')') ++(is_member ? called_members_ : called_)[name];
    }
    if (!name.empty()) before = std::exchange(name, "");
  }
}

bool PythonNames::is_called(const std::string& function, bool is_method) const {
  return called_.contains(function) || (is_method && called_members_.contains(function));
}

bool PythonNames::is_called_once(const std::string& function) const {
  const auto found = called_.find(function);
  return found != called_.end() && found->second == 1;
}

PythonTruth PythonNames::truth_of_condition(std::string_view condition) {
  return truth_of(condition, [this](const std::string& name) { return operand(name); });
}

std::optional<PythonOperand> PythonNames::operand(const std::string& name) {
  const TextNode* held = assigned(name);
  const bool is_open = held != nullptr && held->text.starts_with("${");
  const std::string meant = is_open ? held->text.substr(2, held->text.size() - 3) : name;
  if (const std::optional<std::string> text = given(meant)) {
    asked_.insert(option_in(meant));
    return PythonOperand{typed(*text), ""};
  }
  const TextNode* value = is_open ? nullptr : known(name);
  if (value == nullptr || (value->is_string() && !is_quoted(*value)) || may_be_none(*value))
    return std::nullopt;
  if (const auto before = computed_.find(value->span.begin); before != computed_.end())
    asked_.insert(before->second.begin(), before->second.end());
  const auto option = defaults_.find(value->span.begin);
  return PythonOperand{*value, option == defaults_.end() ? "" : option->second};
}

bool PythonNames::is_quoted(const TextNode& node) const {
  const char first = node.span.begin < text_.size() ? text_[node.span.begin] : '\0';
  return first == '"' || first == '\'';
}

std::optional<TextNode> PythonNames::value_of(TextSpan span) {
  const std::string_view source = std::string_view(text_).substr(span.begin, span.size());
  const std::size_t branch = outside_brackets(source, " if ");
  const std::size_t other = outside_brackets(source, " else ");
  if (branch != std::string_view::npos && other != std::string_view::npos && branch < other) {
    const PythonTruth truth = truth_of_condition(source.substr(branch + 4, other - branch - 4));
    if (!truth.holds) return std::nullopt;
    std::optional<TextNode> value = *truth.holds ? read_again(span.begin, span.begin + branch + 1)
                                                 : read_again(span.begin + other + 6, span.end);
    if (value && !truth.option.empty()) defaults_[value->span.begin] = truth.option;
    return value;
  }
  if (std::optional<TextNode> number = number_from(source, span)) return number;
  const PythonTruth truth = truth_of_condition(source);
  if (!truth.holds) return std::nullopt;
  TextNode value;
  value.kind = NodeKind::boolean;
  value.boolean = *truth.holds;
  value.span = span;
  if (!truth.option.empty()) defaults_[span.begin] = truth.option;
  return value;
}

std::optional<TextNode> PythonNames::number_from(std::string_view source, TextSpan span) {
  asked_.clear();
  std::optional<PythonOperand> number =
      arithmetic_value(source, [this](const std::string& name) { return operand(name); });
  if (!number) return std::nullopt;
  number->value.span = span;
  if (!number->option.empty()) defaults_[span.begin] = number->option;
  if (!asked_.empty()) computed_[span.begin] = asked_;
  return std::move(number->value);
}

std::optional<TextNode> PythonNames::value_of_call(const TextNode& call) {
  const std::string callee = callee_of(call);
  if (callee.empty()) return std::nullopt;
  if (const TextNode* const file = loaded_by(call)) return TextNode(*file);
  if (callee == "os.environ.get" || callee == "environ.get" || callee == "os.getenv")
    return value_of_environment(call);
  if (callee.ends_with(".get")) return member_with_get(callee.substr(0, callee.size() - 4), call);
  if (callee != "int" && callee != "max" && callee != "min") return std::nullopt;
  return number_from(std::string_view(text_).substr(call.span.begin, call.span.size()), call.span);
}

std::optional<TextNode> PythonNames::value_of_environment(const TextNode& call) {
  const TextNode* name = call.child("0");
  const TextNode* usual = call.child("1");
  if (usual == nullptr) usual = call.child("default");
  const bool is_of_process =
      name == nullptr || name->text == world_size_variable || name->text.find("RANK") != std::string::npos;
  if (is_of_process || usual == nullptr || usual->is_null() || usual->is_object()) return std::nullopt;
  defaults_[usual->span.begin] = name->text;
  return TextNode(*usual);
}

std::optional<TextNode> PythonNames::member_with_get(const std::string& name, const TextNode& call) {
  const TextNode* object = assigned(name);
  const TextNode* key = call.child("0");
  const bool is_dict = object != nullptr && object->is_object() && callee_of(*object).empty();
  if (!is_dict || key == nullptr || !is_quoted(*key)) return std::nullopt;
  const TextNode* member = object->child(key->text);
  if (member == nullptr) member = call.child("1");
  return member == nullptr ? TextNode() : TextNode(*member);
}

void PythonNames::note_computed(TextSpan span) {
  (void)number_from(std::string_view(text_).substr(span.begin, span.size()), span);
}

std::optional<TextNode> PythonNames::read_again(std::size_t place, std::size_t end) {
  constexpr int most_nested = 16;
  if (nested_ >= most_nested) return std::nullopt;
  ++nested_;
  const std::size_t before = std::exchange(at_, place);
  skip_blanks();
  TextNode value = read_primary(0);
  skip_blanks();
  const bool is_whole = at_ == end;
  at_ = before;
  --nested_;
  return is_whole ? std::optional(std::move(value)) : std::nullopt;
}

void PythonNames::set_option(const std::string& name, TextNode value) {
  if (is_given(name)) {
    options_[name] = open_name("args." + name, value.span);
    return;
  }
  const auto before = options_.find(name);
  const auto source = [this](const TextNode& node) {
    return std::string_view(text_).substr(node.span.begin, node.span.size());
  };
  if (before != options_.end() && source(before->second) != source(value))
    value = open_name(name, value.span);
  else
    defaults_[value.span.begin] = name;
  options_[name] = std::move(value);
}

}  // namespace zp
