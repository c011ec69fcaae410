// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/plain_table.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

PlainTableData tableWith(const QStringList& texts) {
  PlainTableData data;
  PlainCell cell;
  for (const auto& title : {u"first"_s, u"second"_s}) {
    cell.text = title;
    data.header.push_back(cell);
  }
  for (const QString& text : texts) {
    PlainRow row;
    for (int column = 0; column < 2; ++column) {
      cell.text = text;
      row.cells.push_back(cell);
    }
    data.rows.push_back(row);
  }
  return data;
}

}  // namespace

/// Tests of the signals with which a table of plain cells takes new contents.
class PlainTableTest : public QObject {
  Q_OBJECT

 private slots:
  /// A view whose columns fit their contents measures all of them for each signal: 216 machines with one
  /// signal a cell stopped the window for a second.
  void many_changed_cells_are_announced_once() {
    PlainTable table;
    table.setContents(tableWith({u"a"_s, u"b"_s, u"c"_s, u"d"_s}));
    const QSignalSpy changed(&table, &QAbstractItemModel::dataChanged);
    const QSignalSpy reset(&table, &QAbstractItemModel::modelReset);
    table.changeContents(tableWith({u"a"_s, u"B"_s, u"c"_s, u"D"_s}));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(reset.size(), 0);
    QCOMPARE(changed[0][0].toModelIndex(), table.index(1, 0));
    QCOMPARE(changed[0][1].toModelIndex(), table.index(3, 1));
    QCOMPARE(table.index(3, 1).data().toString(), u"D"_s);
  }

  void equal_contents_are_not_announced() {
    PlainTable table;
    table.setContents(tableWith({u"a"_s}));
    const QSignalSpy changed(&table, &QAbstractItemModel::dataChanged);
    table.changeContents(tableWith({u"a"_s}));
    QCOMPARE(changed.size(), 0);
  }

  void another_number_of_rows_resets_the_table() {
    PlainTable table;
    table.setContents(tableWith({u"a"_s}));
    const QSignalSpy reset(&table, &QAbstractItemModel::modelReset);
    table.changeContents(tableWith({u"a"_s, u"b"_s}));
    QCOMPARE(reset.size(), 1);
    QCOMPARE(table.rowCount(), 2);
  }
};

ZP_TEST(PlainTableTest)
#include "plain_table_test.moc"
