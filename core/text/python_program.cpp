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
#include "core/text/python_names.h"

namespace zp {
namespace {

/// A block of statements that are indented more than `indent`.
struct Block {
  std::size_t indent = 0;
  bool is_class = false, is_function = false;
  bool is_loop = false;
  bool is_called = false;           ///< the program calls the class, with arguments
  TextNode fields = {};             ///< of a class, as a call of its base class; no children if it has none
  std::optional<bool> runs = true;  ///< nullopt: known only when the program runs
  bool is_by_default = false;       ///< an option's default decides `runs`
  std::string condition;
  std::string name = {};  ///< of a function
};

/// The values of the arguments in the only call of each function.
using OnlyCalls = std::map<std::string, TextNode, std::less<>>;

/// Parses the statements of a program.
class ProgramReader : PythonNames {
 public:
  ProgramReader(const std::string& text, const PythonOptions& given, OnlyCalls calls = {})
      : PythonNames(text, given), calls_(std::move(calls)) {}

  PythonProgram read() {
    if (text_.size() > largest_python)
      fail(0, "The file is larger than a training script; give the file you meant.");
    find_calls();
    read_loaded_files();
    while (!is_at_end())
      read_line();
    while (!blocks_.empty())
      end_block();
    end_scope();
    program_.defaults = std::move(defaults_);
    program_.computed = std::move(computed_);
    program_.options = std::move(options_);
    return std::move(program_);
  }

  /// Returns the calls that set the functions' parameters. Call it after parsing.
  OnlyCalls only_calls() { return std::move(found_calls_); }

 private:
  void read_line() {
    const std::size_t begin = at_;
    skip_blanks();
    if (is_at_end()) return;
    if (peek() == '\n') {
      ++at_;
      return;
    }
    const std::size_t indent = at_ - begin;
    if (peek() == '"' || peek() == '\'') return skip_line();      // a docstring
    if (peek() == '!' || peek() == '%') return skip_text_line();  // a command of a notebook
    const std::string word = begins_name(peek()) ? word_here() : "";
    const bool continues = word == "else" || word == "elif" || word == "except" || word == "finally";
    std::optional<Block> before;
    while (!blocks_.empty() && blocks_.back().indent >= indent)
      before = end_block();
    if (opens_block(word)) return read_block(word, indent, continues ? before : std::nullopt);
    if (word == "return" || word == "await" || word == "yield") {
      at_ += word.size();
      skip_blanks();
      if (word == "return") note_returned_options();
    }
    if (const std::optional<std::string> condition = condition_here()) read_statement(*condition);
    skip_line();
  }

  /// Remembers a function that returns the options of the command, `return parser.parse_args()`: its result
  /// holds them.
  void note_returned_options() {
    const auto function =
        std::find_if(blocks_.rbegin(), blocks_.rend(), [](const Block& block) { return block.is_function; });
    if (function == blocks_.rend() || function->name.empty()) return;
    std::string_view source = std::string_view(text_).substr(at_);
    source = source.substr(0, source.find('\n'));
    const std::size_t end =
        source.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");
    const std::string_view name = source.substr(0, end);
    const bool is_call = end < source.size() && source[end] == '(';
    const TextNode* const held = is_call ? nullptr : assigned(name);
    const std::string callee = held != nullptr ? callee_of(*held) : is_call ? std::string(name) : "";
    if (callee.ends_with("parse_args") || callee.ends_with("parse_known_args"))
      option_makers_.insert(function->name);
  }

  Block end_block() {
    Block block = std::move(blocks_.back());
    blocks_.pop_back();
    if (block.is_function) end_scope();
    if (block.fields.children.size() > 1) program_.classes.push_back(std::move(block.fields));
    return block;
  }

  [[nodiscard]] std::string word_here() const {
    std::size_t end = at_;
    while (end < text_.size() && is_of_name(text_[end]))
      ++end;
    return text_.substr(at_, end - at_);
  }

  /// Moves past a line that is not Python, and past its continuation lines after a backslash.
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

  /// Returns "" if the statement runs, its condition if that depends on running the program or on options,
  /// and nullopt if the statement does not run.
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
    block.is_function = (word == "def" || word == "async") && !is_cell_here();
    if (block.is_class) name_class(block);
    if (block.is_function) block.name = read_parameters();
    block.is_loop = word == "for" || word == "while";
    if (word == "for") forget_targets();
    if (word == "with") name_opened_file();
    if (word == "if" || word == "elif" || word == "while" || word == "case") decide(block);
    if (word == "except" || word == "match") block.runs.reset();
    if ((word == "else" || word == "elif") && before) exclude(block, *before);
    skip_line();
    blocks_.push_back(std::move(block));
  }

  /// Sets whether a branch runs, given that an earlier branch runs, does not run, or may run.
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
    block.is_called = is_called(name, false);
    skip_blanks();
    if (peek() != '(') return;
    const std::size_t begin = ++at_;
    TextNode type;
    type.kind = NodeKind::string;
    type.key = "type";
    type.text = begins_name(peek()) ? read_name() : "";
    type.span = {begin, at_};
    block.fields.kind = NodeKind::object;
    block.fields.span = type.span;
    if (!type.text.empty() && peek() == ')') block.fields.children.push_back(std::move(type));
  }

  /// Gives the name in `with open("x.yaml") as f` the name of the file as its value.
  void name_opened_file() {
    const std::size_t begin = at_;
    skip_blanks();
    if (begins_name(peek())) {
      const TextNode opened = read_primary(0);
      const TextNode* const name = opened.child("0");
      skip_blanks();
      if (callee_of(opened) == "open" && name != nullptr && word_here() == "as") {
        at_ += 2;
        skip_blanks();
        if (begins_name(peek())) scopes_.back()[read_name()] = *name;
      }
    }
    at_ = begin;
  }

  /// Makes the names that a loop assigns unknown.
  void forget_targets() {
    skip_blanks();
    while (begins_name(peek()) || peek() == ',' || peek() == '(') {
      if (peek() == ',' || peek() == '(') {
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

  /// Evaluates a condition that literals, options' defaults or the command decide; `if __name__ == …` is
  /// true.
  void decide(Block& block) {
    skip_blanks();
    const std::size_t begin = at_;
    const std::size_t end = std::min(text_.find('\n', begin), text_.size());
    std::string_view condition = std::string_view(text_).substr(begin, end - begin);
    condition = condition.substr(0, condition.rfind(':'));
    block.condition = std::string(condition);
    if (condition.starts_with("__name__")) return;
    const PythonTruth truth = truth_of_condition(condition);
    block.runs = truth.holds;
    block.is_by_default = !truth.option.empty();
  }

  [[nodiscard]] bool is_in_class() const { return !blocks_.empty() && blocks_.back().is_class; }

  /// Returns true at the name of a marimo cell, whose parameters are names from other cells.
  [[nodiscard]] bool is_cell_here() {
    skip_blanks();
    return peek() == '_' && peek(1) == '(' && text_.find("marimo.App(") != std::string::npos;
  }

  /// Opens the scope of a function with its parameters. Each has the value from the only call of the
  /// function, else its default; it is unknown without a default or if the program calls the function in
  /// other ways. Returns the function's name.
  std::string read_parameters() {
    skip_blanks();
    const std::string function = read_name();
    functions_.insert(function);
    const auto only = is_in_class() ? calls_.end() : calls_.find(function);
    const TextNode* const call = only == calls_.end() ? nullptr : &only->second;
    Scope parameters;
    if (peek() == '(') {
      ++at_;
      ++brackets_;
      std::size_t position = 0;
      for (skip_blanks(); !is_at_end() && peek() != ')'; skip_blanks())
        read_parameter(is_called(function, is_in_class()), call, position++, parameters);
      if (peek() == ')') {
        ++at_;
        --brackets_;
      }
    }
    scopes_.push_back(std::move(parameters));
    return function;
  }

  void read_parameter(bool is_called, const TextNode* call, std::size_t position, Scope& parameters) {
    if (peek() == '*') call = nullptr;  // *args, **kwargs
    while (peek() == '*' || peek() == '/')
      ++at_;
    const std::size_t begin = at_;
    const std::string name = begins_name(peek()) ? read_name() : "";
    while (!is_at_end() && peek() != '=' && peek() != ',' && peek() != ')') {
      if (peek() == '[' || peek() == '(')
        skip_until_closed();
      else if (peek() == '#')
        skip_comment();
      else
        ++at_;
    }
    TextNode value = open_name(name, {begin, at_});
    if (peek() == '=') {
      ++at_;
      TextNode usual = read_expression(0);
      if (call != nullptr) {
        value = std::move(usual);
      } else if (!is_called && is_given(name)) {  // Fire and click turn parameters into options
        value = open_name("args." + name, value.span);
      } else if (!is_called) {
        defaults_[usual.span.begin] = name;
        value = std::move(usual);
      }
    }
    const TextNode* passed = call == nullptr ? nullptr : call->child(name);
    if (call != nullptr && passed == nullptr) passed = call->child(std::to_string(position));
    if (passed != nullptr) {
      count_value(size_of(*passed));
      value = *passed;
    }
    if (!name.empty()) parameters[name] = std::move(value);
    skip_blanks();
    if (peek() == ',') ++at_;
  }

  /// Moves past the bracket that closes the bracket at this position.
  void skip_until_closed() {
    ++at_;
    ++brackets_;
    while (!is_at_end() && peek() != ')' && peek() != ']') {
      skip_until(false);
      if (peek() == ',') ++at_;
    }
    if (!is_at_end()) ++at_;
    --brackets_;
  }

  /// Parses an assignment or an expression; an assignment under a condition makes its name unknown.
  void read_statement(const std::string& condition) {
    if (!begins_name(peek())) return;
    const std::size_t begin = at_;
    const std::string name = read_name();
    const std::size_t end = at_;
    skip_blanks();
    if (peek() == '[' && set_member(name, condition)) return;
    const bool is_tuple = skip_other_targets();
    if (peek() == ':') {
      while (!is_at_end() && peek() != '=' && peek() != '\n' && peek() != '#')
        ++at_;
    }
    if (peek() == '=' && peek(1) != '=') {
      ++at_;
      TextNode value = read_expression(0);
      skip_blanks();
      const bool is_whole = peek() == '\n' || peek() == '\0' || peek() == ';' || peek() == '\r';
      if (is_tuple) return keep(std::move(value), condition);
      return assign(name, {begin, end}, is_whole ? std::move(value) : open_value(begin), condition);
    }
    if (is_operator_with_equals()) return assign_computed(name, {begin, end}, condition);
    at_ = begin;
    keep(read_expression(0), condition);
  }

  /// Returns true at `+=`, `//=` and similar operators.
  [[nodiscard]] bool is_operator_with_equals() const {
    constexpr std::string_view operators = "+-*/%|&^@<>";
    if (operators.find(peek()) == std::string_view::npos) return false;
    return peek() != '<' && peek() != '>' && peek(1) == '=' ? true : peek(1) == peek() && peek(2) == '=';
  }

  /// Evaluates `steps //= ranks` as `steps // (ranks)`, unless a loop repeats it.
  void assign_computed(const std::string& name, TextSpan place, const std::string& condition) {
    const std::string sign(1, peek());
    const bool is_doubled = peek(1) == peek();
    at_ += is_doubled ? 3 : 2;
    const std::size_t begin = at_;
    skip_until(true);
    const std::string_view right = std::string_view(text_).substr(begin, at_ - begin);
    const TextSpan span{place.begin, at_};
    std::string source = name + (is_doubled ? sign + sign : sign) + '(';
    source.append(right.substr(0, right.find('#')));
    const bool is_repeated = std::ranges::any_of(blocks_, &Block::is_loop);
    std::optional<TextNode> value = is_repeated ? std::nullopt : number_from(source + ')', span);
    assign(name, place, value ? *std::move(value) : open_name(name, span), condition);
  }

  /// Moves past the further names in `model, tokenizer = load()`; returns false for any other statement.
  bool skip_other_targets() {
    const std::size_t begin = at_;
    while (peek() == ',') {
      ++at_;
      skip_blanks();
      (void)read_name();
      skip_blanks();
    }
    const bool is_assignment = at_ > begin && peek() == '=' && peek(1) != '=';
    if (!is_assignment) at_ = begin;
    return is_assignment;
  }

  void assign(const std::string& name, TextSpan place, TextNode value, const std::string& condition) {
    if (!blocks_.empty() && blocks_.back().is_class) return set_field(name, place, std::move(value));
    value.key = name;
    value.key_span = place;
    const bool is_dict = value.is_object() && callee_of(value).empty();
    if (value.is_object() && (!is_dict || !condition.empty())) keep(value, condition);
    if (!condition.empty() && is_off_by_default()) return;
    TextNode& held = scopes_.back()[name];
    keep_dict(std::move(held));
    held = condition.empty() ? std::move(value) : open_name(name, place);
  }

  /// Stores a dict after its last assignment.
  void keep_dict(TextNode value) {
    if (value.is_object() && callee_of(value).empty())
      program_.values.push_back({std::move(value), "", false});
  }

  void end_scope() {
    for (auto& [name, value] : scopes_.back())
      keep_dict(std::move(value));
    scopes_.pop_back();
  }

  /// Returns true in a branch that an option's default disables.
  [[nodiscard]] bool is_off_by_default() const {
    return std::ranges::all_of(blocks_, [](const Block& block) { return block.runs.has_value(); });
  }

  void set_field(const std::string& name, TextSpan place, TextNode value) {
    const TextNode* of_field = callee_of(value).ends_with("field") ? value.child("default") : nullptr;
    if (blocks_.back().is_called) return set_option(name, open_name(name, value.span));
    if (of_field != nullptr) value = TextNode(*of_field);
    if (callee_of(value).ends_with("field")) value = made_by_factory(value);
    if (TextNode& fields = blocks_.back().fields; !fields.children.empty() && callee_of(value).empty()) {
      TextNode field = is_given(name) ? open_name(name, value.span) : value;
      field.key = name;
      field.key_span = place;
      fields.children.push_back(std::move(field));
    }
    set_option(name, std::move(value));
  }

  /// Returns the list in field(default_factory=lambda: […]); the field itself if it has another form.
  TextNode made_by_factory(const TextNode& field) {
    constexpr std::string_view lambda = "lambda:";
    const TextNode* factory = field.child("default_factory");
    const bool is_lambda =
        factory != nullptr && std::string_view(text_).substr(factory->span.begin).starts_with(lambda);
    const std::optional<TextNode> made =
        is_lambda ? read_again(factory->span.begin + lambda.size(), factory->span.end) : std::nullopt;
    return made ? *made : field;
  }

  /// Applies `config["zero_optimization"]["stage"] = 3` to the dict with that name, if it is stored.
  bool set_member(const std::string& name, const std::string& condition) {
    const std::size_t begin = at_;
    std::vector<std::pair<std::string, TextSpan>> path;
    while (peek() == '[') {
      ++at_;
      ++brackets_;
      skip_blanks();
      const bool is_text = peek() == '"' || peek() == '\'';
      TextNode key = is_text ? read_texts() : TextNode();
      skip_blanks();
      if (!is_text || peek() != ']') {
        --brackets_;
        at_ = begin;
        return false;
      }
      --brackets_;
      ++at_;
      path.emplace_back(key.text, key.span);
      skip_blanks();
    }
    if (peek() != '=' || peek(1) == '=') {
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
    const std::string callee = callee_of(value);
    const bool is_of_program = condition.empty() && functions_.contains(callee) && is_called_once(callee);
    if (is_of_program && std::ranges::none_of(blocks_, &Block::is_loop)) found_calls_.insert({callee, value});
    program_.values.push_back({std::move(value), condition, !condition.empty() && is_off_by_default()});
  }

  /// Stores the defaults in parser.add_argument("--batch-size", default=4) and
  /// parser.set_defaults(batch_size=4).
  void take_option(const TextNode& call) {
    const std::string callee = callee_of(call);
    if (callee.ends_with(".set_defaults"))
      for (std::size_t i = 1; i < call.children.size(); ++i)
        if (!is_given(call.children[i].key)) options_[call.children[i].key] = call.children[i];
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
  std::vector<Block> blocks_;
  std::set<std::string, std::less<>> functions_;
  OnlyCalls calls_, found_calls_;
};

}  // namespace

PythonProgram read_python_program(const std::string& text, const PythonOptions& given) {
  ProgramReader reader(text, given);
  PythonProgram program = reader.read();
  OnlyCalls calls = reader.only_calls();
  return calls.empty() ? std::move(program) : ProgramReader(text, given, std::move(calls)).read();
}

}  // namespace zp
