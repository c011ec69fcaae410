// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_program.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "core/text/limits.h"
#include "core/text/python_expressions.h"

namespace zp {
namespace {

/// A block of statements that is further to the right than `indent`.
struct Block {
  std::size_t indent = 0;
  bool is_class = false;
  std::optional<bool> runs = true;  ///< nothing: only running the program would tell
  std::string condition;
};

/// Reads the statements of a program.
class ProgramReader : PythonExpressions {
 public:
  explicit ProgramReader(const std::string& text) : PythonExpressions(text) {}

  std::vector<PythonValue> read() {
    if (text_.size() > largest_python)
      fail(0, "The file is larger than a training script; give the file you meant.");
    while (!is_at_end())
      read_line();
    return std::move(values_found_);
  }

 private:
  [[nodiscard]] bool keeps_positions() const override { return true; }

  [[nodiscard]] const TextNode* known(const std::string& name) const override {
    if (const auto found = names_.find(name); found != names_.end()) return &found->second;
    const std::size_t dot = name.rfind('.');
    const std::string last = dot == std::string::npos ? name : name.substr(dot + 1);
    // torch.float16 is no option of the program.
    if (dot != std::string::npos && name.starts_with("torch.")) return nullptr;
    const auto option = defaults_.find(last);
    return option == defaults_.end() ? nullptr : &option->second;
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
      before = blocks_.back();
      blocks_.pop_back();
    }
    if (opens_block(word)) return read_block(word, indent, continues ? before : std::nullopt);
    if (word == "return" || word == "await" || word == "yield") {
      at_ += word.size();
      skip_blanks();
    }
    const std::optional<bool> runs = runs_here();
    if (!runs || *runs) read_statement(runs.has_value());
    skip_line();
  }

  [[nodiscard]] std::string word_here() const {
    std::size_t end = at_;
    while (end < text_.size() && is_of_name(text_[end]))
      ++end;
    return text_.substr(at_, end - at_);
  }

  void skip_text_line() {
    skip_comment();
    if (!is_at_end()) ++at_;
  }

  static bool opens_block(std::string_view word) {
    constexpr std::array<std::string_view, 14> words = {"if",    "elif",    "else",  "for", "while",
                                                        "try",   "except",  "with",  "def", "class",
                                                        "async", "finally", "match", "case"};
    return std::ranges::find(words, word) != words.end();
  }

  /// Returns true if the statement runs, as far as the blocks around it tell; nothing if they do not.
  [[nodiscard]] std::optional<bool> runs_here() const {
    std::optional<bool> runs = true;
    for (const Block& block : blocks_) {
      if (block.runs && !*block.runs) return false;
      if (!block.runs) runs.reset();
    }
    return runs;
  }

  void read_block(const std::string& word, std::size_t indent, const std::optional<Block>& before) {
    Block block;
    block.indent = indent;
    block.is_class = word == "class";
    const std::size_t begin = at_;
    at_ += word.size();
    if (word == "def") read_parameters();
    if (word == "if" || word == "elif" || word == "while" || word == "case") decide(block);
    if (word == "except" || word == "match") block.runs.reset();
    if ((word == "else" || word == "elif") && before) {
      const bool is_excluded = before->runs && *before->runs;
      const bool is_open = !before->runs;
      if (is_excluded) block.runs = false;
      if (is_open && block.runs.value_or(true)) {
        block.runs.reset();
        block.condition = before->condition;
      }
    }
    at_ = std::max(at_, begin);
    skip_line();
    blocks_.push_back(std::move(block));
  }

  /// Reads a condition that a literal decides: True, a name with a known value, `not` before either, and
  /// __name__.
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
    if (const TextNode* value = known(std::string(condition)); value != nullptr && value->is_boolean())
      block.runs = value->boolean != is_negated;
  }

  /// Reads the defaults of a function's parameters.
  void read_parameters() {
    skip_blanks();
    (void)read_name();
    if (now() != '(') return;
    ++at_;
    ++brackets_;
    for (skip_blanks(); !is_at_end() && now() != ')'; skip_blanks()) {
      const std::string name = begins_name(now()) ? read_name() : "";
      while (!is_at_end() && now() != '=' && now() != ',' && now() != ')') {
        if (now() == '[' || now() == '(')
          skip_until_closed();
        else
          ++at_;
      }
      if (now() == '=') {
        ++at_;
        TextNode value = read_expression(0);
        if (!name.empty()) defaults_[name] = std::move(value);
      }
      skip_blanks();
      if (now() == ',') ++at_;
    }
    if (now() == ')') {
      ++at_;
      --brackets_;
    }
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

  /// Reads an assignment or an expression; `is_certain` is false in a branch that may not run.
  void read_statement(bool is_certain) {
    if (!begins_name(now())) return;
    const std::size_t begin = at_;
    const std::string name = read_name();
    const std::size_t end = at_;
    skip_blanks();
    if (now() == '[' && set_member(name)) return;
    const bool is_tuple = skip_other_targets();
    if (now() == ':') {
      while (!is_at_end() && now() != '=' && now() != '\n' && now() != '#')
        ++at_;
    }
    if (now() == '=' && now(1) != '=') {
      ++at_;
      TextNode value = read_expression(0);
      skip_blanks();
      const bool is_whole = now() == '\n' || now() == '\0' || now() == ';';
      if (is_tuple) return keep(std::move(value), is_certain);
      return assign(name, {begin, end}, is_whole ? std::move(value) : open_value(begin), is_certain);
    }
    if (now(1) == '=' && std::string_view("+-*/|&").find(now()) != std::string_view::npos) {
      names_.erase(name);
      return;
    }
    at_ = begin;
    keep(read_expression(0), is_certain);
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

  void assign(const std::string& name, TextSpan place, TextNode value, bool is_certain) {
    const bool is_field = !blocks_.empty() && blocks_.back().is_class;
    if (is_field) {
      const TextNode* of_field = callee_of(value).ends_with("field") ? value.child("default") : nullptr;
      defaults_[name] = of_field != nullptr ? TextNode(*of_field) : std::move(value);
      return;
    }
    value.key = name;
    value.key_span = place;
    if (value.is_object()) keep(value, is_certain);
    if (!is_certain) {
      value.kind = NodeKind::string;
      value.text = "${" + name + '}';
      value.children.clear();
    }
    names_[name] = std::move(value);
  }

  /// Reads `config["zero_optimization"]["stage"] = 3` into the dict of that name, if it was kept.
  bool set_member(const std::string& name) {
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
    const TextNode value = read_expression(0);
    for (PythonValue& kept : values_found_)
      if (kept.node.key == name && kept.node.is_object()) set_below(kept.node, path, value);
    if (const auto known_dict = names_.find(name);
        known_dict != names_.end() && known_dict->second.is_object())
      set_below(known_dict->second, path, value);
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

  void keep(TextNode value, bool is_certain) {
    if (!value.is_object()) return;
    take_option(value);
    const auto open = std::ranges::find_if(blocks_, [](const Block& block) { return !block.runs; });
    const std::string why = open == blocks_.end() ? "" : open->condition.empty() ? "…" : open->condition;
    values_found_.push_back({std::move(value), is_certain ? "" : why});
  }

  /// Takes the default of parser.add_argument("--batch-size", default=4).
  void take_option(const TextNode& call) {
    if (!callee_of(call).ends_with(".add_argument")) return;
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
        defaults_[name] = *value;
      else if (action != nullptr && action->text == "store_true")
        defaults_[name] = is_off;
    }
  }

  std::map<std::string, TextNode> names_, defaults_;
  std::vector<Block> blocks_;
  std::vector<PythonValue> values_found_;
};

}  // namespace

std::string callee_of(const TextNode& node) {
  const bool is_call = node.is_object() && !node.children.empty() && node.children.front().key == "type";
  return is_call ? node.children.front().text : "";
}

std::vector<PythonValue> read_python_program(const std::string& text) { return ProgramReader(text).read(); }

}  // namespace zp
