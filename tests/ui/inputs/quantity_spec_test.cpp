// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/quantity_spec.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

QuantitySpec specOf(QuantityKind kind, const QString& unit = {}) {
  return {u"x"_s, u"&X"_s, {}, Stops({1, 2, 4, 8, 16, 32}), 1, 1e12, kind, unit};
}

QuantitySpec steppedBy(StepMode mode, double multiple = 1) {
  QuantitySpec spec = specOf(mode == StepMode::decade ? QuantityKind::params : QuantityKind::count);
  spec.step_mode = mode;
  spec.multiple = multiple;
  return spec;
}

}  // namespace

class QuantitySpecTest : public QObject {
  Q_OBJECT

 private slots:
  void text_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("expected");  // a blank stands for the narrow no-break space
    QTest::newRow("count") << int(QuantityKind::count) << u""_s << 4096.0 << u"4,096"_s;
    QTest::newRow("count with unit") << int(QuantityKind::count) << u"tok"_s << 4096.0 << u"4,096 tok"_s;
    QTest::newRow("params") << int(QuantityKind::params) << u""_s << 6738415616.0 << u"6.74 B"_s;
    QTest::newRow("gib") << int(QuantityKind::gib) << u""_s << 79.2 << u"79.2 GiB"_s;
    QTest::newRow("gib, whole: every digit") << int(QuantityKind::gib) << u""_s << 16385.0 << u"16,385 GiB"_s;
    QTest::newRow("number") << int(QuantityKind::number) << u"GB/s"_s << 31.5 << u"31.5 GB/s"_s;
    QTest::newRow("gbit") << int(QuantityKind::gbit) << u""_s << 12.5 << u"100 Gbit/s"_s;
  }
  void text() {
    QFETCH(int, kind);
    QFETCH(QString, unit);
    QFETCH(double, value);
    QFETCH(QString, expected);
    QCOMPARE(textOf(specOf(static_cast<QuantityKind>(kind), unit), value),
             expected.replace(u' ', QChar(0x202F)));
  }

  void reads_data() {
    QTest::addColumn<int>("kind");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("expected");  // −1 means that the text is not a value
    const auto count = int(QuantityKind::count);
    const auto params = int(QuantityKind::params);
    const auto gib = int(QuantityKind::gib);
    const auto gbit = int(QuantityKind::gbit);
    QTest::newRow("gbit") << gbit << u""_s << u"100"_s << 12.5;
    QTest::newRow("gbit with its unit") << gbit << u""_s << u"200 Gbit/s"_s << 25.0;
    QTest::newRow("gbit, short") << gbit << u""_s << u"400G"_s << 50.0;
    QTest::newRow("gbit as bytes") << gbit << u""_s << u"12.5 GB/s"_s << 12.5;
    QTest::newRow("gbit, no number") << gbit << u""_s << u"fast"_s << -1.0;
    QTest::newRow("plain") << count << u""_s << u"4096"_s << 4096.0;
    QTest::newRow("grouped") << count << u""_s << u"4,096"_s << 4096.0;
    QTest::newRow("suffix k") << count << u"tok"_s << u"4k"_s << 4000.0;
    QTest::newRow("product") << count << u""_s << u"2*8"_s << 16.0;
    QTest::newRow("with its unit") << count << u"tok"_s << u"4,096\u202ftok"_s << 4096.0;
    QTest::newRow("with its unit, blank, capitals") << count << u"tok"_s << u" 4096 TOK "_s << 4096.0;
    QTest::newRow("7b") << params << u""_s << u"7b"_s << 7e9;
    QTest::newRow("6.74 B") << params << u""_s << u"6.74 B"_s << 6.74e9;
    QTest::newRow("as shown") << params << u""_s << u"6.74\u202fB"_s << 6.74e9;
    QTest::newRow("gib bare") << gib << u""_s << u"80"_s << 80.0;
    QTest::newRow("gib as shown") << gib << u""_s << u"1,024\u202fGiB"_s << 1024.0;
    QTest::newRow("tib") << gib << u""_s << u"1.5 TiB"_s << 1536.0;
    QTest::newRow("words") << count << u""_s << u"many"_s << -1.0;
    QTest::newRow("empty") << count << u""_s << u""_s << -1.0;
    QTest::newRow("only the unit") << count << u"tok"_s << u"tok"_s << -1.0;
    QTest::newRow("half a GPU") << count << u""_s << u"0.5"_s << -1.0;
  }
  void reads() {
    QFETCH(int, kind);
    QFETCH(QString, unit);
    QFETCH(QString, typed);
    QFETCH(double, expected);
    QCOMPARE(parsed(specOf(static_cast<QuantityKind>(kind), unit), typed).value_or(-1), expected);
  }

  void steps_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<double>("multiple");
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("steps");
    QTest::addColumn<double>("expected");
    const auto stops = int(StepMode::stops);
    const auto multiple = int(StepMode::multiple);
    const auto decade = int(StepMode::decade);
    QTest::newRow("stops up") << stops << 1.0 << 8.0 << 1 << 16.0;
    QTest::newRow("stops, ten at once are three") << stops << 1.0 << 2.0 << 10 << 16.0;
    QTest::newRow("stops, ten down") << stops << 1.0 << 16.0 << -10 << 2.0;
    QTest::newRow("stops, beyond the last stays") << stops << 1.0 << 100.0 << 1 << 100.0;
    QTest::newRow("stops, down from beyond") << stops << 1.0 << 100.0 << -1 << 16.0;
    QTest::newRow("multiple up") << multiple << 128.0 << 4096.0 << 1 << 4224.0;
    QTest::newRow("multiple, lands on the grid") << multiple << 128.0 << 4100.0 << 1 << 4224.0;
    QTest::newRow("multiple, down to the grid") << multiple << 128.0 << 4100.0 << -1 << 4096.0;
    QTest::newRow("multiple, held at the minimum") << multiple << 128.0 << 100.0 << -1 << 1.0;
    QTest::newRow("decade up") << decade << 1.0 << 6.738e9 << 1 << 6.8e9;
    QTest::newRow("decade up twice") << decade << 1.0 << 6.738e9 << 2 << 6.9e9;
    QTest::newRow("decade down") << decade << 1.0 << 6.738e9 << -1 << 6.7e9;
    QTest::newRow("decade up through a power") << decade << 1.0 << 9.9e9 << 2 << 11e9;
    QTest::newRow("decade down through a power") << decade << 1.0 << 10e9 << -1 << 9.9e9;
  }
  void steps() {
    QFETCH(int, mode);
    QFETCH(double, multiple);
    QFETCH(double, value);
    QFETCH(int, steps);
    QFETCH(double, expected);
    QCOMPARE(stepped(steppedBy(static_cast<StepMode>(mode), multiple), value, steps), expected);
  }
};

ZP_TEST(QuantitySpecTest)
#include "quantity_spec_test.moc"
