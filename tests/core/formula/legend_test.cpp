// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formula/legend.h"

#include <QtTest>
#include <array>

#include "core/formula/arithmetic.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

QString legend_of(std::string_view unit, double value) {
  const SymbolRow row{"x", "a figure", unit};
  const SymbolValue symbol{&row, value};
  return QString::fromStdString(legend({&symbol, 1})).replace(QChar(0x202f), u' ');
}

}  // namespace

/// Tests of the symbols of a formula with their values and units.
class LegendTest : public QObject {
  Q_OBJECT

 private slots:
  /// Figures of datasheets and papers: Llama 2 7B has 6,738,415,616 parameters (arXiv:2307.09288, table 1:
  /// 7B), an A100 312 TFLOP/s in bf16 and 2,039 GB/s (NVIDIA's datasheet).
  void a_value_is_shown_in_its_unit_data() {
    QTest::addColumn<QByteArray>("unit");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* unit, double value, const char* text) {
      QTest::addRow("%s %g", unit, value) << QByteArray(unit) << value << QString::fromUtf8(text);
    };
    row("elements", 6'738'415'616, "x = 6.74 B elements");
    row("seconds", 0.216, "x = 216 ms");
    row("FLOP/s", 312e12, "x = 312 TFLOPS");
    row("FLOP", 4e12, "x = 4.00 TFLOP");
    row("GB/s", 2039, "x = 2,039 GB/s");
    row("bytes", 2, "x = 2 bytes");
    row("bytes", 9'999, "x = 9,999 bytes");
    row("bytes", 10'000, "x = 10.0 kB");
    row("tokens", 4096, "x = 4,096 tokens");
    row("", 8, "x = 8");
    row("", 2.5, "x = 2.5");
    row("", 123'456.75, "x = 123,457");
    row("ranks", 0.25, "x = 0.25 ranks");
  }
  void a_value_is_shown_in_its_unit() {
    QFETCH(QByteArray, unit);
    QFETCH(double, value);
    QFETCH(QString, text);
    QCOMPARE(legend_of(unit.toStdString(), value), text);
  }

  void symbols_stand_in_their_order() {
    const SymbolRow p{"P", "", "elements"}, n{"N", "", ""};
    const std::array<SymbolValue, 2> both = {{{&p, 7e9}, {&n, 8}}};
    QCOMPARE(QString::fromStdString(legend(both)).replace(QChar(0x202f), u' '),
             QStringLiteral("P = 7.00 B elements, N = 8"));
    QCOMPARE(legend({}), std::string());
  }

  /// A symbol that is used twice has one place in the legend.
  void a_formula_names_each_symbol_once_in_order_of_use() {
    static constexpr SymbolRow p{"P", "", "elements"}, n{"N", "", ""};
    const Words a = Words::symbol(p, 10), b = Words::symbol(n, 4);
    const Words all = min(b * a + a, ceil(a / b)) - b;
    QCOMPARE(QString::fromStdString(legend(all.symbols())).replace(QChar(0x202f), u' '),
             QStringLiteral("N = 4, P = 10 elements"));
  }

  void negative_numbers_stand_in_brackets() {
    static constexpr SymbolRow p{"P", "", "elements"};
    const Words negative = Words::symbol(p, -3);
    QCOMPARE(negative.figures(), std::string("(-3)"));
    QCOMPARE(negative.formula(), std::string("P"));
    QCOMPARE((Words(2) * Words(-3)).formula(), std::string("2·(-3)"));
    QCOMPARE((Words(2) - Words(-3)).figures(), std::string("2 − (-3)"));
    QCOMPARE((Words(0) - negative).value(), 3.0);
    for (const auto& [value, digits] : {std::pair(0.0, "0"), std::pair(0.5, "0.5")})
      QCOMPARE(Words::symbol(p, value).figures(), std::string(digits));
    QCOMPARE((Words::symbol(p, 3) * Words(0)).formula(), std::string("P·0"));
  }

  /// Rounding makes a whole number, a fraction on the way does not.
  void a_value_is_whole_if_every_number_on_the_way_is() {
    const Words half(0.5), two(2), four(4);
    QVERIFY((two * four + two).is_whole() && (four / two).is_whole());
    QVERIFY(!(half * four).is_whole() && !(four * half).is_whole() && !(half + half).is_whole());
    QVERIFY(!(two / four).is_whole());
    QVERIFY(floor(half * two).is_whole() && ceil(half).is_whole());
    QCOMPARE(max(half, two).value(), 2.0);
    QCOMPARE(min(half, two).value(), 0.5);
    QVERIFY(!max(half, two).is_whole());
  }

  void what_multiplies_by_one_or_adds_nothing_says_nothing() {
    static constexpr SymbolRow p{"P", "", "elements"};
    const Words a = Words::symbol(p, 1), zero = Words::symbol(p, 0);
    for (const Words& same : {a * 1, 1 * a, a / 1, a + 0, 0 + a, a - 0})
      QCOMPARE(same.formula(), std::string("P"));
    QCOMPARE((a * a).formula(), std::string("P·P"));
    QCOMPARE((zero + a).formula(), std::string("P + P"));
    Words sum(1);
    sum += a, sum *= 3, sum -= 2;
    QCOMPARE(sum.formula(), std::string("(1 + P)·3 − 2"));
    QCOMPARE(sum.value(), 4.0);
  }
};

ZP_TEST(LegendTest)
#include "legend_test.moc"
