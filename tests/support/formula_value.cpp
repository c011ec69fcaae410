// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/formula_value.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>

namespace zp::test {
namespace {

using Value = std::optional<long double>;

class Parser {
 public:
  Parser(std::string_view text, const std::function<Value(std::string_view)>& value_of)
      : rest_(text), value_of_(value_of) {}

  Value whole() {
    const Value value = sum();
    skip_spaces();
    return rest_.empty() ? value : std::nullopt;
  }

 private:
  void skip_spaces() {
    while (rest_.starts_with(' '))
      rest_.remove_prefix(1);
  }
  bool take(std::string_view sign) {
    skip_spaces();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(sign.size());
    return true;
  }

  Value sum() {
    Value left = product();
    while (left) {
      const bool adds = take("+");
      if (!adds && !take("−") && !take("-")) break;
      const Value right = product();
      if (!right) return std::nullopt;
      left = adds ? *left + *right : *left - *right;
    }
    return left;
  }

  Value product() {
    Value left = atom();
    while (left) {
      const bool multiplies = take("·") || take("×") || take("*");
      if (!multiplies && !take("÷") && !take("/")) break;
      const Value right = atom();
      if (!right) return std::nullopt;
      left = multiplies ? *left * *right : *left / *right;
    }
    return left;
  }

  Value closed_by(std::string_view sign, Value value) { return value && take(sign) ? value : std::nullopt; }

  Value atom() {
    if (take("−") || take("-")) {
      const Value value = atom();
      return value ? Value(-*value) : value;
    }
    if (take("(")) return closed_by(")", sum());
    if (take("⌈")) return rounded("⌉", [](long double x) { return std::ceil(x); });
    if (take("⌊")) return rounded("⌋", [](long double x) { return std::floor(x); });
    skip_spaces();
    if (rest_.empty()) return std::nullopt;
    return std::isdigit(static_cast<unsigned char>(rest_.front())) != 0 ? number() : named();
  }

  template <class Round>
  Value rounded(std::string_view close, Round round) {
    const Value value = closed_by(close, sum());
    return value ? Value(round(*value)) : value;
  }

  Value number() {
    const auto is_of_number = [](char c) {
      return std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
    };
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_of_number);
    const std::string digits(rest_.begin(), end);
    rest_.remove_prefix(digits.size());
    return std::strtold(digits.c_str(), nullptr);
  }

  Value named() {
    const auto is_of_name = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_of_name);
    const std::string name(rest_.begin(), end);
    rest_.remove_prefix(name.size());
    if (name == "min" || name == "max") return chosen(name == "max");
    return value_of_ && !name.empty() ? value_of_(name) : std::nullopt;
  }

  Value chosen(bool largest) {
    if (!take("(")) return std::nullopt;
    Value best = sum();
    while (best && take(",")) {
      const Value next = sum();
      if (!next) return std::nullopt;
      best = largest ? std::max(*best, *next) : std::min(*best, *next);
    }
    return closed_by(")", best);
  }

  std::string_view rest_;
  const std::function<Value(std::string_view)>& value_of_;
};

}  // namespace

std::optional<long double> formula_value(std::string_view text,
                                         const std::function<Value(std::string_view)>& value_of) {
  return Parser(text, value_of).whole();
}

}  // namespace zp::test
