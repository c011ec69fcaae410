// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/table.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;

class TableTest : public QObject {
  Q_OBJECT

 private slots:
  void columns_are_aligned_by_characters_not_bytes() {
    const Table table{{"a", "bytes"}, {{"→→", "1"}, {"x", "12,345"}}, "lr"};
    QCOMPARE(QByteArray::fromStdString(aligned_table(table, 1)),
             QByteArray(" a    bytes\n →→       1\n x   12,345\n"));
  }

  void short_rows_and_no_header() {
    QCOMPARE(QByteArray::fromStdString(aligned_table({{}, {{"a"}, {"bb", "c"}}, ""}, 0)),
             QByteArray("a\nbb  c\n"));
    QCOMPARE(QByteArray::fromStdString(aligned_table({})), QByteArray());
  }

  void markdown_escapes_what_would_end_a_cell() {
    const Table table{{"a", "b"}, {{"x|y", "1\n2"}, {"only one"}}, "lr"};
    QCOMPARE(QByteArray::fromStdString(markdown_table(table)),
             QByteArray("| a | b |\n| --- | ---: |\n| x\\|y | 1 2 |\n| only one |  |\n"));
  }

  void wrapped_text_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("short") << QByteArray("one two") << QByteArray("one two");
    QTest::newRow("exactly as wide") << QByteArray("12345 7890") << QByteArray("12345 7890");
    QTest::newRow("one too wide") << QByteArray("12345 78901") << QByteArray("12345\n  78901");
    QTest::newRow("the indent counts")
        << QByteArray("1234567890 12345 789") << QByteArray("1234567890\n  12345\n  789");
    QTest::newRow("a long word stays whole")
        << QByteArray("a 123456789012345 b") << QByteArray("a\n  123456789012345\n  b");
    QTest::newRow("characters, not bytes") << QByteArray("→→→→→ →→→→") << QByteArray("→→→→→ →→→→");
    QTest::newRow("empty") << QByteArray() << QByteArray();
  }
  void wrapped_text() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, result);
    QCOMPARE(QByteArray::fromStdString(wrapped(text.toStdString(), 10, 2)), result);
  }
};

ZP_TEST(TableTest)
#include "table_test.moc"
