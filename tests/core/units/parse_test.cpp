// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/parse.h"

#include <rapidcheck.h>

#include <QtTest>
#include <cmath>
#include <limits>
#include <string>

#include "core/units/format.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// A column with NaN means that no value is expected.
const double nothing = std::numeric_limits<double>::quiet_NaN();

void compare(const std::optional<double>& actual, double expected) {
  QCOMPARE(actual.has_value(), !std::isnan(expected));
  if (actual) QCOMPARE(*actual, expected);
}

/// Generates text from the characters that the grammar knows, which reaches far deeper than arbitrary bytes.
rc::Gen<std::string> near_numbers() {
  return rc::gen::container<std::string>(
      rc::gen::elementOf(std::string("0123456789.,eE+-*kKmMbBgGtTiI \t\xE2\x80\xAF\xC2\xA0")));
}

}  // namespace

class ParseTest : public QObject {
  Q_OBJECT

 private slots:
  void number_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, const char* text, double expected) {
      QTest::newRow(name) << QByteArray(text) << expected;
    };
    row("plain", "4096", 4096);
    row("zero", "0", 0);
    row("leading zeros", "007", 7);
    row("fraction", "0.125", 0.125);
    row("point first", ".5", 0.5);
    row("point last", "5.", 5);
    row("comma groups", "4,096", 4096);
    row("blank groups", "6 738 415 616", 6738415616.0);
    row("no-break groups", "4\u00A0096", 4096);
    row("narrow no-break groups", "4\u202F096", 4096);
    row("groups and fraction", "1,234.5", 1234.5);
    row("decimal comma", "1,5", 1.5);
    row("decimal comma of three digits", "0,125", 0.125);
    row("decimal comma of four digits", "4,0960", 4.096);
    row("decimal comma behind four digits", "4096,000", 4096);
    row("decimal comma first", ",5", 0.5);
    row("decimal comma and suffix", "13,5B", 13.5e9);
    row("decimal comma and exponent", "1,5e3", 1500);
    row("decimal comma in a product", "2*1,5", 3);
    row("groups by points", "1.000.000", 1e6);
    row("groups by points, decimal comma", "1.234,5", 1234.5);
    row("groups by commas, three decimals", "1,234.567", 1234.567);
    row("groups by underscores", "1_000_000", 1e6);
    row("blank groups, decimal comma", "1 000,500", 1000.5);
    row("comma before three digits", "1,500", 1500);
    row("point before three digits", "1.500", 1.5);
    row("scientific", "7e9", 7e9);
    row("scientific upper case", "7E9", 7e9);
    row("scientific signed", "7e+9", 7e9);
    row("scientific small", "125e-3", 0.125);
    row("suffix k", "4k", 4000);
    row("suffix M", "124 M", 124e6);
    row("suffix b", "7b", 7e9);
    row("suffix B apart", "6.74 B", 6.74e9);
    row("suffix B behind narrow space", "6.74\u202FB", 6.74e9);
    row("suffix G", "2G", 2e9);
    row("suffix T", "1.01t", 1.01e12);
    row("suffix exactly rounded", "1.001k", 1001);
    row("scientific and suffix", "7e3k", 7e6);
    row("product", "2*8", 16);
    row("product with blanks", " 2 * 8 ", 16);
    row("product sign", "2×8", 16);
    row("sum", "4k+512", 4512);
    row("product before sum", "2+3*4", 14);
    row("long product", "2*3*4*5", 120);
    row("group in a product", "2*4,096", 8192);
    row("negative", "-1,024", -1024);
    row("positive", "+5", 5);
    row("negative in a sum", "-2+5", 3);
    row("huge exponent of zero", "0e999999", 0);
    row("blanks around", "\t 42 \u00A0", 42);
    row("largest double", "1.7976931348623157e308", std::numeric_limits<double>::max());

    row("empty", "", nothing);
    row("blank", "   ", nothing);
    row("sign only", "-", nothing);
    row("two signs", "--5", nothing);
    row("sign inside a product", "2*-3", nothing);
    row("difference", "5-3", nothing);
    row("quotient", "8/2", nothing);
    row("parentheses", "(2)", nothing);
    row("point only", ".", nothing);
    row("two points", "1.2.3", nothing);
    row("suffix only", "k", nothing);
    row("two suffixes", "4kk", nothing);
    row("unknown suffix", "4x", nothing);
    row("exponent without digits", "7e", nothing);
    row("exponent with sign only", "7e-", nothing);
    row("too large", "1e400", nothing);
    row("too small", "1e-400", nothing);
    row("exponent beyond an int", "1e99999999999999999999", nothing);
    row("product too large", "1e200*1e200", nothing);
    row("sum too large", "1.7e308+1.7e308", nothing);
    row("product unfinished", "2*", nothing);
    row("product without a start", "*2", nothing);
    row("sum unfinished", "2+", nothing);
    row("comma without digits", "1,", nothing);
    row("two commas", "1,5,6", nothing);
    row("groups of two", "12,34,567", nothing);
    row("groups of both marks", "1.000,000.5", nothing);
    row("a group and a decimal of one mark", "1,234,5", nothing);
    row("underscore before two digits", "1_00", nothing);
    row("two numbers", "4 5", nothing);
    row("word", "many", nothing);
    row("infinity", "inf", nothing);
    row("nan", "nan", nothing);
    row("hexadecimal", "0x10", nothing);
    row("half a narrow space", "4\xE2\x80", nothing);
    QTest::newRow("nul inside") << QByteArray("4\0005", 3) << nothing;
    QTest::newRow("very long") << QByteArray(100'000, '9') << nothing;
    QTest::newRow("very long sum") << QByteArray("1+").repeated(50'000).append('1') << 50001.0;
  }

  void number() {
    QFETCH(QByteArray, text);
    QFETCH(double, expected);
    compare(parse_number(text.toStdString()), expected);
  }

  /// A user who writes 1,5 for one and a half may mean either number; with a decimal point, the text is read
  /// as the program prints numbers.
  void two_readings_are_no_number_for_who_writes_a_comma_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("readings");
    QTest::addColumn<double>("whole");
    const auto row = [](const char* text, const char* readings, double whole) {
      QTest::newRow(text) << QByteArray(text) << QByteArray(readings) << whole;
    };
    row("1,500", "1500 or 1.5", 1500);
    row("1.500", "1500 or 1.5", 1500);
    row("79.125", "79125 or 79.1250", 79125);
    row("1,000", "1000 or 1.0", 1000);
    row("2*1,500", "1500 or 1.5", nothing);
    row("1,500 k", "1500 or 1.5", nothing);
    row("-4.096", "4096 or 4.0960", -4096);
  }
  void two_readings_are_no_number_for_who_writes_a_comma() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, readings);
    QFETCH(double, whole);
    const std::string typed = text.toStdString();
    QVERIFY(parse_number(typed));
    QVERIFY(!parse_number(typed, DecimalMark::comma));
    QVERIFY(!parse_gib(typed + " GB", DecimalMark::comma));
    QCOMPARE(ambiguous_readings(typed, DecimalMark::comma), readings.toStdString());
    QVERIFY(ambiguous_readings(typed, DecimalMark::point).empty());
    const auto count = parse_count(typed, DecimalMark::comma);
    compare(count ? std::optional(static_cast<double>(*count)) : std::nullopt, whole);
    // Both proposed ways of writing the number can be read, and they differ.
    const std::size_t between = readings.indexOf(" or ");
    const auto first = parse_number(readings.left(between).toStdString(), DecimalMark::comma);
    const auto second = parse_number(readings.mid(between + 4).toStdString(), DecimalMark::comma);
    QVERIFY(first && second && *first != *second);
  }
  void one_reading_needs_no_question_data() {
    QTest::addColumn<double>("number");
    const auto row = [](const char* text, double number) { QTest::newRow(text) << number; };
    row("12,5", 12.5);
    row("12,50", 12.5);
    row("1,5000", 1.5);
    row("1234,567", 1234.567);  // a fourth digit before the mark makes no group
    row("0,125", 0.125);
    row(",125", 0.125);
    row("1,234.5", 1234.5);
    row("1,234,567", 1'234'567);
    row("1.234.567", 1'234'567);
  }
  void one_reading_needs_no_question() {
    const QByteArray text(QTest::currentDataTag());
    QFETCH(double, number);
    QCOMPARE(ambiguous_readings(text.toStdString(), DecimalMark::comma), "");
    compare(parse_number(text.toStdString(), DecimalMark::comma), number);
  }
  /// The sentence names the whole text without the blanks around it, and the first number in doubt.
  void a_question_is_about_the_first_number_in_doubt() {
    QCOMPARE(ambiguous_readings("2*12,5+123,456*1,500", DecimalMark::comma), "123456 or 123.4560");
    QCOMPARE(ambiguous_sentence(" 128.500 GB ", DecimalMark::comma),
             "“128.500 GB” can mean 128500 or 128.5; write one of the two.");
    QCOMPARE(ambiguous_sentence("128.500 GB", DecimalMark::point), "");
  }
  void one_reading_is_read_alike_by_all() {
    QVERIFY(rc::check("a number that who writes a comma may type is the same for who writes a point", [] {
      const std::string text = *near_numbers();
      if (const auto number = parse_number(text, DecimalMark::comma))
        RC_ASSERT(parse_number(text) == number);
      else if (parse_number(text))
        RC_ASSERT(!ambiguous_sentence(text, DecimalMark::comma).empty());
    }));
  }

  void count_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("valid");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char* name, const char* text, qint64 expected) {
      QTest::newRow(name) << QByteArray(text) << true << expected;
    };
    const auto bad = [](const char* name, const char* text) {
      QTest::newRow(name) << QByteArray(text) << false << qint64{0};
    };
    row("suffix makes it whole", "4.5k", 4500);
    row("scientific", "7e9", 7'000'000'000);
    row("product", "2*8", 16);
    row("beyond a double", "9007199254740993", 9007199254740993);
    row("largest", "9,223,372,036,854,775,807", std::numeric_limits<qint64>::max());
    row("smallest", "-9223372036854775808", std::numeric_limits<qint64>::min());
    row("whole fraction", "4.0", 4);
    row("a point before three digits cannot be decimal", "1.500", 1500);
    row("suffix", "4k", 4000);
    row("power of a double", "2e3k", 2'000'000);
    row("sum", "4,096+4096", 8192);
    row("last below two to the 63", "9223372036854774784.0", 9'223'372'036'854'774'784);
    row("minus two to the 63", "-9223372036854775808.0", std::numeric_limits<qint64>::min());
    row("plus", "+1,000", 1000);
    bad("two to the 63 as a fraction", "9223372036854775808.0");
    bad("below minus two to the 63", "-9223372036854777856.0");
    bad("fraction", "0.5");
    bad("fraction with a comma", "1,5");
    bad("one too large", "9223372036854775808");
    bad("far too large", "1e19");
    bad("overflow", "1e400");
    bad("empty", "");
  }

  void count() {
    QFETCH(QByteArray, text);
    QFETCH(bool, valid);
    const auto actual = parse_count(text.toStdString());
    QCOMPARE(actual.has_value(), valid);
    if (actual) QTEST(qint64{*actual}, "expected");
  }

  void tokens_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("expected");
    const auto row = [](const char* text, qint64 expected) {
      QTest::newRow(text) << QByteArray(text) << expected;
    };
    row("8k", 8192);
    row("128 K", 131072);
    row("1m", 1048576);
    row("4.5k", 4608);
    row("4.00001k", -1);  // not a whole number either way
    row("8192", 8192);
    row("8,192", 8192);
    row("8e3", 8000);
    row("4,5k", 4608);
    row("8.192", 8192);
    row("2*4k", 8000);  // a product is arithmetic
    row("k", -1);
    row("", -1);
    row("99999999999999999999k", -1);
    row("8.5k", 8704);
    row("0.0005m", 500);                           // 524.288 tokens would not be whole
    row("8796093022208k", 9'007'199'254'740'992);  // 2^53, the last that is certain
    row("2 m", 2'097'152);
    row("1..5k", -1);
  }
  void tokens() {
    QFETCH(QByteArray, text);
    QTEST(qint64{parse_tokens(text.toStdString()).value_or(-1)}, "expected");
  }

  void gib_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("expected");
    const auto row = [](const char* name, const char* text, double expected) {
      QTest::newRow(name) << QByteArray(text) << expected;
    };
    row("bare is GiB", "79.2", 79.2);
    row("bare product", "8*80", 640);
    row("GiB", "80 GiB", 80);
    row("GiB behind narrow space", "80\u202FGiB", 80);
    row("GB", "80 GB", 80e9 / 1073741824.0);
    row("MiB without space", "512MiB", 0.5);
    row("TiB", "1.5 TiB", 1536);
    row("TB", "2TB", 2e12 / 1073741824.0);
    row("lower case", "80gib", 80);
    row("decimal comma", "1,5 TiB", 1536);
    row("decimal comma without space", "0,5GiB", 0.5);
    row("one letter is binary", "80G", 80);
    row("KiB", "1024 KiB", 1.0 / 1024);
    row("PiB", "2 PiB", 2.0 * 1024 * 1024);
    row("EiB", "1 EiB", 1024.0 * 1024 * 1024);
    row("kB", "1073741.824 kB", 1);
    row("MB", "1073.741824 MB", 1);
    row("PB", "1 PB", 1e15 / 1073741824.0);
    row("EB", "1 EB", 1e18 / 1073741824.0);
    row("one letter k", "2048k", 2048.0 / 1048576);
    row("one letter m", "2048M", 2);
    row("one letter t", "2T", 2048);
    row("no bytes", "0 bytes", 0);
    row("1 byte", "1 byte", 1 / 1073741824.0);
    row("bytes", "1,073,741,824 bytes", 1);
    row("B", "1073741824 B", 1);
    row("product with unit", "2 * 80 GiB", 160);
    row("negative", "-1 GiB", nothing);
    row("unit only", "GiB", nothing);
    row("unknown unit", "80 GX", nothing);
    row("two units", "80 GiB GiB", nothing);
    row("sum of units", "80GiB+16GiB", nothing);
    row("empty", "", nothing);
    row("too large", "1e400 GiB", nothing);
    row("too large by its unit", "1e308 EiB", nothing);
  }

  void gib() {
    QFETCH(QByteArray, text);
    QFETCH(double, expected);
    compare(parse_gib(text.toStdString()), expected);
  }

  void count_round_trip() {
    QVERIFY(rc::check("parse_count(format_count(n)) == n",
                      [](std::int64_t n) { RC_ASSERT(parse_count(format_count(n)) == std::optional(n)); }));
  }

  void params_round_trip() {
    QVERIFY(rc::check("parse_number(format_params(p)) is p to three digits", [] {
      const auto p = *rc::gen::arbitrary<std::int64_t>();
      const auto back = parse_number(format_params(Params(p)));
      RC_ASSERT(back.has_value());
      RC_ASSERT(std::abs(*back - static_cast<double>(p)) <= 0.00501 * std::abs(static_cast<double>(p)));
    }));
  }

  void bytes_round_trip() {
    QVERIFY(rc::check("parse_gib(format_bytes(b)) is b to half the last digit shown", [] {
      const auto shift = *rc::gen::inRange(0, 63);
      const auto b = *rc::gen::nonNegative<std::int64_t>() >> shift;
      const auto back = parse_gib(format_bytes(Bytes(b)));
      RC_ASSERT(back.has_value());
      // The worst case is 1.05 shown as 1.1.
      RC_ASSERT(std::abs(*back - to_gib(Bytes(b))) <= 0.0501 * to_gib(Bytes(b)));
      const auto exact = parse_gib(format_exact_bytes(Bytes(b)));
      RC_ASSERT(exact.has_value());
      RC_ASSERT(std::abs(*exact - to_gib(Bytes(b))) <= 1e-15 * to_gib(Bytes(b)));
    }));
  }

  void number_round_trip() {
    QVERIFY(rc::check("parse_number(format_number(x, 17)) == x", [](double x) {
      RC_PRE(std::isfinite(x));
      RC_ASSERT(parse_number(format_number(x, 17)) == std::optional(x));
    }));
  }

  void any_text_is_harmless() {
    QVERIFY(rc::check("any bytes", [](const std::string& text) {
      parse_number(text);
      parse_count(text);
      parse_gib(text);
    }));
    QVERIFY(rc::check("what is read is finite, and the three readers agree", [] {
      const std::string text = *near_numbers();
      const auto number = parse_number(text);
      const auto count = parse_count(text);
      const auto gib = parse_gib(text);
      if (number) RC_ASSERT(std::isfinite(*number));
      if (gib) RC_ASSERT(std::isfinite(*gib) && *gib >= 0);
      // "1.500" is 1.5 if a fraction is allowed, and 1500 if it is not.
      if (count && text.find('.') == std::string::npos)
        RC_ASSERT(number.has_value() && static_cast<double>(*count) == *number);
    }));
  }
};

ZP_TEST(ParseTest)
#include "parse_test.moc"
