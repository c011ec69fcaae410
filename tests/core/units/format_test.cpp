// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/units/format.h"

#include <QtTest>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <locale>
#include <random>

#include "tests/support/test_main.h"

using namespace zp;

namespace {
constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t mib = bytes_per_mib;
constexpr std::int64_t gib = bytes_per_gib;

/// Punctuation that writes 1.234,5 and needs no locale installed on the machine.
struct GermanNumbers : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};
}  // namespace

class FormatTest : public QObject {
  Q_OBJECT

 private slots:
  /// Every last digit is rounded by the value itself, halves included, not by the value's product with a
  /// power of ten.
  void digits_are_those_of_the_exact_value() {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> exponent(-12, 18);
    for (int i = 0; i < 200'000; ++i) {
      const int digits = 1 + i % 12;
      double value = std::pow(10, exponent(random));
      if (i % 3 == 0) value = std::round(value * 8) / 8;             // exactly a half of the last digit
      if (i % 5 == 0) value = std::round(value * 1e3) / 1e3 + 5e-4;  // nearly a half
      if (value <= 0) continue;
      std::string shown = format_number(value, digits);
      std::erase(shown, ',');
      std::array<char, 64> buffer;
      const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                     std::chars_format::scientific, digits - 1);
      double of_shown = 0, exact = 0;
      std::from_chars(shown.data(), shown.data() + shown.size(), of_shown);
      std::from_chars(buffer.data(), end.ptr, exact);
      QVERIFY2(of_shown == exact, shown.c_str());
    }
  }

  void text_data() {
    QTest::addColumn<QString>("actual");
    QTest::addColumn<QString>("expected");
    // A blank in `expected` stands for the narrow no-break space before a unit.
    const auto row = [](const char* name, const std::string& actual, const char* expected) {
      QTest::newRow(name) << QString::fromStdString(actual)
                          << QString::fromUtf8(expected).replace(QLatin1Char(' '), QChar(0x202F));
    };
    row("count zero", format_count(0), "0");
    row("count below a group", format_count(999), "999");
    row("count one group", format_count(4096), "4,096");
    row("count negative", format_count(-1024), "-1,024");
    row("count negative below a group", format_count(-100), "-100");
    row("count all digits", format_count(6738415616), "6,738,415,616");
    row("count smallest", format_count(int64_min), "-9,223,372,036,854,775,808");
    row("count largest", format_count(int64_max), "9,223,372,036,854,775,807");

    row("params zero", format_params(Params(0)), "0");
    row("params few", format_params(Params(999)), "999");
    row("params thousands", format_params(Params(1000)), "1.00 k");
    row("params GPT-2", format_params(Params(124439808)), "124 M");
    row("params Llama-2 7B", format_params(Params(6738415616)), "6.74 B");
    row("params Megatron 1T", format_params(Params(1008000000000)), "1.01 T");
    row("params keeps zeros", format_params(Params(7000000000)), "7.00 B");
    row("params just below a suffix", format_params(Params(999499999)), "999 M");
    row("params rounds into the next suffix", format_params(Params(999500000)), "1.00 B");
    row("params beyond the last suffix", format_params(Params(int64_max)), "9,220,000 T");
    row("params last before k", format_params(Params(-999)), "-999");
    row("params just below M", format_params(Params(999'499)), "999 k");
    row("params rounds into M", format_params(Params(999'500)), "1.00 M");
    row("params negative", format_params(Params(-6738415616)), "-6.74 B");

    row("gb few", format_gb(512), "512 B");
    row("gb", format_gb(13.476e9), "13.5 GB");
    row("gb keeps zeros", format_gb(7e9), "7.00 GB");
    row("gb rounds into the next unit", format_gb(999.6e9), "1.00 TB");
    row("gb just below the next unit", format_gb(999.4e9), "999 GB");
    row("gb negative rounds into the next unit", format_gb(-999.5e9), "-1.00 TB");
    row("gb beyond the last unit", format_gb(5e18), "5,000 PB");
    row("gb infinite", format_gb(std::numeric_limits<double>::infinity()), "∞");
    row("gb bytes have no zeros", format_gb(7), "7 B");
    row("flop beyond the last unit", format_flop(2.5e21), "2,500 EFLOP");
    row("gb kB keep zeros", format_gb(2000), "2.00 kB");
    row("gb unknown", format_gb(std::numeric_limits<double>::quiet_NaN()), "n/a");
    row("flop", format_flop(563.2e12), "563 TFLOP");
    row("flops", format_flops(312e12), "312 TFLOPS");
    row("flops of a small GPU", format_flops(8.14e12), "8.14 TFLOPS");
    row("flops rounds to three digits", format_flops(1978.9e12), "1,980 TFLOPS");
    row("flops whole", format_flops(60e12), "60 TFLOPS");
    row("seconds infinite", format_seconds(std::numeric_limits<double>::infinity()), "∞");
    row("seconds none", format_seconds(0), "0 s");
    row("seconds µs", format_seconds(81.2e-6), "81.2 µs");
    row("seconds ms", format_seconds(0.05412), "54.1 ms");
    row("seconds rounds into s", format_seconds(0.99961), "1.00 s");
    row("seconds", format_seconds(3.416), "3.42 s");
    row("seconds many", format_seconds(124), "124 s");
    row("minutes", format_seconds(750), "12.5 min");
    row("hours", format_seconds(3.4 * 3600), "3.40 h");
    row("days", format_seconds(12.34 * 86400), "12.3 days");
    row("seconds last µs", format_seconds(0.9994e-3), "999 µs");
    row("seconds first ms", format_seconds(0.99951e-3), "1.00 ms");
    row("seconds last ms", format_seconds(0.9994), "999 ms");
    row("seconds first s", format_seconds(0.9995), "1.00 s");
    row("seconds last s", format_seconds(599.4), "599 s");
    row("seconds first min", format_seconds(600), "10.0 min");
    row("seconds last min", format_seconds(7199), "120 min");
    row("seconds first h", format_seconds(7200), "2.00 h");
    row("seconds last h", format_seconds(172'799), "48.0 h");
    row("seconds first days", format_seconds(172'800), "2.00 days");
    row("seconds negative days", format_seconds(-172'800), "-2.00 days");
    row("seconds µs keeps zeros", format_seconds(2e-6), "2.00 µs");
    row("seconds negative", format_seconds(-0.0541), "-54.1 ms");
    row("per second", format_per_s(24310, "tokens"), "24,310 tokens/s");

    row("gib", format_gib(Bytes(43915945574)), "40.9 GiB");
    row("gib zero", format_gib(Bytes(0)), "0.0 GiB");
    row("gib rounds to zero", format_gib(Bytes(gib / 50)), "0.0 GiB");
    row("gib negative rounds to zero", format_gib(Bytes(-gib / 50)), "0.0 GiB");
    row("gib negative", format_gib(Bytes(-gib * 5 / 2)), "-2.5 GiB");
    row("gib whole keeps one decimal", format_gib(Bytes(64 * gib)), "64.0 GiB");
    row("gib last with a decimal", format_gib(Bytes(gib * 9999 / 10)), "999.9 GiB");
    row("gib first without a decimal", format_gib(Bytes(1000 * gib)), "1,000 GiB");
    row("gib thousand", format_gib(Bytes(1024 * gib)), "1,024 GiB");
    row("gib four significant digits", format_gib(Bytes(12346 * gib)), "12,350 GiB");
    row("gib value", format_gib_value(Bytes(43915945574)), "40.9");

    row("bytes zero", format_bytes(Bytes(0)), "0 B");
    row("bytes few", format_bytes(Bytes(512)), "512 B");
    row("bytes last without a prefix", format_bytes(Bytes(1023)), "1,023 B");
    row("bytes KiB", format_bytes(Bytes(1536)), "1.5 KiB");
    row("bytes MiB", format_bytes(Bytes(64 * mib)), "64.0 MiB");
    row("bytes GiB", format_bytes(Bytes(gib * 792 / 10)), "79.2 GiB");
    row("bytes TiB", format_bytes(Bytes(1229 * gib)), "1.2 TiB");
    row("bytes above a thousand", format_bytes(Bytes(1001 * mib)), "1,001 MiB");
    row("bytes last of a unit", format_bytes(Bytes(1023 * mib + mib / 4)), "1,023 MiB");
    row("bytes half rounds into the next unit", format_bytes(Bytes(1023 * mib + mib / 2)), "1.0 GiB");
    row("bytes rounds into the next unit", format_bytes(Bytes(gib - 1)), "1.0 GiB");
    row("bytes largest", format_bytes(Bytes(int64_max)), "8.0 EiB");
    row("bytes negative", format_bytes(Bytes(-1536)), "-1.5 KiB");

    row("exact bytes", format_exact_bytes(Bytes(25269058560)), "25,269,058,560 bytes");
    row("exact byte", format_exact_bytes(Bytes(1)), "1 byte");

    row("exact negative byte", format_exact_bytes(Bytes(-1)), "-1 byte");
    row("exact no bytes", format_exact_bytes(Bytes(0)), "0 bytes");

    row("separators", with_separators("6738415616*2/1024"), "6,738,415,616*2/1,024");
    row("separators of one to four digits", with_separators("1+12+123+1234"), "1+12+123+1,234");
    row("separators not in a fraction", with_separators("(12345.67891+0.00001)"), "(12,345.67891+0.00001)");
    row("separators behind a point", with_separators("8192.*4096"), "8,192.*4,096");
    row("separators of words", with_separators("max(a,b)"), "max(a,b)");
    row("separators of nothing", with_separators(""), "");

    row("bandwidth whole", format_gb_per_s(300), "300 GB/s");
    row("bandwidth fraction", format_gb_per_s(31.5), "31.5 GB/s");
    row("bandwidth grouped", format_gb_per_s(2039), "2,039 GB/s");

    row("percent", format_percent(0.123), "12.3 %");
    row("percent whole", format_percent(1), "100 %");
    row("percent small", format_percent(0.00123), "0.123 %");
    row("percent negative", format_percent(-0.05), "-5 %");
    row("percent zero", format_percent(0), "0 %");

    row("number whole", format_number(312), "312");
    row("number fraction", format_number(0.125), "0.125");
    row("number four digits", format_number(3.14159), "3.142");
    row("number six digits", format_number(3.14159265, 6), "3.14159");
    row("number rounds up a digit", format_number(9999.9), "10,000");
    row("number rounds a long one", format_number(12346), "12,350");
    row("number negative", format_number(-0.5), "-0.5");
    row("number minus zero", format_number(-0.0), "0");
    row("number tiny without exponent", format_number(1e-9), "0.000000001");
    row("number huge without exponent", format_number(1e15), "1,000,000,000,000,000");
    row("number infinite", format_number(std::numeric_limits<double>::infinity()), "∞");
    row("number minus infinite", format_number(-std::numeric_limits<double>::infinity()), "-∞");
    row("number missing", format_number(std::numeric_limits<double>::quiet_NaN()), "n/a");
    row("number absurdly many digits", format_number(0.5, 100), "0.5");
    row("number absurdly few digits", format_number(123, 0), "100");
  }

  void text() {
    QFETCH(QString, actual);
    QTEST(actual, "expected");
  }

  void does_not_depend_on_the_locale() {
    const std::string before = format_number(1234.5);
    const std::locale old = std::locale::global(std::locale(std::locale::classic(), new GermanNumbers));
    const std::string after = format_number(1234.5);
    std::locale::global(old);
    QCOMPARE(after, before);
  }
};

ZP_TEST(FormatTest)
#include "format_test.moc"
