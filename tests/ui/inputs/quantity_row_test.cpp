// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/quantity_row.h"

#include <QAccessible>
#include <QSignalSpy>
#include <QVBoxLayout>
#include <QtTest>
#include <memory>

#include "tests/support/test_main.h"
#include "ui/inputs/number_spin.h"
#include "ui/inputs/stops_slider.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of a row's slider with mouse, keys and wheel, of the spin box's arrows, and of gesture numbers.
class QuantityRowTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    applyTheme(*qApp, ThemeChoice::light);
    window_ = std::make_unique<QWidget>();
    row_ = new QuantityRow(
        {u"layers"_s, u"&Layers"_s, u"Transformer blocks"_s, Stops({1, 2, 4, 8, 16, 32, 64, 128}), 1, 1000});
    auto* lines = new QVBoxLayout(window_.get());
    lines->addWidget(row_);
    slider_ = row_->findChild<StopsSlider*>(u"layers.slider"_s);
    spin_ = row_->findChild<NumberSpin*>(u"layers.spin"_s);
    row_->setValue(8);
    window_->resize(400, 60);
    window_->show();
    window_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_.get()));
  }
  void cleanup() { window_.reset(); }

  void setting_a_value_is_silent() {
    QSignalSpy edits(row_, &QuantityRow::edited);
    row_->setValue(32);
    QCOMPARE(edits.count(), 0);
    QCOMPARE(spin_->text(), u"32"_s);
    QCOMPARE(slider_->exactValue(), 32.0);
    QCOMPARE(slider_->value(), slider_->maximum() * 5 / 7);
  }

  void a_value_between_stops_leaves_the_handle_between_ticks() {
    row_->setValue(48);
    QVERIFY(slider_->handleX(48) > slider_->handleX(32));
    QVERIFY(slider_->handleX(48) < slider_->handleX(64));
    QCOMPARE(slider_->exactValue(), 48.0);
  }

  void keys_data() {
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<double>("expected");
    QTest::newRow("right") << Qt::Key_Right << 16.0;
    QTest::newRow("up") << Qt::Key_Up << 16.0;
    QTest::newRow("left") << Qt::Key_Left << 4.0;
    QTest::newRow("down") << Qt::Key_Down << 4.0;
    QTest::newRow("page up") << Qt::Key_PageUp << 64.0;
    QTest::newRow("page down") << Qt::Key_PageDown << 1.0;
    QTest::newRow("home") << Qt::Key_Home << 1.0;
    QTest::newRow("end") << Qt::Key_End << 128.0;
  }
  void keys() {
    QFETCH(Qt::Key, key);
    QFETCH(double, expected);
    QSignalSpy edits(row_, &QuantityRow::edited);
    slider_->setFocus();
    QTest::keyClick(slider_, key);
    QCOMPARE(row_->value(), expected);
    QCOMPARE(edits.count(), 1);
    QCOMPARE(edits[0][0].toDouble(), expected);
  }

  void a_key_from_between_stops_goes_to_the_neighbour() {
    row_->setValue(9);
    slider_->setFocus();
    QTest::keyClick(slider_, Qt::Key_Left);
    QCOMPARE(row_->value(), 8.0);
  }

  void a_drag_goes_from_stop_to_stop_in_one_gesture() {
    QSignalSpy edits(row_, &QuantityRow::edited);
    press(8);
    dragTo(slider_->handleX(16) + 3);
    dragTo(slider_->handleX(32) - 2);
    dragTo(slider_->handleX(64));
    release(64);
    QCOMPARE(edits.count(), 3);
    QCOMPARE(edits[0][0].toDouble(), 16.0);
    QCOMPARE(edits[1][0].toDouble(), 32.0);
    QCOMPARE(edits[2][0].toDouble(), 64.0);
    QCOMPARE(edits[1][1], edits[0][1]);
    QCOMPARE(edits[2][1], edits[0][1]);
  }

  void shift_drag_reaches_between_stops() {
    press(8);
    dragTo((slider_->handleX(16) + slider_->handleX(32)) / 2, Qt::ShiftModifier);
    release(16);
    QVERIFY(row_->value() > 16 && row_->value() < 32);
    QCOMPARE(row_->value(), std::round(row_->value()));
  }

  void a_press_beside_the_handle_goes_there() {
    QTest::mouseClick(slider_, Qt::LeftButton, {}, at(64));
    QCOMPARE(row_->value(), 64.0);
  }

  void each_press_is_a_gesture_of_its_own() {
    QSignalSpy edits(row_, &QuantityRow::edited);
    QTest::mouseClick(slider_, Qt::LeftButton, {}, at(16));
    QTest::mouseClick(slider_, Qt::LeftButton, {}, at(32));
    QCOMPARE(edits.count(), 2);
    QVERIFY(edits[0][1] != edits[1][1]);
  }

  void a_press_after_keys_is_a_gesture_of_its_own() {
    QSignalSpy edits(row_, &QuantityRow::edited);
    slider_->setFocus();
    QTest::keyClick(slider_, Qt::Key_Right);
    QTest::mouseClick(slider_, Qt::LeftButton, {}, at(64));
    QTest::keyClick(slider_, Qt::Key_Left);
    QCOMPARE(edits.count(), 3);
    QVERIFY(edits[0][1] != edits[1][1]);
    QVERIFY(edits[1][1] != edits[2][1]);
  }

  void keys_of_one_focus_session_are_one_gesture() {
    QSignalSpy edits(row_, &QuantityRow::edited);
    slider_->setFocus();
    QTest::keyClick(slider_, Qt::Key_Right);
    QTest::keyClick(slider_, Qt::Key_Right);
    spin_->setFocus();
    QTest::keyClick(spin_, Qt::Key_Up);
    QCOMPARE(edits.count(), 3);
    QCOMPARE(edits[0][1], edits[1][1]);
    QVERIFY(edits[1][1] != edits[2][1]);
  }

  void a_value_from_outside_ends_the_gesture() {
    QSignalSpy edits(row_, &QuantityRow::edited);
    slider_->setFocus();
    QTest::keyClick(slider_, Qt::Key_Right);
    row_->setValue(row_->value());  // the model echoes the edit
    QTest::keyClick(slider_, Qt::Key_Right);
    row_->setValue(8);  // an undo sets another value
    QTest::keyClick(slider_, Qt::Key_Right);
    QCOMPARE(edits.count(), 3);
    QCOMPARE(edits[0][1], edits[1][1]);
    QVERIFY(edits[1][1] != edits[2][1]);
  }

  void two_rows_never_share_a_gesture() {
    QuantityRow other({u"other"_s, u"Other"_s, {}, Stops({1, 2, 4}), 1, 4});
    QSignalSpy here(row_, &QuantityRow::edited);
    QSignalSpy there(&other, &QuantityRow::edited);
    QTest::keyClick(slider_, Qt::Key_Right);
    QTest::keyClick(other.findChild<StopsSlider*>(), Qt::Key_Right);
    QVERIFY(here.at(0).at(1) != there.at(0).at(1));
  }

  void wheel_is_ignored_without_focus() {
    QApplication::focusWidget()->clearFocus();  // a window opens with the focus on its first control
    wheel(slider_);
    wheel(spin_);
    QCOMPARE(row_->value(), 8.0);
    slider_->setFocus();
    wheel(slider_);
    QCOMPARE(row_->value(), 16.0);
    spin_->setFocus();
    wheel(spin_);
    QCOMPARE(row_->value(), 32.0);
  }

  void wheel_never_gives_focus() {
    QCOMPARE(slider_->focusPolicy(), Qt::ClickFocus);
    QCOMPARE(spin_->focusPolicy(), Qt::StrongFocus);
  }

  void access_key_reaches_the_spin_box() {
    slider_->setFocus();
    QTest::keyClick(window_.get(), Qt::Key_L, Qt::AltModifier);
    QTRY_VERIFY(spin_->hasFocus());
  }

  void assistive_tools_can_set_the_slider() {
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(slider_);
    QVERIFY(face && face->valueInterface());
    QCOMPARE(face->text(QAccessible::Name), u"Layers, slider"_s);
    QCOMPARE(face->text(QAccessible::Description), u"8"_s);
    QSignalSpy edits(row_, &QuantityRow::edited);
    face->valueInterface()->setCurrentValue(slider_->maximum());
    QCOMPARE(row_->value(), 128.0);
    QCOMPARE(edits.count(), 1);
    QAccessibleInterface* spin = QAccessible::queryAccessibleInterface(spin_);
    QCOMPARE(spin->text(QAccessible::Name), u"Layers"_s);
    QVERIFY(!spin->text(QAccessible::Description).isEmpty());
  }
  void a_cliff_is_marked_and_told() {
    const auto grooveAt = [&](double value) {
      const QImage picture = slider_->grab().toImage();
      return picture.pixelColor(qRound(slider_->handleX(value)), qRound(slider_->height() / 2.0 - 1.5));
    };
    row_->setValue(1);
    const QColor plain = grooveAt(12);
    const QColor low = grooveAt(5);
    row_->setCliffs({Cliff{8, true, true, u"from 8 on out of memory"_s}});
    QVERIFY(grooveAt(12) != plain);
    QCOMPARE(grooveAt(5), low);
    QVERIFY(slider_->accessibleDescription().contains(u"from 8 on out of memory"));
    QVERIFY(slider_->toolTip().contains(u"from 8 on out of memory"));
    row_->setCliffs({Cliff{8, false, true, u"up to 8 out of memory"_s}});
    QCOMPARE(grooveAt(12), plain);
    QVERIFY(grooveAt(5) != low);
    row_->setCliffs({Cliff{8, false, false, u"up to 8 exposed"_s}, Cliff{8, true, true, u"beyond"_s}});
    QVERIFY(grooveAt(5) != low && grooveAt(12) != plain && grooveAt(5) != grooveAt(12));
    QVERIFY(slider_->accessibleDescription().endsWith(u"up to 8 exposed, beyond"));
    row_->setCliffs({});
    QCOMPARE(grooveAt(5), low);
  }

 private:
  [[nodiscard]] QPoint at(double value) const {
    return {qRound(slider_->handleX(value)), slider_->height() / 2};
  }
  void press(double value) { QTest::mousePress(slider_, Qt::LeftButton, {}, at(value)); }
  void release(double value) { QTest::mouseRelease(slider_, Qt::LeftButton, {}, at(value)); }
  void dragTo(double x, Qt::KeyboardModifiers modifiers = {}) {
    const QPointF pos(x, slider_->height() / 2.0);
    QMouseEvent move(QEvent::MouseMove, pos, slider_->mapToGlobal(pos), Qt::NoButton, Qt::LeftButton,
                     modifiers);
    QApplication::sendEvent(slider_, &move);
  }
  static void wheel(QWidget* target) {
    const QPointF pos = target->rect().center();
    QWheelEvent event(pos, target->mapToGlobal(pos), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
  }

  std::unique_ptr<QWidget> window_;
  QuantityRow* row_ = nullptr;
  StopsSlider* slider_ = nullptr;
  NumberSpin* spin_ = nullptr;
};

ZP_TEST(QuantityRowTest)
#include "quantity_row_test.moc"
