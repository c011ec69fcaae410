// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_program.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/text/limits.h"
#include "core/text/python_expressions.h"

namespace zp {
namespace {

/// A block of statements that is further to the right than `indent`.
struct Block {
  std::size_t indent = 0;
  bool is_class = false, is_function = false;
  bool is_called = false;           ///< the program calls the class with arguments
  std::optional<bool> runs = true;  ///< nothing: only running the program would tell
  bool is_by_default = false;       ///< the default of an option decides `runs`
  std::string condition;
};

TextNode open_name(const std::string& name, TextSpan span) {
  TextNode node;
  node.kind = NodeKind::string;
  node.text = "${" + name + '}';
  node.span = span;
  return node;
}

/// Reads the statements of a program.
class ProgramReader : PythonExpressions {
 public:
  explicit ProgramReader(const std::string& text) : PythonExpressions(text), scopes_(1) {}

  PythonProgram read() {
    if (text_.size() > largest_python)
      fail(0, "The file is larger than a training script; give the file you meant.");
    find_calls();
    while (!is_at_end())
      read_line();
    while (!scopes_.empty())
      end_scope();
    return std::move(program_);
  }

 private:
  using Scope = std::map<std::string, TextNode, std::less<>>;

  [[nodiscard]] bool keeps_positions() const override { return true; }

  [[nodiscard]] const TextNode* known(const std::string& name) const override {
    if (const TextNode* value = assigned(name)) return value;
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos || !may_hold_options(name.substr(0, dot))) return nullptr;
    const auto option = options_.find(name.substr(name.rfind('.') + 1));
    return option == options_.end() ? nullptr : &option->second;
  }

  [[nodiscard]] const TextNode* assigned(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = scope->find(name); found != scope->end()) return &found->second;
    return nullptr;
  }

  /// Returns false for a module and for an object that comes from elsewhere: `config = load("x.yaml")`.
  [[nodiscard]] bool may_hold_options(const std::string& name) const {
    if (name == "torch") return false;
    const TextNode* value = assigned(name);
    if (value == nullptr || !value->is_object()) return true;
    const std::string callee = callee_of(*value);
    return callee.find("parse") != std::string::npos || classes_.contains(callee);
  }

  /// Collects the names that the program calls with arguments.
  void find_calls() {
    std::string before, name;
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (is_of_name(text_[i])) {
        name += text_[i];
        continue;
      }
      if (text_[i] == '(' && !name.empty() && before != "def" && before != "class") {
        const std::size_t next = text_.find_first_not_of(" \t\r\n", i + 1);
        if (next != std::string::npos && text_[next] != ')') called_.insert(name);
      }
      if (!name.empty()) before = std::exchange(name, "");
    }
  }

  void read_line() {
    const std::size_t begin = at_;
    skip_blanks();
    if (is_at_end()) return;
    if (now() == '\n') {
      ++at_;
      return;
    }
    const std::size_t indent = at_ - begin;
    if (now() == '"' || now() == '\'') return skip_line();      // a docstring
    if (now() == '!' || now() == '%') return skip_text_line();  // a command of a notebook
    const std::string word = begins_name(now()) ? word_here() : "";
    const bool continues = word == "else" || word == "elif" || word == "except" || word == "finally";
    std::optional<Block> before;
    while (!blocks_.empty() && blocks_.back().indent >= indent) {
      if (blocks_.back().is_function) end_scope();
      before = std::move(blocks_.back());
      blocks_.pop_back();
    }
    if (opens_block(word)) return read_block(word, indent, continues ? before : std::nullopt);
    if (word == "return" || word == "await" || word == "yield") {
      at_ += word.size();
      skip_blanks();
    }
    if (const std::optional<std::string> condition = condition_here()) read_statement(*condition);
    skip_line();
  }

  [[nodiscard]] std::string word_here() const {
    std::size_t end = at_;
    while (end < text_.size() && is_of_name(text_[end]))
      ++end;
    return text_.substr(at_, end - at_);
  }

  /// Goes behind a line that is no Python, and those that a backslash at its end joins to it.
  void skip_text_line() {
    bool is_joined = true;
    while (is_joined && !is_at_end()) {
      skip_comment();
      is_joined = at_ > 0 && text_[at_ - 1] == '\\';
      if (!is_at_end()) ++at_;
    }
  }

  static bool opens_block(std::string_view word) {
    constexpr std::array<std::string_view, 14> words = {"if",    "elif",    "else",  "for", "while",
                                                        "try",   "except",  "with",  "def", "class",
                                                        "async", "finally", "match", "case"};
    return std::ranges::find(words, word) != words.end();
  }

  /// Returns "" if the statement runs, and the condition if only running the program or its options would
  /// tell; nothing if it does not run.
  [[nodiscard]] std::optional<std::string> condition_here() const {
    std::string condition;
    for (const Block& block : blocks_) {
      if (block.runs && !*block.runs && !block.is_by_default) return std::nullopt;
      if ((!block.runs || !*block.runs) && condition.empty())
        condition = block.condition.empty() ? "…" : block.condition;
    }
    return condition;
  }

  void read_block(const std::string& word, std::size_t indent, const std::optional<Block>& before) {
    Block block;
    block.indent = indent;
    at_ += word.size();
    if (word == "async") {  // async def
      skip_blanks();
      at_ += word_here().size();
    }
    block.is_class = word == "class";
    block.is_function = word == "def" || word == "async";
    if (block.is_class) name_class(block);
    if (block.is_function) read_parameters();
    if (word == "for") forget_targets();
    if (word == "if" || word == "elif" || word == "while" || word == "case") decide(block);
    if (word == "except" || word == "match") block.runs.reset();
    if ((word == "else" || word == "elif") && before) exclude(block, *before);
    skip_line();
    blocks_.push_back(std::move(block));
  }

  /// Sets whether the branch runs behind one that runs, does not, or may.
  static void exclude(Block& block, const Block& before) {
    if (before.runs && *before.runs) {
      block.runs = false;
      block.is_by_default = before.is_by_default;
      block.condition = "else of " + before.condition;
    } else if (!before.runs && block.runs.value_or(true)) {
      block.runs.reset();
      block.condition = before.condition;
    }
  }

  void name_class(Block& block) {
    skip_blanks();
    const std::string name = read_name();
    classes_.insert(name);
    block.is_called = called_.contains(name);
  }

  /// Makes the names that a loop assigns open.
  void forget_targets() {
    skip_blanks();
    while (begins_name(now()) || now() == ',' || now() == '(') {
      if (now() == ',' || now() == '(') {
        ++at_;
        skip_blanks();
        continue;
      }
      const std::size_t begin = at_;
      const std::string name = read_name();
      if (name == "in") return;
      scopes_.back()[name] = open_name(name, {begin, at_});
      skip_blanks();
    }
  }

  /// Reads a condition that a literal or an option's default decides: True, a name with a known value, `not`
  /// before either, and __name__.
  void decide(Block& block) {
    skip_blanks();
    const std::size_t begin = at_;
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    std::string_view condition = std::string_view(text_).substr(begin, end - begin);
    condition = condition.substr(0, condition.rfind(':'));
    block.condition = std::string(condition);
    if (condition.starts_with("__name__")) return;
    const bool is_negated = condition.starts_with("not ");
    if (is_negated) condition.remove_prefix(4);
    block.runs.reset();
    if (condition == "True" || condition == "False") block.runs = (condition == "True") != is_negated;
    const bool is_name = !condition.empty() &&
                         std::ranges::all_of(condition, [](char c) { return is_of_name(c) || c == '.'; });
    if (!is_name || block.runs) return;
    const TextNode* value = known(std::string(condition));
    if (value == nullptr || !value->is_boolean()) return;
    block.runs = value->boolean != is_negated;
    block.is_by_default = program_.defaults.contains(value->span.begin);
  }

  /// Opens the scope of a function with its parameters: each has its default, or is open if it has none or if
  /// the program calls the function with arguments.
  void read_parameters() {
    skip_blanks();
    const std::string function = read_name();
    Scope parameters;
    if (now() == '(') {
      ++at_;
      ++brackets_;
      for (skip_blanks(); !is_at_end() && now() != ')'; skip_blanks())
        read_parameter(called_.contains(function), parameters);
      if (now() == ')') {
        ++at_;
        --brackets_;
      }
    }
    scopes_.push_back(std::move(parameters));
  }

  void read_parameter(bool is_called, Scope& parameters) {
    while (now() == '*' || now() == '/')
      ++at_;
    const std::size_t begin = at_;
    const std::string name = begins_name(now()) ? read_name() : "";
    while (!is_at_end() && now() != '=' && now() != ',' && now() != ')') {
      if (now() == '[' || now() == '(')
        skip_until_closed();
      else if (now() == '#')
        skip_comment();
      else
        ++at_;
    }
    TextNode value = open_name(name, {begin, at_});
    if (now() == '=') {
      ++at_;
      TextNode usual = read_expression(0);
      if (!is_called) {
        program_.defaults[usual.span.begin] = name;
        value = std::move(usual);
      }
    }
    if (!name.empty()) parameters[name] = std::move(value);
    skip_blanks();
    if (now() == ',') ++at_;
  }

  /// Goes behind the bracket that closes the one here.
  void skip_until_closed() {
    ++at_;
    ++brackets_;
    while (!is_at_end() && now() != ')' && now() != ']') {
      skip_until(false);
      if (now() == ',') ++at_;
    }
    if (!is_at_end()) ++at_;
    --brackets_;
  }

  /// Reads an assignment or an expression; one with a condition assigns nothing that is known.
  void read_statement(const std::string& condition) {
    if (!begins_name(now())) return;
    const std::size_t begin = at_;
    const std::string name = read_name();
    const std::size_t end = at_;
    skip_blanks();
    if (now() == '[' && set_member(name, condition)) return;
    const bool is_tuple = skip_other_targets();
    if (now() == ':') {
      while (!is_at_end() && now() != '=' && now() != '\n' && now() != '#')
        ++at_;
    }
    if (now() == '=' && now(1) != '=') {
      ++at_;
      TextNode value = read_expression(0);
      skip_blanks();
      const bool is_whole = now() == '\n' || now() == '\0' || now() == ';' || now() == '\r';
      if (is_tuple) return keep(std::move(value), condition);
      return assign(name, {begin, end}, is_whole ? std::move(value) : open_value(begin), condition);
    }
    if (now(1) == '=' && std::string_view("+-*/|&").find(now()) != std::string_view::npos) {
      scopes_.back()[name] = open_name(name, {begin, end});
      return;
    }
    at_ = begin;
    keep(read_expression(0), condition);
  }

  /// Goes behind the further names of `model, tokenizer = load()`; returns false if it is no such assignment.
  bool skip_other_targets() {
    const std::size_t begin = at_;
    while (now() == ',') {
      ++at_;
      skip_blanks();
      (void)read_name();
      skip_blanks();
    }
    const bool is_assignment = at_ > begin && now() == '=' && now(1) != '=';
    if (!is_assignment) at_ = begin;
    return is_assignment;
  }

  void assign(const std::string& name, TextSpan place, TextNode value, const std::string& condition) {
    if (!blocks_.empty() && blocks_.back().is_class) return set_field(name, std::move(value));
    value.key = name;
    value.key_span = place;
    const bool is_dict = value.is_object() && callee_of(value).empty();
    if (value.is_object() && (!is_dict || !condition.empty())) keep(value, condition);
    if (!condition.empty() && is_off_by_default()) return;
    TextNode& held = scopes_.back()[name];
    keep_dict(std::move(held));
    held = condition.empty() ? std::move(value) : open_name(name, place);
  }

  /// Keeps a dict once nothing is set in it any more.
  void keep_dict(TextNode value) {
    if (value.is_object() && callee_of(value).empty()) program_.values.push_back({std::move(value), ""});
  }

  void end_scope() {
    for (auto& [name, value] : scopes_.back())
      keep_dict(std::move(value));
    scopes_.pop_back();
  }

  /// Returns true in a branch that an option's default switches off.
  [[nodiscard]] bool is_off_by_default() const {
    return std::ranges::all_of(blocks_, [](const Block& block) { return block.runs.has_value(); });
  }

  void set_field(const std::string& name, TextNode value) {
    const TextNode* of_field = callee_of(value).ends_with("field") ? value.child("default") : nullptr;
    if (blocks_.back().is_called) return set_option(name, open_name(name, value.span));
    set_option(name, of_field != nullptr ? TextNode(*of_field) : std::move(value));
  }

  /// Sets the default of an option. One that has two different ones is open.
  void set_option(const std::string& name, TextNode value) {
    const auto before = options_.find(name);
    const auto source = [this](const TextNode& node) {
      return std::string_view(text_).substr(node.span.begin, node.span.size());
    };
    if (before != options_.end() && source(before->second) != source(value))
      value = open_name(name, value.span);
    else
      program_.defaults[value.span.begin] = name;
    options_[name] = std::move(value);
  }

  /// Reads `config["zero_optimization"]["stage"] = 3` into the dict of that name, if it was kept.
  bool set_member(const std::string& name, const std::string& condition) {
    const std::size_t begin = at_;
    std::vector<std::pair<std::string, TextSpan>> path;
    while (now() == '[') {
      ++at_;
      ++brackets_;
      skip_blanks();
      const bool is_text = now() == '"' || now() == '\'';
      TextNode key = is_text ? read_texts() : TextNode();
      skip_blanks();
      if (!is_text || now() != ']') {
        --brackets_;
        at_ = begin;
        return false;
      }
      --brackets_;
      ++at_;
      path.emplace_back(key.text, key.span);
      skip_blanks();
    }
    if (now() != '=' || now(1) == '=') {
      at_ = begin;
      return false;
    }
    ++at_;
    TextNode value = read_expression(0);
    if (!callee_of(value).empty()) keep(value, condition);
    if (!condition.empty()) {
      if (is_off_by_default()) return true;
      value = open_name(condition, value.span);
    }
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = scope->find(name); found != scope->end()) {
        if (found->second.is_object()) set_below(found->second, path, value);
        break;
      }
    return true;
  }

  static void set_below(TextNode& object, const std::vector<std::pair<std::string, TextSpan>>& path,
                        const TextNode& value) {
    TextNode* at = &object;
    for (const auto& [key, place] : path) {
      const auto found = std::ranges::find(at->children, key, &TextNode::key);
      if (found != at->children.end()) {
        at = &*found;
        continue;
      }
      TextNode section;
      section.kind = NodeKind::object;
      add_member(*at, key, place, std::move(section));
      at = &at->children.back();
    }
    const std::string key = at->key;
    const TextSpan place = at->key_span;
    *at = value;
    at->key = key;
    at->key_span = place;
  }

  void keep(TextNode value, const std::string& condition) {
    if (!value.is_object()) return;
    take_option(value);
    program_.values.push_back({std::move(value), condition});
  }

  /// Takes the defaults of parser.add_argument("--batch-size", default=4) and
  /// parser.set_defaults(batch_size=4).
  void take_option(const TextNode& call) {
    const std::string callee = callee_of(call);
    if (callee.ends_with(".set_defaults"))
      for (std::size_t i = 1; i < call.children.size(); ++i)
        options_[call.children[i].key] = call.children[i];
    if (!callee.ends_with(".add_argument")) return;
    for (const TextNode& argument : call.children) {
      if (!argument.is_string() || !argument.text.starts_with("--")) continue;
      std::string name = argument.text.substr(2);
      std::ranges::replace(name, '-', '_');
      const TextNode* value = call.child("default");
      const TextNode* action = call.child("action");
      TextNode is_off;
      is_off.kind = NodeKind::boolean;
      is_off.span = argument.span;
      if (value != nullptr)
        set_option(name, *value);
      else if (action != nullptr && action->text == "store_true")
        set_option(name, is_off);
    }
  }

  PythonProgram program_;
  std::vector<Scope> scopes_;  ///< the module's, and those of the functions around
  Scope options_;              ///< of argparse, and fields of classes
  std::set<std::string, std::less<>> called_, classes_;
  std::vector<Block> blocks_;
};

}  // namespace

std::string callee_of(const TextNode& node) {
  const bool is_call = node.is_object() && !node.children.empty() && node.children.front().key == "type";
  return is_call ? node.children.front().text : "";
}

PythonProgram read_python_program(const std::string& text) { return ProgramReader(text).read(); }

}  // namespace zp
