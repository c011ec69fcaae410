// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formula/words.h"

#include <rapidcheck.h>

#include <QtTest>

#include "core/formula/arithmetic.h"
#include "tests/support/formula_value.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr SymbolRow b_row{"b", "bytes of a weight", "bytes"};
constexpr SymbolRow p_row{"P", "parameters", "elements"};
constexpr SymbolRow n_row{"N", "ranks", ""};

std::optional<long double> value_of(const Words& words, std::string_view name) {
  for (const SymbolValue& symbol : words.symbols())
    if (symbol.row->name == name) return symbol.value;
  return std::nullopt;
}

/// Returns any expression of four symbols, with its result in plain arithmetic.
Words random_words(int depth) {
  static constexpr SymbolRow rows[] = {{"w", "", ""}, {"x_1", "", ""}, {"Y", "", ""}, {"z", "", ""}};
  const int kind = depth == 0 ? *rc::gen::inRange(0, 2) : *rc::gen::inRange(0, 10);
  if (kind == 0) return Words(*rc::gen::inRange(0, 1000));
  if (kind == 1) {
    const auto row = *rc::gen::inRange<std::size_t>(0, 4);
    return Words::symbol(rows[row], static_cast<double>(17 * row + 3) / 8);
  }
  const Words a = random_words(depth - 1), c = random_words(depth - 1);
  switch (kind) {
    case 2:
    case 3:
      return a + c;
    case 4:
      return a - c;
    case 5:
    case 6:
      return a * c;
    case 7:
      return c.value() == 0 ? a : a / c;
    case 8:
      return *rc::gen::arbitrary<bool>() ? min(a, c) : max(a, c);
    default:
      return *rc::gen::arbitrary<bool>() ? floor(a) : ceil(a);
  }
}

bool is_near(std::optional<long double> got, double expected) {
  return got && std::abs(static_cast<double>(*got) - expected) <= 1e-9 * (1 + std::abs(expected));
}

}  // namespace

class WordsTest : public QObject {
  Q_OBJECT

 private slots:
  void reads_as_one_writes_it() {
    const Words b = Words::symbol(b_row, 2), p = Words::symbol(p_row, 7e9), n = Words::symbol(n_row, 8);
    const Words words = b * (p + 3) / n;
    QCOMPARE(words.formula(), std::string("b·(P + 3)/N"));
    QCOMPARE(words.figures(), std::string("2 × (7000000000 + 3) ÷ 8"));
    QCOMPARE(words.value(), 2 * (7e9 + 3) / 8);
    QCOMPARE(words.symbols().size(), std::size_t{3});
  }

  void brackets_stand_where_they_change_the_value() {
    const Words p = Words::symbol(p_row, 10), n = Words::symbol(n_row, 4);
    QCOMPARE((p - (p - n)).formula(), std::string("P − (P − N)"));
    QCOMPARE((p / (n * 2)).formula(), std::string("P/(N·2)"));
    QCOMPARE((p / n * 2).formula(), std::string("P/N·2"));
    QCOMPARE((ceil_div(p, n) * min(p, n)).formula(), std::string("⌈P/N⌉·min(P, N)"));
  }

  void what_says_nothing_is_left_out() {
    const Words p = Words::symbol(p_row, 10);
    QCOMPARE((1 * p + 0).formula(), std::string("P"));
    QCOMPARE(whole_bytes(p * 0.25).formula(), std::string("⌊P·0.25 + 0.5⌋"));
    QCOMPARE(whole_bytes(p * 0.5).formula(), std::string("⌊P·0.5 + 0.5⌋"));
    QCOMPARE(whole_bytes(p / 2).formula(), std::string("P/2"));
  }

  void a_number_is_plain_digits_that_read_back() {
    QCOMPARE(plain_digits(5e8), std::string("500000000"));
    QCOMPARE(plain_digits(6.6e-6), std::string("0.0000066"));
    QCOMPARE(plain_digits(2 + 8.0 / 2048), std::string("2.00390625"));
    QCOMPARE(plain_digits(1e17), std::string("100000000000000000"));
  }

  void both_texts_of_any_expression_come_to_its_value() {
    QVERIFY(rc::check("texts evaluate to the value", [] {
      const Words words = random_words(5);
      RC_PRE(std::abs(words.value()) < 1e12);
      RC_ASSERT(is_near(test::formula_value(words.figures()), words.value()));
      RC_ASSERT(is_near(
          test::formula_value(words.formula(), [&](std::string_view name) { return value_of(words, name); }),
          words.value()));
    }));
  }
};

ZP_TEST(WordsTest)
#include "words_test.moc"
