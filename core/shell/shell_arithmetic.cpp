// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_arithmetic.h"

#include <array>
#include <charconv>
#include <limits>

#include "core/shell/shell_words.h"

namespace zp {
namespace {

using Number = std::optional<std::int64_t>;
using ValueOf = std::function<std::optional<std::string>(std::string_view)>;

constexpr int deepest_term = 40;

struct BinarySign {
  std::string_view text;
  int rank;  ///< a higher rank binds more tightly
};
constexpr auto binary_signs = std::to_array<BinarySign>({{"||", 1},
                                                         {"&&", 2},
                                                         {"==", 3},
                                                         {"!=", 3},
                                                         {"<=", 4},
                                                         {">=", 4},
                                                         {"**", 7},
                                                         {"<", 4},
                                                         {">", 4},
                                                         {"+", 5},
                                                         {"-", 5},
                                                         {"*", 6},
                                                         {"/", 6},
                                                         {"%", 6}});

Number power(std::int64_t base, std::int64_t exponent) {
  constexpr std::int64_t most = 62;
  if (exponent < 0 || exponent > most) return std::nullopt;
  std::int64_t value = 1;
  for (std::int64_t i = 0; i < exponent; ++i)
    if (__builtin_mul_overflow(value, base, &value)) return std::nullopt;
  return value;
}

Number combined(std::string_view sign, std::int64_t a, std::int64_t b) {
  std::int64_t value = 0;
  if (sign == "+") return __builtin_add_overflow(a, b, &value) ? Number() : Number(value);
  if (sign == "-") return __builtin_sub_overflow(a, b, &value) ? Number() : Number(value);
  if (sign == "*") return __builtin_mul_overflow(a, b, &value) ? Number() : Number(value);
  if (sign == "/" || sign == "%") {
    if (b == 0 || (b == -1 && a == std::numeric_limits<std::int64_t>::min())) return std::nullopt;
    return sign == "/" ? a / b : a % b;
  }
  if (sign == "**") return power(a, b);
  if (sign == "==") return a == b;
  if (sign == "!=") return a != b;
  if (sign == "<=") return a <= b;
  if (sign == ">=") return a >= b;
  if (sign == "<") return a < b;
  if (sign == ">") return a > b;
  if (sign == "&&") return a != 0 && b != 0;
  return a != 0 || b != 0;
}

class Expression {
 public:
  Expression(std::string_view text, const ValueOf& value_of, int depth, int& names_left)
      : text_(text), value_of_(value_of), depth_(depth), names_left_(names_left) {}

  Number whole() {
    const Number value = choice();
    skip_blanks();
    return text_.empty() ? value : std::nullopt;
  }

 private:
  void skip_blanks() {
    while (!text_.empty() && is_shell_blank(text_.front()))
      text_.remove_prefix(1);
  }
  bool take(std::string_view sign) {
    skip_blanks();
    if (!text_.starts_with(sign)) return false;
    text_.remove_prefix(sign.size());
    return true;
  }

  Number choice() {
    const Number test = binary(1);
    if (!take("?")) return test;
    const Number yes = choice();
    if (!take(":")) return std::nullopt;
    const Number no = choice();
    return !test ? std::nullopt : *test != 0 ? yes : no;
  }

  Number binary(int least) {
    if (++depth_ > deepest_term) return std::nullopt;
    Number value = single();
    while (true) {
      skip_blanks();
      const BinarySign* found = nullptr;
      for (const BinarySign& sign : binary_signs)
        if (found == nullptr && sign.rank >= least && text_.starts_with(sign.text)) found = &sign;
      if (found == nullptr) break;
      text_.remove_prefix(found->text.size());
      const bool is_power = found->text == "**";  // 2**3**2 is 2**(3**2)
      const Number next = binary(is_power ? found->rank : found->rank + 1);
      value = value && next ? combined(found->text, *value, *next) : std::nullopt;
    }
    --depth_;
    return value;
  }

  Number single() {
    if (++depth_ > deepest_term) return std::nullopt;
    const Number value = unary();
    --depth_;
    return value;
  }

  Number unary() {
    skip_blanks();
    if (take("!")) {
      const Number value = single();
      return value ? Number(*value == 0) : value;
    }
    if (take("-")) {
      const Number value = single();
      return value ? combined("-", 0, *value) : value;
    }
    if (take("+")) return single();
    if (take("(")) {
      const Number value = choice();
      return take(")") ? value : std::nullopt;
    }
    std::size_t end = 0;
    while (end < text_.size() && is_shell_name(text_[end]))
      ++end;
    const std::string_view word = text_.substr(0, end);
    text_.remove_prefix(end);
    return word.empty() ? std::nullopt : value_of_word(word);
  }

  Number value_of_word(std::string_view word) {
    if (word.front() >= '0' && word.front() <= '9') {
      const bool is_hexadecimal = word.starts_with("0x") || word.starts_with("0X");
      const bool is_octal = !is_hexadecimal && word.size() > 1 && word.front() == '0';
      if (is_hexadecimal) word.remove_prefix(2);
      std::int64_t value = 0;
      const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value,
                                                is_hexadecimal ? 16
                                                : is_octal     ? 8
                                                               : 10);
      return error == std::errc() && end == word.data() + word.size() ? Number(value) : std::nullopt;
    }
    if (--names_left_ < 0) return std::nullopt;
    const std::optional<std::string> text = value_of_(word);
    return text ? Expression(*text, value_of_, depth_, names_left_).whole() : std::nullopt;
  }

  std::string_view text_;
  const ValueOf& value_of_;
  int depth_;
  int& names_left_;  ///< a name's value may contain other names, so a short text can expand to a long one
};

}  // namespace

Number shell_arithmetic(std::string_view text, const ValueOf& value_of) {
  int names_left = 1000;
  return Expression(text, value_of, 0, names_left).whole();
}

}  // namespace zp
