// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QVBoxLayout>
#include <QtTest>
#include <cmath>
#include <memory>

#include "tests/support/test_main.h"
#include "ui/inputs/number_spin.h"
#include "ui/inputs/quantity_row.h"
#include "ui/inputs/stops_slider.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of typing into the spin box of a row.
class QuantityTypingTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    applyTheme(*qApp, ThemeChoice::light);
    window_ = std::make_unique<QWidget>();
    auto* lines = new QVBoxLayout(window_.get());
    params_ = new QuantityRow({u"parameters"_s,
                               u"&Parameters"_s,
                               {},
                               Stops({125e6, 1.3e9, 7e9, 70e9, 1e12}, Spacing::logarithmic, 0),
                               1e6,
                               1e12,
                               QuantityKind::params,
                               {},
                               StepMode::decade});
    tokens_ = new QuantityRow({u"tokens"_s,
                               u"&Tokens"_s,
                               {},
                               Stops({128, 1024, 8192}),
                               1,
                               100000,
                               QuantityKind::count,
                               u"tok"_s,
                               StepMode::multiple,
                               64,
                               {},
                               true});
    memory_ = new QuantityRow(
        {u"memory"_s, u"&Memory"_s, {}, Stops({64, 1024, 4096}), 1, 65536, QuantityKind::gib});
    lines->addWidget(params_);
    lines->addWidget(tokens_);
    lines->addWidget(memory_);
    spin_ = params_->findChild<NumberSpin*>();
    params_->setValue(exact);
    tokens_->setValue(1024);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    params_->findChild<StopsSlider*>()->setFocus();
    spin_->setFocus(Qt::ShortcutFocusReason);  // selects the whole text
  }
  void cleanup() { window_.reset(); }

  void typed_and_applied_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("expected");
    QTest::newRow("7b") << u"7b"_s << 7e9;
    QTest::newRow("6.75 B") << u"6.75 B"_s << 6.75e9;
    QTest::newRow("product") << u"2*8b"_s << 16e9;
    QTest::newRow("plain") << u"350000000"_s << 350e6;
    QTest::newRow("scientific") << u"7e9"_s << 7e9;
  }
  void typed_and_applied() {
    QFETCH(QString, typed);
    QFETCH(double, expected);
    QSignalSpy edits(params_, &QuantityRow::edited);
    QTest::keyClicks(spin_, typed);
    QCOMPARE(edits.count(), 0);  // nothing happens while typing
    QTest::keyClick(spin_, Qt::Key_Return);
    QCOMPARE(edits.count(), 1);
    QCOMPARE(edits[0][0].toDouble(), expected);
    QCOMPARE(params_->findChild<StopsSlider*>()->exactValue(), expected);
  }

  /// A decimal comma and a decimal point are both read; a text with two readings is asked
  /// about, never dropped.
  void numbers_are_typed_in_either_form_data() {
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("row");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("expected");  // a negative number means that the text is asked about
    const auto both = [](const char* row, const char* typed, double expected) {
      for (const QLocale& locale : {QLocale(QLocale::German, QLocale::Germany), QLocale::c()})
        QTest::addRow("%s %s %s", qPrintable(locale.name()), row, typed)
            << locale << QString::fromLatin1(row) << QString::fromLatin1(typed) << expected;
    };
    both("parameters", "13,5B", 13.5e9);
    both("parameters", "13.5B", 13.5e9);
    both("parameters", "1.500.000.000", 1.5e9);
    both("parameters", "1 500 000 000", 1.5e9);
    both("tokens", "4,5k", 4608);
    both("tokens", "4.096", 4096);
    both("tokens", "4,096 tok", 4096);
    both("memory", "1,5 TiB", 1536);
    both("memory", "79,25", 79.25);
    both("memory", "80GB", 80e9 / 1073741824.0);
    QTest::newRow("group in C") << QLocale::c() << u"memory"_s << u"1,500"_s << 1500.0;
    QTest::newRow("point in C") << QLocale::c() << u"memory"_s << u"1.500"_s << 1.5;
    const QLocale german(QLocale::German, QLocale::Germany);
    for (const auto& typed : {u"1,500"_s, u"1.500"_s, u"1,500 GB"_s})
      QTest::newRow(qPrintable(u"asked in German: "_s + typed)) << german << u"memory"_s << typed << -1.0;
  }
  void numbers_are_typed_in_either_form() {
    QFETCH(QLocale, locale);
    QFETCH(QString, row);
    QFETCH(QString, typed);
    QFETCH(double, expected);
    auto* quantity = window_->findChild<QuantityRow*>(row);
    auto* spin = quantity->findChild<NumberSpin*>();
    spin->setLocale(locale);
    spin->setFocus(Qt::ShortcutFocusReason);
    const double before = quantity->value();
    QTest::keyClicks(spin, typed);
    QTest::keyClick(spin, Qt::Key_Return);
    if (expected >= 0) {
      QCOMPARE(quantity->value(), expected);
      return;
    }
    QCOMPARE(quantity->value(), before);
    QCOMPARE(spin->text(), typed);  // it stays there to be corrected
    QVERIFY2(quantity->note().contains(u"can mean 1500 or 1.5; write one of the two."),
             qPrintable(quantity->note()));
    QTest::keyClick(spin, Qt::Key_Tab);
    QVERIFY2(quantity->note().contains(typed), qPrintable(quantity->note()));  // the note quotes it
    QCOMPARE(quantity->value(), before);
  }

  void what_a_text_was_taken_for_is_said_beside_the_field_data() {
    QTest::addColumn<bool>("tokens");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("said");
    QTest::addColumn<double>("other");
    QTest::newRow("8k tokens") << true << u"8k"_s << 8192.0 << u"8k is 8,192 tok here."_s << 8000.0;
    QTest::newRow("half a k") << true << u"4.5k"_s << 4608.0 << u"4.5k is 4,608 tok here."_s << 4500.0;
    QTest::newRow("plain tokens") << true << u"8000"_s << 8000.0 << QString() << 0.0;
    QTest::newRow("128 GB") << false << u"128 GB"_s << 128e9 / (1 << 30) << u"128 GB is 119.2 GiB here."_s
                            << 128.0;
    QTest::newRow("128 GiB") << false << u"128 GiB"_s << 128.0 << QString() << 0.0;
    QTest::newRow("128 G") << false << u"128G"_s << 128.0 << QString() << 0.0;
    QTest::newRow("too many tokens") << true << u"200000"_s << 2048.0
                                     << u"200000 is too large: the maximum is 100,000 tok."_s << 0.0;
    QTest::newRow("too little memory")
        << false << u"0.5"_s << 2048.0 << u"0.5 is too small: the minimum is 1 GiB."_s << 0.0;
  }
  void what_a_text_was_taken_for_is_said_beside_the_field() {
    QFETCH(bool, tokens);
    QFETCH(QString, typed);
    QFETCH(double, value);
    QFETCH(QString, said);
    QFETCH(double, other);
    QuantityRow* row = tokens ? tokens_ : memory_;
    row->setValue(2048);
    auto* spin = row->findChild<NumberSpin*>();
    spin->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(spin, typed);
    QTest::keyClick(spin, Qt::Key_Return);
    QVERIFY2(std::abs(row->value() - value) < 0.01, qPrintable(QString::number(row->value())));
    QCOMPARE(row->note(), said);
    if (other == 0) return;
    auto* note = window_->findChild<QLabel*>(row->objectName() + u".note"_s);
    QVERIFY(note->isVisible());
    emit note->linkActivated(u"#"_s);
    QCOMPARE(row->value(), other);
  }
  void a_note_moves_no_control_and_goes_with_a_press_on_it() {
    const QRect below = tokens_->geometry();
    params_->setNote(u"16K is 16,384 here."_s, {{u"other"_s, u"Take 16,000"_s}});
    auto* note = window_->findChild<QLabel*>(u"parameters.note"_s);
    QVERIFY(note->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(tokens_->geometry(), below);
    QTest::mouseClick(note, Qt::LeftButton, {}, {note->width() - 4, note->height() - 4});
    QVERIFY(!note->isVisible());
    QCOMPARE(params_->note(), QString());
  }
  void leaving_a_text_that_is_no_number_says_so() {
    QTest::keyClicks(spin_, u"many"_s);
    QTest::keyClick(spin_, Qt::Key_Tab);
    QVERIFY2(params_->note().contains(u"“many”"), qPrintable(params_->note()));
    params_->setNote({});
    QVERIFY(!window_->findChild<QLabel*>(u"parameters.refusal"_s)->isVisible());
  }
  void a_refused_text_keeps_the_value_and_moves_no_control_data() {
    QTest::addColumn<QString>("typed");
    QTest::newRow("negative") << u"-5"_s;
    QTest::newRow("too large") << u"5T"_s;
    QTest::newRow("too small") << u"12"_s;
    QTest::newRow("a word") << u"many"_s;
    QTest::newRow("nothing") << QString();
  }
  void a_refused_text_keeps_the_value_and_moves_no_control() {
    QFETCH(QString, typed);
    const QRect below = tokens_->geometry();
    const QString before = spin_->text();
    QSignalSpy edits(params_, &QuantityRow::edited);
    QTest::keyClick(spin_, Qt::Key_Delete);
    QTest::keyClicks(spin_, typed);
    QTest::keyClick(spin_, Qt::Key_Tab);
    QVERIFY(!params_->note().isEmpty());
    auto* refusal = window_->findChild<QLabel*>(u"parameters.refusal"_s);
    QVERIFY(refusal->isVisible());
    QCoreApplication::processEvents();
    QCOMPARE(tokens_->geometry(), below);
    QCOMPARE(spin_->text(), before);
    QCOMPARE(params_->value(), exact);
    QCOMPARE(edits.count(), 0);
    const QPoint at = refusal->mapTo(window_.get(), refusal->rect().center());
    QVERIFY(window_->childAt(at) != refusal);  // a press reaches the control below
    spin_->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(spin_, u"7"_s);
    QVERIFY(!refusal->isVisible());
  }

  void tab_and_leaving_apply_too() {
    QSignalSpy edits(params_, &QuantityRow::edited);
    QTest::keyClicks(spin_, u"13b"_s);
    QTest::keyClick(spin_, Qt::Key_Tab);
    QCOMPARE(edits.count(), 1);
    QCOMPARE(params_->value(), 13e9);
    QVERIFY(!spin_->hasFocus());
  }

  void escape_restores() {
    QSignalSpy edits(params_, &QuantityRow::edited);
    const QString before = spin_->text();
    QTest::keyClicks(spin_, u"13b"_s);
    QVERIFY(spin_->hasPendingText());
    QTest::keyClick(spin_, Qt::Key_Escape);
    QCOMPARE(spin_->text(), before);
    QTest::keyClick(spin_, Qt::Key_Tab);
    QCOMPARE(edits.count(), 0);
    QCOMPARE(params_->value(), exact);
  }

  void escape_without_text_is_left_to_the_window() {
    QKeyEvent escape(QEvent::KeyPress, Qt::Key_Escape, Qt::NoModifier);
    QApplication::sendEvent(spin_, &escape);
    QVERIFY(!escape.isAccepted());
  }

  void words_are_refused_and_shown_red() {
    QSignalSpy edits(params_, &QuantityRow::edited);
    const QString before = spin_->text();
    QTest::keyClicks(spin_, u"many"_s);
    QCOMPARE(outlineColor(), themeColors().over);
    QTest::keyClick(spin_, Qt::Key_Return);
    QCOMPARE(spin_->text(), u"many"_s);  // still there to be mended
    QTest::keyClick(spin_, Qt::Key_Tab);
    QCOMPARE(spin_->text(), before);
    QCOMPARE(edits.count(), 0);
  }

  void rounded_text_does_not_round_the_value() {
    QSignalSpy edits(params_, &QuantityRow::edited);
    QTest::keyClick(spin_, Qt::Key_Return);
    QTest::keyClick(spin_, Qt::Key_Tab);
    QCOMPARE(edits.count(), 0);
    QCOMPARE(params_->value(), exact);
  }

  void each_applied_text_is_a_gesture() {
    QSignalSpy edits(params_, &QuantityRow::edited);
    QTest::keyClicks(spin_, u"7b"_s);
    QTest::keyClick(spin_, Qt::Key_Return);
    QTest::keyClicks(spin_, u"13b"_s);  // Return has selected all
    QTest::keyClick(spin_, Qt::Key_Return);
    QCOMPARE(edits.count(), 2);
    QCOMPARE(edits[1][0].toDouble(), 13e9);
    QVERIFY(edits[0][1] != edits[1][1]);
  }

  void text_applied_by_leaving_is_one_too() {
    QSignalSpy edits(params_, &QuantityRow::edited);
    QTest::keyClick(spin_, Qt::Key_Up);
    QTest::keyClicks(spin_, u"13b"_s);
    QTest::keyClick(spin_, Qt::Key_Tab);
    QCOMPARE(edits.count(), 2);
    QVERIFY(edits[0][1] != edits[1][1]);
  }

  void arrows_step_in_the_values_own_decade() {
    QTest::keyClick(spin_, Qt::Key_Up);
    QCOMPARE(params_->value(), 6.8e9);
    QTest::keyClick(spin_, Qt::Key_Down);
    QTest::keyClick(spin_, Qt::Key_Down);
    QCOMPARE(params_->value(), 6.6e9);
    QTest::keyClick(spin_, Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(params_->value(), 7.6e9);
  }

  void an_arrow_applies_what_was_typed_first() {
    auto* spin = tokens_->findChild<NumberSpin*>();
    spin->setFocus(Qt::TabFocusReason);
    QTest::keyClicks(spin, u"2048"_s);
    QTest::keyClick(spin, Qt::Key_Up);
    QCOMPARE(tokens_->value(), 2112.0);
  }

  void undo_and_redo_belong_to_the_window() {
    QAction undo;
    undo.setShortcut(QKeySequence::Undo);
    QAction redo;
    redo.setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z));
    window_->addActions({&undo, &redo});
    QSignalSpy undone(&undo, &QAction::triggered);
    QSignalSpy redone(&redo, &QAction::triggered);
    const QString before = spin_->text();
    QTest::keyClicks(spin_, u"1"_s);
    QTest::keyClick(spin_, Qt::Key_Z, Qt::ControlModifier);  // undoes the typing
    QCOMPARE(spin_->text(), before);
    QCOMPARE(undone.count(), 0);
    QTest::keyClick(spin_, Qt::Key_Z, Qt::ControlModifier);
    QTest::keyClick(spin_, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(undone.count(), 1);
    QCOMPARE(redone.count(), 1);
  }

  void copying_still_belongs_to_the_field() {
    QAction copy;
    copy.setShortcut(QKeySequence::Copy);
    window_->addAction(&copy);
    QSignalSpy copied(&copy, &QAction::triggered);
    QTest::keyClick(spin_, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(copied.count(), 0);
  }

 private:
  static constexpr double exact = 6738415616;
  [[nodiscard]] QColor outlineColor() const {
    return spin_->grab().toImage().pixelColor(spin_->width() / 2, 1);
  }

  std::unique_ptr<QWidget> window_;
  QuantityRow* params_ = nullptr;
  QuantityRow* tokens_ = nullptr;
  QuantityRow* memory_ = nullptr;
  NumberSpin* spin_ = nullptr;
};

ZP_TEST(QuantityTypingTest)
#include "quantity_typing_test.moc"
