// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_condition.h"

#include <array>
#include <utility>

#include "core/text/reader.h"

namespace zp {
namespace {

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// Evaluates a condition from left to right.
class ConditionReader {
 public:
  ConditionReader(std::string_view text, const PythonOperands& operands) : text_(text), operands_(operands) {}

  PythonTruth read() {
    PythonTruth truth = read_or(0);
    skip_blanks();
    if (at_ < text_.size() || !is_understood_) return {};
    return truth;
  }

 private:
  static constexpr int deepest = 32;  ///< nesting of brackets and `not`

  PythonTruth read_or(int depth) { return read_joined("or", true, depth); }

  /// Evaluates conditions joined by `and` or `or`, of which one with the value `deciding` decides.
  PythonTruth read_joined(std::string_view word, bool deciding, int depth) {
    PythonTruth all = deciding ? read_joined_and(depth) : read_not(depth);
    while (is_understood_ && take_word(word)) {
      PythonTruth next = deciding ? read_joined_and(depth) : read_not(depth);
      const bool is_decided = (all.holds && *all.holds == deciding);
      if (is_decided) continue;
      const bool decides = next.holds && *next.holds == deciding;
      if (!decides && (!all.holds || !next.holds)) next.holds.reset();
      if (next.option.empty() && !decides) next.option = std::move(all.option);
      all = std::move(next);
    }
    return all;
  }
  PythonTruth read_joined_and(int depth) { return read_joined("and", false, depth); }

  PythonTruth read_not(int depth) {
    if (depth > deepest) is_understood_ = false;
    if (!is_understood_ || !take_word("not")) return read_comparison(depth);
    PythonTruth truth = read_not(depth + 1);
    if (truth.holds) truth.holds = !*truth.holds;
    return truth;
  }

  PythonTruth read_comparison(int depth) {
    if (!is_understood_) return {};
    skip_blanks();
    if (peek() == '(') {
      ++at_;
      PythonTruth truth = read_or(depth + 1);
      skip_blanks();
      if (peek() != ')') is_understood_ = false;
      ++at_;
      return truth;
    }
    const std::optional<PythonOperand> left = read_operand();
    if (take_word("in")) return read_membership(left, true);
    if (const std::size_t before = at_; take_word("not")) {
      if (take_word("in")) return read_membership(left, false);
      at_ = before;
    }
    const std::string sign = read_sign();
    if (!is_understood_) return {};
    if (sign.empty()) return left ? PythonTruth{truth_of_value(left->value), left->option} : PythonTruth();
    const std::optional<PythonOperand> right = read_operand();
    if (!left || !right || !is_understood_) return {};
    return {compare(left->value, sign, right->value), left->option.empty() ? right->option : left->option};
  }

  /// Evaluates the right side of `bits in [4, 8]` or `"mpt" in name`.
  PythonTruth read_membership(const std::optional<PythonOperand>& left, bool is_in) {
    skip_blanks();
    const char closing = peek() == '[' ? ']' : ')';
    if (peek() != '[' && peek() != '(') {
      const std::optional<PythonOperand> right = read_operand();
      if (!left || !right || !left->value.is_string() || !right->value.is_string()) return {};
      const bool is_part = right->value.text.find(left->value.text) != std::string::npos;
      return {is_part == is_in, left->option.empty() ? right->option : left->option};
    }
    ++at_;
    bool is_one = false;
    for (skip_blanks(); is_understood_ && peek() != closing; skip_blanks()) {
      const std::optional<PythonOperand> one = read_operand();
      is_one |= left && one && compare(left->value, "==", one->value).value_or(false);
      if (!one) is_understood_ = false;
      skip_blanks();
      if (peek() == ',') ++at_;
    }
    ++at_;
    if (!left) return {};
    return {is_one == is_in, left->option};
  }

  /// Returns the value of a name or literal; nullopt if it is unknown.
  std::optional<PythonOperand> read_operand() {
    skip_blanks();
    PythonOperand literal;
    if (peek() == '"' || peek() == '\'') {
      const std::size_t end = text_.find(peek(), at_ + 1);
      if (end == std::string_view::npos || text_.substr(at_, end - at_).find('\\') != std::string_view::npos)
        is_understood_ = false;
      literal.value.kind = NodeKind::string;
      if (is_understood_) literal.value.text = text_.substr(at_ + 1, end - at_ - 1);
      at_ = is_understood_ ? end + 1 : text_.size();
      return literal;
    }
    const std::string word = read_word();
    if (word.empty()) is_understood_ = false;
    if (word == "None") return literal;
    if (word == "True" || word == "False") {
      literal.value.kind = NodeKind::boolean;
      literal.value.boolean = word == "True";
      return literal;
    }
    if (!word.empty() && word.find_first_not_of("0123456789.") == std::string::npos) {
      if (text_io::set_number(literal.value, word, word.find('.') == std::string::npos)) return literal;
      is_understood_ = false;
    }
    return is_understood_ ? operands_(word) : std::nullopt;
  }

  /// Returns the operator of a comparison; "" if the operand ends the condition.
  std::string read_sign() {
    constexpr std::array<std::string_view, 6> signs = {"==", "!=", "<=", ">=", "<", ">"};
    skip_blanks();
    for (const std::string_view sign : signs)
      if (text_.substr(at_).starts_with(sign)) {
        at_ += sign.size();
        return std::string(sign);
      }
    if (take_word("is")) return take_word("not") ? "is not" : "is";
    const std::size_t before = at_;
    const bool ends = at_ >= text_.size() || peek() == ')' || take_word("and") || take_word("or");
    at_ = before;
    if (!ends) is_understood_ = false;
    return "";
  }

  /// Returns the truth of a value; nullopt for an unknown value, a call or a list.
  static std::optional<bool> truth_of_value(const TextNode& value) {
    if (value.is_null()) return false;
    if (value.is_boolean()) return value.boolean;
    if (value.is_number()) return value.number != 0;
    if (value.is_string()) return !value.text.empty();
    return std::nullopt;
  }

  static std::optional<bool> compare(const TextNode& left, const std::string& sign, const TextNode& right) {
    const bool is_null = left.is_null() || right.is_null();
    if (sign == "is" || sign == "is not" || is_null) {
      if (!is_null || (sign != "is" && sign != "is not" && sign != "==" && sign != "!=")) return std::nullopt;
      return (left.is_null() == right.is_null()) == (sign == "is" || sign == "==");
    }
    if (left.is_number() && right.is_number()) {
      if (sign == "<") return left.number < right.number;
      if (sign == ">") return left.number > right.number;
      if (sign == "<=") return left.number <= right.number;
      if (sign == ">=") return left.number >= right.number;
      return (left.number == right.number) == (sign == "==");
    }
    if (sign != "==" && sign != "!=") return std::nullopt;
    if (left.is_string() && right.is_string()) return (left.text == right.text) == (sign == "==");
    if (left.is_boolean() && right.is_boolean()) return (left.boolean == right.boolean) == (sign == "==");
    return std::nullopt;
  }

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t')
      ++at_;
  }
  std::string read_word() {
    skip_blanks();
    const std::size_t begin = at_;
    while (is_of_word(peek()))
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }
  /// Moves past the word; returns false if the next word is a different one.
  bool take_word(std::string_view word) {
    const std::size_t before = at_;
    if (read_word() == word) return true;
    at_ = before;
    return false;
  }

  std::string_view text_;
  const PythonOperands& operands_;
  std::size_t at_ = 0;
  bool is_understood_ = true;
};

}  // namespace

PythonTruth truth_of(std::string_view condition, const PythonOperands& operands) {
  return ConditionReader(condition, operands).read();
}

}  // namespace zp
