// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/imported/import_view.h"

#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <QtTest>

#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/imported/import_text.h"
#include "ui/model/plan_model.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr const char* file =
    "# a file of LLaMA-Factory\n"
    "model_name_or_path: meta-llama/Llama-2-7b-hf\n"
    "finetuning_type: lora\n"
    "lora_rank: 16\n"
    "template: llama2\n"
    "cutoff_len: 4096\n"
    "per_device_train_batch_size: 3\n"
    "gradient_accumulation_steps: 8\n"
    "bf16: true\n";

}  // namespace

/// Tests of the table beside an imported file, with a small file of LLaMA-Factory.
class ImportViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    model_ = std::make_unique<PlanModel>();
    file_ = std::make_unique<OpenedImport>(*model_);
    const ImportFile opened{file, {}, {}, "train.yaml"};
    const Imported imported = import_file(opened, model_->document());
    model_->proposeDocument(imported.document, {u"Import"_s});
    file_->open(u"train.yaml"_s, opened, imported);
    view_ = std::make_unique<ImportView>(*model_, *file_);
    view_->resize(1000, 600);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  }
  void cleanup() {
    view_.reset();
    file_.reset();
    model_.reset();
  }

  void a_wide_window_cuts_no_name() {
    const auto isCut = [this] {
      bool is_cut = false;
      for (int column = 0; column < table()->model()->columnCount(); ++column)
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
          const QString text = table()->model()->index(row, column).data().toString();
          is_cut = is_cut || table()->fontMetrics().horizontalAdvance(text) > table()->columnWidth(column);
        }
      return is_cut;
    };
    view_->resize(700, 600);
    QTRY_VERIFY(isCut());
    view_->resize(1900, 600);
    QTRY_VERIFY(!isCut());
  }
  void each_key_of_the_file_is_one_row_with_its_line() {
    const int row = rowOf(u"per_device_train_batch_size"_s);
    QCOMPARE(cell(row, 0), u"7"_s);
    QCOMPARE(cell(row, 3), u"Micro batch size"_s);
    QCOMPARE(cell(row, 4), u"3"_s);
    QCOMPARE(cell(rowOf(u"lora_rank"_s), 4), u"16"_s);
  }

  void a_key_that_no_plan_holds_is_named_with_the_reason() {
    view_->findChild<QTabBar*>()->setCurrentIndex(3);
    const int row = rowOf(u"template"_s);
    QCOMPARE(cell(row, 0), u"5"_s);
    table()->setCurrentIndex(table()->model()->index(row, 0));
    QVERIFY2(details().contains(u"template: llama2 was not read. No key of a plan holds it."_s),
             qPrintable(details()));
    QVERIFY(!go()->isEnabled());
  }

  void pages_count_what_was_read_filled_in_and_left_out() {
    auto* kinds = view_->findChild<QTabBar*>();
    int sum = 0;
    for (int page = 1; page < kinds->count(); ++page) {
      kinds->setCurrentIndex(page);
      const int rows = table()->model()->rowCount();
      QVERIFY2(kinds->tabText(page).contains(u'(' + QString::number(rows) + u')'),
               qPrintable(kinds->tabText(page)));
      QVERIFY(rows > 0);
      sum += rows;
    }
    kinds->setCurrentIndex(0);
    QCOMPARE(table()->model()->rowCount(), sum);
  }

  void another_file_replaces_the_one_whose_key_is_chosen() {
    table()->setCurrentIndex(table()->model()->index(rowOf(u"per_device_train_batch_size"_s), 0));
    QVERIFY(details().contains(u"per_device_train_batch_size"_s));
    const ImportFile other{
        "model_name_or_path: meta-llama/Llama-2-7b-hf\ntemplate: x\nfinetuning_type: lora\nlora_rank: 8\n",
        {},
        {},
        "b.yaml"};
    const Imported imported = import_file(other, model_->document());
    model_->proposeDocument(imported.document, {u"Import"_s});
    file_->open(u"b.yaml"_s, other, imported);
    QVERIFY2(!details().contains(u"per_device_train_batch_size"_s), qPrintable(details()));
    QCOMPARE(cell(rowOf(u"lora_rank"_s), 4), u"8"_s);
  }

  void a_default_of_the_program_has_its_statement_and_source() {
    view_->findChild<QTabBar*>()->setCurrentIndex(2);
    table()->setCurrentIndex(table()->model()->index(0, 0));
    QVERIFY2(details().contains(u"LLaMA-Factory takes"_s), qPrintable(details()));
  }

  void a_row_and_its_line_are_chosen_together() {
    table()->setCurrentIndex(table()->model()->index(rowOf(u"cutoff_len"_s), 0));
    QCOMPARE(text()->textCursor().blockNumber(), 5);
    text()->goToLine(3);
    QCOMPARE(cell(table()->currentIndex().row(), 1), u"lora_rank"_s);
    QVERIFY(details().contains(u"training.lora.rank"_s));
  }

  void lines_say_whether_they_were_read() {
    QVERIFY(text()->isRead(5));
    QVERIFY(!text()->isRead(4));
    QVERIFY(text()->tipOf(4).contains(u"was not read"_s));
    QVERIFY(text()->tipOf(0).isEmpty());
  }

  void return_on_a_row_asks_for_its_field() {
    QSignalSpy asked(view_.get(), &ImportView::settingRequested);
    table()->setCurrentIndex(table()->model()->index(rowOf(u"cutoff_len"_s), 0));
    QTest::keyClick(table(), Qt::Key_Return);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked.front().front().toString(), u"training.sequence_length"_s);
    go()->click();
    QCOMPARE(asked.size(), 2);
  }

  void a_value_changed_since_is_shown_beside_what_was_read() {
    Plan next = model_->plan();
    next.training.micro_batch_size = 5;
    model_->propose(next, {u"Micro batch"_s});
    QCOMPARE(cell(rowOf(u"per_device_train_batch_size"_s), 4), u"5 (read as 3)"_s);
    model_->undoStack().undo();
    QCOMPARE(cell(rowOf(u"per_device_train_batch_size"_s), 4), u"3"_s);
  }

  void a_closed_file_leaves_an_empty_table_and_a_sentence() {
    file_->close();
    QCOMPARE(table()->model()->rowCount(), 0);
    QVERIFY(view_->findChild<QLabel*>(u"import.head"_s)->text().contains(u"No file"_s));
  }

 private:
  QTableView* table() { return view_->findChild<QTableView*>(u"import.keys"_s); }
  ImportText* text() { return view_->findChild<ImportText*>(); }
  QPushButton* go() { return view_->findChild<QPushButton*>(u"import.go"_s); }
  QString details() { return view_->findChild<QTextBrowser*>(u"import.details"_s)->toPlainText(); }
  QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }
  int rowOf(const QString& key) {
    for (int row = 0; row < table()->model()->rowCount(); ++row)
      if (cell(row, 1) == key) return row;
    return -1;
  }

  std::unique_ptr<PlanModel> model_;
  std::unique_ptr<OpenedImport> file_;
  std::unique_ptr<ImportView> view_;
};

ZP_TEST(ImportViewTest)
#include "import_view_test.moc"
