// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalSpy>
#include <QVBoxLayout>
#include <QtTest>
#include <memory>

#include "tests/support/test_main.h"
#include "ui/inputs/check_row.h"
#include "ui/inputs/choice_row.h"
#include "ui/inputs/segmented_row.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

const std::vector<Choice> some_models{{u"llama-2-7b"_s, u"Llama-2 7B"_s, u"Llama"_s},
                                      {u"llama-2-13b"_s, u"Llama-2 13B"_s, u"Llama"_s},
                                      {u"llama-2-70b"_s, u"Llama-2 70B"_s, u"Llama"_s},
                                      {u"gpt2"_s, u"GPT-2 124M"_s, u"GPT"_s},
                                      {u"gpt3"_s, u"GPT-3 175B"_s, u"GPT"_s}};

}  // namespace

/// Tests of rows with a combo box, a segmented control or a check box.
class ChoiceRowsTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    applyTheme(*qApp, ThemeChoice::light);
    window_ = std::make_unique<QWidget>();
    auto* lines = new QVBoxLayout(window_.get());
    search_ = new ChoiceRow(u"preset"_s, u"&Preset"_s, u"The model"_s, ChoiceRow::Search::yes);
    search_->setChoices(some_models);
    search_->setCurrent(u"llama-2-7b"_s);
    plain_ = new ChoiceRow(u"offload"_s, u"&Optimizer on"_s, {});
    plain_->setChoices(
        {{u"none"_s, u"GPU"_s}, {u"cpu"_s, u"CPU"_s}, {u"nvme"_s, u"NVMe"_s, {}, {}, u"no drive"_s}});
    plain_->setCurrent(u"none"_s);
    stage_ = new SegmentedRow(u"stage"_s, u"&Stage"_s, {},
                              {{u"0"_s, u"0"_s}, {u"1"_s, u"1"_s}, {u"2"_s, u"2"_s}, {u"3"_s, u"3"_s}});
    stage_->setCurrent(u"2"_s);
    check_ = new CheckRow(u"ckpt"_s, u"Activation &checkpointing"_s, u"Recompute"_s);
    for (QWidget* row : std::initializer_list<QWidget*>{search_, plain_, stage_, check_})
      lines->addWidget(row);
    combo_ = search_->findChild<QComboBox*>(u"preset.combo"_s);
    window_->resize(420, 200);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  }
  void cleanup() { window_.reset(); }

  void groups_have_headings_that_cannot_be_chosen() {
    QAbstractItemModelTester tester(combo_->model());
    QCOMPARE(combo_->count(), 7);
    QCOMPARE(combo_->itemText(0), u"Llama"_s);
    QVERIFY(!combo_->model()->flags(combo_->model()->index(0, 0)).testFlag(Qt::ItemIsEnabled));
    QCOMPARE(combo_->currentText(), u"Llama-2 7B"_s);
  }

  void a_list_says_each_time_that_it_is_about_to_be_looked_at() {
    QSignalSpy opened(search_, &ChoiceRow::opened);
    combo_->setFocus();
    for (const int times : {1, 2}) {  // the second search starts with the hits of the first still listed
      combo_->lineEdit()->selectAll();
      QTest::keyClicks(combo_->lineEdit(), u"gpt"_s);
      QVERIFY(combo_->completer()->popup()->isVisible());
      QCOMPARE(opened.count(), times);
      QTest::keyClick(combo_, Qt::Key_Escape);
      QVERIFY(!combo_->completer()->popup()->isVisible());
    }
  }

  void setting_is_silent_and_an_unknown_id_shows_nothing() {
    QSignalSpy edits(search_, &ChoiceRow::edited);
    search_->setCurrent(u"gpt3"_s);
    QCOMPARE(combo_->currentText(), u"GPT-3 175B"_s);
    search_->setCurrent(u"gone"_s);
    QCOMPARE(combo_->lineEdit()->text(), QString());
    QCOMPARE(search_->current(), u"gone"_s);
    QCOMPARE(edits.count(), 0);
  }

  void a_new_list_keeps_the_current_entry() {
    search_->setCurrent(u"gpt3"_s);
    search_->setChoices({some_models[4], some_models[0]});
    QCOMPARE(search_->current(), u"gpt3"_s);
    QCOMPARE(combo_->currentText(), u"GPT-3 175B"_s);
  }

  void typing_finds_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("part of a word") << u"70"_s << QStringList{u"Llama-2 70B"_s};
    QTest::newRow("words apart") << u"llama 13"_s << QStringList{u"Llama-2 13B"_s};
    QTest::newRow("any order") << u"175 gpt"_s << QStringList{u"GPT-3 175B"_s};
    QTest::newRow("by group") << u"gpt"_s << QStringList{u"GPT-2 124M"_s, u"GPT-3 175B"_s};
    QTest::newRow("nothing, and says so") << u"bert"_s << QStringList{u"Nothing here is called “bert”"_s};
  }
  void typing_finds() {
    QFETCH(QString, typed);
    QFETCH(QStringList, expected);
    combo_->setFocus();
    combo_->lineEdit()->selectAll();
    QTest::keyClicks(combo_->lineEdit(), typed);
    const QAbstractItemModel* list = combo_->completer()->completionModel();
    QStringList found;
    for (int i = 0; i < list->rowCount(); ++i)
      found << list->index(i, 0).data().toString();
    QCOMPARE(found, expected);
  }

  void return_takes_the_only_one_that_is_named_so() {
    QSignalSpy edits(search_, &ChoiceRow::edited);
    type(u"llama 70"_s);
    QTest::keyClick(combo_, Qt::Key_Return);
    QCOMPARE(edits.count(), 1);
    QCOMPARE(edits[0][0].toString(), u"llama-2-70b"_s);
    QCOMPARE(combo_->lineEdit()->text(), u"Llama-2 70B"_s);
  }

  void choosing_in_the_filtered_list() {
    QSignalSpy edits(search_, &ChoiceRow::edited);
    type(u"gpt"_s);
    QAbstractItemView* list = combo_->completer()->popup();
    QTRY_VERIFY(list->isVisible());
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(edits.count(), 1);
    QCOMPARE(search_->current(), u"gpt3"_s);
    QCOMPARE(combo_->lineEdit()->text(), u"GPT-3 175B"_s);
  }

  void return_closes_the_filtered_list_and_asks_which_of_several() {
    type(u"gpt"_s);
    QAbstractItemView* list = combo_->completer()->popup();
    QTRY_VERIFY(list->isVisible());
    QTest::keyClick(list, Qt::Key_Return);
    QVERIFY(!list->isVisible());
    QCOMPARE(search_->current(), u"llama-2-7b"_s);
    QVERIFY2(search_->note().startsWith(u"“gpt” names 2 entries, so Llama-2 7B stays."_s),
             qPrintable(search_->note()));
  }
  void return_passes_over_what_cannot_be_chosen() {
    std::vector<Choice> choices = some_models;
    choices[3].reason = u"too large"_s;
    search_->setChoices(choices);
    type(u"gpt"_s);
    QTest::keyClick(combo_, Qt::Key_Return);
    QCOMPARE(search_->current(), u"gpt3"_s);
  }
  void no_hit_stays_to_be_mended_in_red_and_leaving_puts_the_text_back() {
    QSignalSpy edits(search_, &ChoiceRow::edited);
    type(u"bert"_s);
    QTest::keyClick(combo_, Qt::Key_Return);
    QVERIFY(!combo_->completer()->popup()->isVisible());
    QCOMPARE(combo_->lineEdit()->text(), u"bert"_s);
    QCOMPARE(combo_->grab().toImage().pixelColor(combo_->width() / 2, 1), themeColors().over);
    type(u"gp"_s);
    combo_->completer()->popup()->hide();
    stage_->setFocus();
    QCOMPARE(combo_->lineEdit()->text(), u"Llama-2 7B"_s);
    QCOMPARE(edits.count(), 0);
    QVERIFY2(search_->note().startsWith(u"“gp” names 2 entries"_s), qPrintable(search_->note()));
  }
  void an_entry_that_cannot_be_chosen_says_why() {
    std::vector<Choice> choices = some_models;
    choices[3].reason = u"too large"_s;
    search_->setChoices(choices);
    type(u"GPT-2 124M"_s);
    QTest::keyClick(combo_, Qt::Key_Return);
    QCOMPARE(search_->note(), u"GPT-2 124M cannot be chosen (too large); Llama-2 7B stays."_s);
    QCOMPARE(search_->current(), u"llama-2-7b"_s);
  }

  void escape_puts_the_text_back() {
    type(u"gpt"_s);
    combo_->completer()->popup()->hide();
    QTest::keyClick(combo_, Qt::Key_Escape);
    QCOMPARE(combo_->lineEdit()->text(), u"Llama-2 7B"_s);
  }

  void arrows_skip_headings() {
    search_->setCurrent(u"llama-2-70b"_s);
    QSignalSpy edits(search_, &ChoiceRow::edited);
    combo_->setFocus();
    QTest::keyClick(combo_, Qt::Key_Down);
    QCOMPARE(search_->current(), u"gpt2"_s);
    QTest::keyClick(combo_, Qt::Key_Down);
    QCOMPARE(search_->current(), u"gpt3"_s);
    QCOMPARE(edits.count(), 2);
    QCOMPARE(edits[0][1], edits[1][1]);  // edits of one focus session belong to one gesture
  }

  void an_entry_with_a_reason_cannot_be_chosen() {
    auto* combo = plain_->findChild<QComboBox*>();
    QCOMPARE(combo->itemText(2), u"NVMe — no drive"_s);
    plain_->setCurrent(u"cpu"_s);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(plain_->current(), u"cpu"_s);
  }

  void wheel_is_ignored_without_focus() {
    auto* combo = plain_->findChild<QComboBox*>();
    stage_->setFocus();
    wheelDown(combo);
    QCOMPARE(plain_->current(), u"none"_s);
    combo->setFocus();
    wheelDown(combo);
    QCOMPARE(plain_->current(), u"cpu"_s);
  }

  void undo_belongs_to_the_window() {
    QAction undo;
    undo.setShortcut(QKeySequence::Undo);
    window_->addAction(&undo);
    QSignalSpy undone(&undo, &QAction::triggered);
    type(u"g"_s);
    combo_->completer()->popup()->hide();
    QTest::keyClick(combo_, Qt::Key_Z, Qt::ControlModifier);  // undoes the typing
    QCOMPARE(combo_->lineEdit()->text(), u"Llama-2 7B"_s);
    QCOMPARE(undone.count(), 0);
    QTest::keyClick(combo_, Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(undone.count(), 1);
  }

  void segments_by_mouse_and_arrows() {
    QSignalSpy edits(stage_, &SegmentedRow::edited);
    auto* three = stage_->findChild<QRadioButton*>(u"stage.3"_s);
    QTest::mouseClick(three, Qt::LeftButton);
    QCOMPARE(stage_->current(), u"3"_s);
    QTest::keyClick(three, Qt::Key_Left);
    QCOMPARE(stage_->current(), u"2"_s);
    QCOMPARE(edits.count(), 2);
    QVERIFY(edits[0][1] != edits[1][1]);
    QCOMPARE(edits[1][0].toString(), u"2"_s);
  }

  void an_access_key_goes_to_the_chosen_segment_and_changes_nothing() {
    QSignalSpy edits(stage_, &SegmentedRow::edited);
    combo_->setFocus();
    QTest::keyClick(window_.get(), Qt::Key_S, Qt::AltModifier);
    QVERIFY(stage_->findChild<QRadioButton*>(u"stage.2"_s)->hasFocus());
    for (const auto* segment : stage_->findChildren<QRadioButton*>())
      QVERIFY(!segment->isDown());
    QCOMPARE(stage_->current(), u"2"_s);
    QCOMPARE(edits.count(), 0);
  }
  void setting_a_segment_is_silent() {
    QSignalSpy edits(stage_, &SegmentedRow::edited);
    stage_->setCurrent(u"0"_s);
    QVERIFY(stage_->findChild<QRadioButton*>(u"stage.0"_s)->isChecked());
    stage_->setCurrent(u"no such"_s);
    QCOMPARE(stage_->current(), u"0"_s);
    QCOMPARE(edits.count(), 0);
  }

  void the_chosen_segment_is_painted_in_the_accent() {
    auto* two = stage_->findChild<QRadioButton*>(u"stage.2"_s);
    QCOMPARE(two->grab().toImage().pixelColor(6, two->height() / 2), themeColors().accent);
    auto* one = stage_->findChild<QRadioButton*>(u"stage.1"_s);
    QVERIFY(one->grab().toImage().pixelColor(6, one->height() / 2) != themeColors().accent);
  }

  void a_segment_with_a_reason_is_passed_over() {
    stage_->setChoiceReason(u"3"_s, u"needs a newer version"_s);
    auto* three = stage_->findChild<QRadioButton*>(u"stage.3"_s);
    QVERIFY(!three->isEnabled());
    QVERIFY(three->toolTip().contains(u"needs a newer version"_s));
    QTest::mouseClick(three, Qt::LeftButton);
    QCOMPARE(stage_->current(), u"2"_s);
    stage_->setChoiceReason(u"3"_s, {});
    QVERIFY(three->isEnabled());
  }

  void check_box() {
    QSignalSpy edits(check_, &CheckRow::edited);
    check_->setChecked(true);
    QCOMPARE(edits.count(), 0);
    auto* box = check_->findChild<QCheckBox*>(u"ckpt.check"_s);
    box->setFocus();
    QTest::keyClick(box, Qt::Key_Space);
    QVERIFY(!check_->isChecked());
    QTest::keyClick(box, Qt::Key_Space);
    QCOMPARE(edits.count(), 2);
    QCOMPARE(edits[1][0].toBool(), true);
    QVERIFY(edits[0][1] != edits[1][1]);
  }

 private:
  void type(const QString& text) {
    combo_->setFocus();
    combo_->lineEdit()->selectAll();
    QTest::keyClicks(combo_->lineEdit(), text);
  }
  static void wheelDown(QWidget* target) {
    const QPointF pos = target->rect().center();
    QWheelEvent event(pos, target->mapToGlobal(pos), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
  }

  std::unique_ptr<QWidget> window_;
  ChoiceRow* search_ = nullptr;
  ChoiceRow* plain_ = nullptr;
  SegmentedRow* stage_ = nullptr;
  CheckRow* check_ = nullptr;
  QComboBox* combo_ = nullptr;
};

ZP_TEST(ChoiceRowsTest)
#include "choice_rows_test.moc"
