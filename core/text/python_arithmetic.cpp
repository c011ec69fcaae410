// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python_arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/text/python.h"
#include "core/text/python_program.h"
#include "core/text/reader.h"

namespace zp {
namespace {

/// Above this value, doubles do not represent every whole number.
constexpr double most_exact = 9e15;

/// A number, and the options whose defaults were used to compute it.
struct KnownNumber {
  double value = 0;
  bool is_real = false;
  std::string options;
};
using MaybeNumber = std::optional<KnownNumber>;

void add_options(std::string& all, const std::string& more) {
  if (more.empty() || (", " + all + ", ").find(", " + more + ", ") != std::string::npos) return;
  all += (all.empty() ? "" : ", ") + more;
}

/// Returns a // b without the rounding error of a quotient.
double floor_of(double a, double b) {
  double rest = std::fmod(a, b);
  if (rest != 0 && (rest < 0) != (b < 0)) rest += b;
  return (a - rest) / b;
}

MaybeNumber computed(KnownNumber left, char sign, const KnownNumber& right) {
  const bool is_quotient = sign == '/' || sign == 'q';
  if (is_quotient && right.value == 0) return std::nullopt;
  left.is_real = sign == '/' || left.is_real || right.is_real;
  switch (sign) {
    case '+':
      left.value += right.value;
      break;
    case '-':
      left.value -= right.value;
      break;
    case '*':
      left.value *= right.value;
      break;
    case 'q':
      left.value = floor_of(left.value, right.value);
      break;
    default:
      left.value /= right.value;
      break;
  }
  add_options(left.options, right.options);
  if (!(std::abs(left.value) <= most_exact)) return std::nullopt;
  return left;
}

/// Evaluates an expression from left to right. An unknown number makes the whole expression unknown.
class ArithmeticReader {
 public:
  ArithmeticReader(std::string_view source, const PythonOperands& operands)
      : source_(source), operands_(operands) {}

  MaybeNumber read() {
    MaybeNumber number = read_sum(0);
    skip_blanks();
    return at_ == source_.size() ? number : std::nullopt;
  }

 private:
  static constexpr int deepest = 32;

  MaybeNumber read_sum(int depth) { return read_chain("+-", &ArithmeticReader::read_product, depth); }
  MaybeNumber read_product(int depth) { return read_chain("*/", &ArithmeticReader::read_one, depth); }

  /// Evaluates parts joined by one of `signs`, from left to right.
  MaybeNumber read_chain(std::string_view signs, MaybeNumber (ArithmeticReader::*read_part)(int), int depth) {
    MaybeNumber result = (this->*read_part)(depth);
    for (char sign = sign_of(signs); result && sign != '\0'; sign = sign_of(signs)) {
      const MaybeNumber next = (this->*read_part)(depth);
      result = next ? computed(*std::move(result), sign, *next) : std::nullopt;
    }
    return result;
  }

  /// Moves past one of the two operators and returns it ('q' for //); '\0' if there is none.
  char sign_of(std::string_view signs) {
    skip_blanks();
    const char sign = peek();
    if (sign == '\0' || signs.find(sign) == std::string_view::npos) return '\0';
    if (sign == '*' && peek(1) == '*') return '\0';  // the power operator
    const bool is_whole = sign == '/' && peek(1) == '/';
    at_ += is_whole ? 2 : 1;
    return is_whole ? 'q' : sign;
  }

  MaybeNumber read_one(int depth) {
    skip_blanks();
    if (depth > deepest) return std::nullopt;
    if (peek() == '-') {
      ++at_;
      MaybeNumber number = read_one(depth + 1);
      if (number) number->value = -number->value;
      return number;
    }
    if (peek() == '(') {
      ++at_;
      MaybeNumber number = read_sum(depth + 1);
      return take(')') ? number : std::nullopt;
    }
    const std::string name = read_name();
    if (name.empty()) return std::nullopt;
    if (name.find_first_not_of("0123456789._") == std::string::npos) return literal(name);
    skip_blanks();
    if (peek() == '(') return read_call(name, depth);
    if (peek() == '[') return name == "os.environ" ? read_environment(']') : std::nullopt;
    return number_of(operands_(name));
  }

  /// Evaluates the arguments of int, max or min, or a look-up in the environment.
  MaybeNumber read_call(const std::string& name, int depth) {
    if (name == "os.environ.get" || name == "os.getenv" || name == "environ.get")
      return read_environment(')');
    if (name != "int" && name != "max" && name != "min") return std::nullopt;
    ++at_;
    MaybeNumber result = read_sum(depth + 1);
    for (skip_blanks(); result && name != "int" && peek() == ','; skip_blanks()) {
      ++at_;
      const MaybeNumber next = read_sum(depth + 1);
      if (!next) return std::nullopt;
      std::string options = std::move(result->options);
      add_options(options, next->options);
      if (name == "max" ? next->value > result->value : next->value < result->value) result = next;
      result->options = std::move(options);
    }
    if (!result || !take(')')) return std::nullopt;
    if (name == "int") result = KnownNumber{std::trunc(result->value), false, std::move(result->options)};
    return result;
  }

  /// Evaluates `("WORLD_SIZE", 1)`, whose second argument counts if the variable is not set.
  MaybeNumber read_environment(char closing) {
    ++at_;
    skip_blanks();
    const char quote = peek();
    const std::size_t end =
        quote == '"' || quote == '\'' ? source_.find(quote, at_ + 1) : std::string_view::npos;
    if (end == std::string_view::npos) return std::nullopt;
    const std::string name(source_.substr(at_ + 1, end - at_ - 1));
    const std::size_t closed = source_.find(closing, end);
    if (closed == std::string_view::npos ||
        source_.substr(end, closed - end).find('(') != std::string_view::npos)
      return std::nullopt;
    at_ = closed + 1;
    return name == world_size_variable ? number_of(operands_("environ." + name)) : std::nullopt;
  }

  static MaybeNumber literal(std::string digits) {
    std::erase(digits, '_');
    TextNode node;
    if (!text_io::set_number(node, digits, digits.find('.') == std::string::npos)) return std::nullopt;
    return KnownNumber{node.number, !node.is_integer(), ""};
  }

  static MaybeNumber number_of(const std::optional<PythonOperand>& operand) {
    const auto number = operand ? python::python_number(operand->value) : std::nullopt;
    if (!number || operand->value.is_boolean()) return std::nullopt;
    return KnownNumber{number->value(), number->is_real, operand->option};
  }

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0';
  }
  void skip_blanks() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')
      ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (peek() != c) return false;
    ++at_;
    return true;
  }
  std::string read_name() {
    const std::size_t begin = at_;
    const auto is_of_name = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
             c == '.';
    };
    while (is_of_name(peek()))
      ++at_;
    return std::string(source_.substr(begin, at_ - begin));
  }

  std::string_view source_;
  const PythonOperands& operands_;
  std::size_t at_ = 0;
};

}  // namespace

std::optional<PythonOperand> arithmetic_value(std::string_view source, const PythonOperands& operands) {
  MaybeNumber number = ArithmeticReader(source, operands).read();
  if (!number) return std::nullopt;
  PythonOperand known;
  known.option = std::move(number->options);
  known.value.number = number->value;
  known.value.kind = number->is_real ? NodeKind::real : NodeKind::integer;
  known.value.integer = number->is_real ? 0 : static_cast<std::int64_t>(number->value);
  return known;
}

}  // namespace zp
