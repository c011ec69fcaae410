// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formula/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace zp {
namespace {

std::string enclosed(std::string_view open, const std::string& text, std::string_view close) {
  std::string all(open);
  all += text;
  all += close;
  return all;
}

std::string infix(const std::string& a, std::string_view sign, const std::string& b) {
  std::string all = a;
  all += sign;
  all += b;
  return all;
}

std::string called(std::string_view name, const std::string& a, const std::string& b) {
  return enclosed(name, infix(a, ", ", b), ")");
}

}  // namespace

std::string plain_digits(double value) {
  std::array<char, 400> digits{};  // more than any figure needs
  const auto result =
      std::to_chars(digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed);
  return {digits.data(), result.ec == std::errc() ? result.ptr : digits.data()};
}

Words::Words(double value, const SymbolRow* row)
    : value_(value),
      is_whole_(value == std::floor(value)),
      level_(value < 0 && row == nullptr ? Level::sum : Level::atom),
      formula_(row != nullptr ? std::string(row->name) : plain_digits(value)),
      figures_(value < 0 && row != nullptr ? enclosed("(", plain_digits(value), ")") : plain_digits(value)) {
  if (row != nullptr) symbols_.push_back({row, value});
}

Words::Words(double value, Level level, Texts texts, const Words& a, const Words& b)
    : value_(value),
      is_whole_(value == std::floor(value) && a.is_whole_ && b.is_whole_),
      level_(level),
      formula_(std::move(texts.formula)),
      figures_(std::move(texts.figures)),
      symbols_(a.symbols_) {
  for (const SymbolValue& symbol : b.symbols_)
    if (std::ranges::find(symbols_, symbol.row, &SymbolValue::row) == symbols_.end())
      symbols_.push_back(symbol);
}

Words::Texts Words::within(Level needed) const {
  if (level_ >= needed) return {formula_, figures_};
  return {enclosed("(", formula_, ")"), enclosed("(", figures_, ")")};
}

Words operator+(const Words& a, const Words& b) {
  if (a.is_constant(0)) return b;
  if (b.is_constant(0)) return a;
  return {a.value_ + b.value_,
          Words::Level::sum,
          {infix(a.formula_, " + ", b.formula_), infix(a.figures_, " + ", b.figures_)},
          a,
          b};
}

Words operator-(const Words& a, const Words& b) {
  if (b.is_constant(0)) return a;
  const Words::Texts right = b.within(Words::Level::product);
  return {a.value_ - b.value_,
          Words::Level::sum,
          {infix(a.formula_, " − ", right.formula), infix(a.figures_, " − ", right.figures)},
          a,
          b};
}

Words operator*(const Words& a, const Words& b) {
  if (a.is_constant(1)) return b;
  if (b.is_constant(1)) return a;
  const Words::Texts left = a.within(Words::Level::product), right = b.within(Words::Level::product);
  return {a.value_ * b.value_,
          Words::Level::product,
          {infix(left.formula, "·", right.formula), infix(left.figures, " × ", right.figures)},
          a,
          b};
}

Words operator/(const Words& a, const Words& b) {
  if (b.is_constant(1)) return a;
  const Words::Texts left = a.within(Words::Level::product), right = b.within(Words::Level::atom);
  return {a.value_ / b.value_,
          Words::Level::product,
          {infix(left.formula, "/", right.formula), infix(left.figures, " ÷ ", right.figures)},
          a,
          b};
}

Words min(const Words& a, const Words& b) {
  return {std::min(a.value_, b.value_),
          Words::Level::atom,
          {called("min(", a.formula_, b.formula_), called("min(", a.figures_, b.figures_)},
          a,
          b};
}

Words max(const Words& a, const Words& b) {
  return {std::max(a.value_, b.value_),
          Words::Level::atom,
          {called("max(", a.formula_, b.formula_), called("max(", a.figures_, b.figures_)},
          a,
          b};
}

Words floor(const Words& a) {
  Words rounded{std::floor(a.value_),
                Words::Level::atom,
                {enclosed("⌊", a.formula_, "⌋"), enclosed("⌊", a.figures_, "⌋")},
                a,
                a};
  rounded.is_whole_ = true;
  return rounded;
}

Words ceil(const Words& a) {
  Words rounded{std::ceil(a.value_),
                Words::Level::atom,
                {enclosed("⌈", a.formula_, "⌉"), enclosed("⌈", a.figures_, "⌉")},
                a,
                a};
  rounded.is_whole_ = true;
  return rounded;
}

}  // namespace zp
