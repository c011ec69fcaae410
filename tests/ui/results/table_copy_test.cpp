// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/table_copy.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QStandardItemModel>
#include <QTableView>
#include <QtTest>
#include <memory>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests that rows of a table are copied to the clipboard, by key and by menu.
class TableCopyTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    model_ = std::make_unique<QStandardItemModel>(3, 2);
    model_->setHorizontalHeaderLabels({u"Key"_s, u"Value"_s});
    for (int row = 0; row < 3; ++row) {
      model_->setItem(row, 0, new QStandardItem(u"key %1"_s.arg(row)));
      model_->setItem(row, 1, new QStandardItem(row == 1 ? u"two\nlines\tand a tab"_s : u"%1"_s.arg(row)));
    }
    view_ = std::make_unique<QTableView>();
    view_->setModel(model_.get());
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->resize(400, 300);
    view_->show();
    QGuiApplication::clipboard()->clear();
  }

  void the_key_copies_what_is_selected_else_everything() {
    makeCopyable(*view_);
    QTest::keySequence(view_.get(), QKeySequence::Copy);
    QCOMPARE(copied(), u"Key\tValue\nkey 0\t0\nkey 1\ttwo lines and a tab\nkey 2\t2\n"_s);
    view_->selectRow(2);
    view_->selectionModel()->select(model_->index(0, 0),
                                    QItemSelectionModel::Select | QItemSelectionModel::Rows);
    QTest::keySequence(view_.get(), QKeySequence::Copy);
    QCOMPARE(copied(), u"Key\tValue\nkey 0\t0\nkey 2\t2\n"_s);  // in their order on screen
  }

  void the_menu_copies_rows_a_cell_or_everything() {
    makeCopyable(*view_);
    QVERIFY(!entry(0, 0)->isEnabled());
    view_->selectRow(1);
    entry(0, 0)->trigger();
    QCOMPARE(copied(), u"Key\tValue\nkey 1\ttwo lines and a tab\n"_s);
    entry(1, 2)->trigger();
    QCOMPARE(copied(), u"2"_s);
    entry(2, 0)->trigger();
    QCOMPARE(copied().count(u'\n'), qsizetype{4});
  }

  void a_table_may_have_words_of_its_own() {
    makeCopyable(*view_, [](const QModelIndexList& rows) { return u"%1 rows"_s.arg(rows.size()); });
    view_->selectRow(1);
    QTest::keySequence(view_.get(), QKeySequence::Copy);
    QCOMPARE(copied(), u"1 rows"_s);
    entry(2, 0)->trigger();
    QCOMPARE(copied(), u"3 rows"_s);
  }

 private:
  static QString copied() { return QGuiApplication::clipboard()->text(); }
  /// Returns the entry at `place` of the context menu that opens over the second cell of `row`.
  QAction* entry(int place, int row) {
    delete view_->findChild<QMenu*>(u"tableMenu"_s);
    emit view_->customContextMenuRequested(view_->visualRect(model_->index(row, 1)).center());
    auto* menu = view_->findChild<QMenu*>(u"tableMenu"_s);
    menu->hide();
    return menu->actions().at(place);
  }

  std::unique_ptr<QStandardItemModel> model_;
  std::unique_ptr<QTableView> view_;
};

ZP_TEST(TableCopyTest)
#include "table_copy_test.moc"
