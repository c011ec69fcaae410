// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QToolTip>
#include <QVBoxLayout>
#include <QtTest>
#include <memory>

#include "tests/support/test_main.h"
#include "ui/inputs/check_row.h"
#include "ui/inputs/choice_row.h"
#include "ui/inputs/collapsible_group.h"
#include "ui/inputs/field_frame.h"
#include "ui/inputs/number_spin.h"
#include "ui/inputs/quantity_row.h"
#include "ui/inputs/segmented_row.h"
#include "ui/inputs/stops_slider.h"
#include "ui/inputs/titled_panel.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of everything that a row can say about its value, and of the panels that hold rows.
class RowStatesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    applyTheme(*qApp, ThemeChoice::light);
    panel_ = std::make_unique<TitledPanel>(u"Model"_s);
    quantity_ = new QuantityRow(
        {u"hidden"_s, u"&Hidden size"_s, u"Width of a block"_s, Stops({1024, 2048, 4096, 8192}), 64, 16384});
    choice_ = new ChoiceRow(u"offload"_s, u"&On"_s, u"Where"_s);
    choice_->setChoices({{u"none"_s, u"GPU"_s}, {u"cpu"_s, u"CPU"_s}});
    choice_->setCurrent(u"none"_s);
    segments_ = new SegmentedRow(u"stage"_s, u"Stage"_s, {}, {{u"1"_s, u"1"_s}, {u"2"_s, u"2"_s}});
    check_ = new CheckRow(u"ckpt"_s, u"&Checkpoint"_s, {});
    quantity_->setValue(4096);
    for (InputRow* row : rows())
      panel_->addRow(row);
    panel_->resize(376, panel_->sizeHint().height());
    panel_->show();
    panel_->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
  }
  void cleanup() { panel_.reset(); }

  void the_dot_says_that_it_differs_from_the_preset() {
    quantity_->setPreset(4096);
    QVERIFY(!quantity_->differsFromPreset());
    QCOMPARE(dotColor(quantity_), themeColors().panel);
    QTest::keyClick(quantity_->findChild<StopsSlider*>(), Qt::Key_Right);
    QVERIFY(quantity_->differsFromPreset());
    QCOMPARE(dotColor(quantity_), themeColors().accent);
    QVERIFY(quantity_->toolTip().contains(u"double-click the label to reset"_s));
    quantity_->setPreset({});
    QVERIFY(!quantity_->differsFromPreset());
  }

  void double_click_on_the_label_asks_for_a_reset() {
    for (InputRow* row : {static_cast<InputRow*>(quantity_), static_cast<InputRow*>(choice_)}) {
      QSignalSpy resets(row, &InputRow::resetRequested);
      QTest::mouseDClick(row->findChild<QLabel*>(row->objectName() + u".label"_s), Qt::LeftButton);
      QCOMPARE(resets.count(), 1);
    }
  }

  void the_context_menu_resets_what_differs() {
    QSignalSpy resets(check_, &InputRow::resetRequested);
    check_->setDiffersFromPreset(true);
    QContextMenuEvent request(QContextMenuEvent::Mouse, QPoint(5, 5), check_->mapToGlobal(QPoint(5, 5)));
    QApplication::sendEvent(check_, &request);
    auto* menu = check_->findChild<QMenu*>();
    QVERIFY(menu);
    auto* reset = menu->findChild<QAction*>(u"reset"_s);
    QVERIFY(reset && reset->isEnabled());
    reset->trigger();
    menu->close();
    QCOMPARE(resets.count(), 1);
  }

  void a_problem_keeps_the_value_and_outlines_the_field() {
    const QString sentence = u"4,096 is not divisible by 33 heads."_s;
    auto* spin = quantity_->findChild<NumberSpin*>();
    const auto outline = [spin] { return spin->grab().toImage().pixelColor(spin->width() / 2, 1); };
    QVERIFY(outline() != themeColors().over);
    quantity_->setProblem(sentence);
    QCOMPARE(quantity_->value(), 4096.0);
    QCOMPARE(outline(), themeColors().over);
    QVERIFY(quantity_->toolTip().contains(sentence));
    QVERIFY(quantity_->accessibleDescription().startsWith(sentence));
    quantity_->setProblem({});
    QVERIFY(outline() != themeColors().over);
    QVERIFY(!quantity_->toolTip().contains(sentence));
  }

  void every_row_shows_a_problem_without_moving() {
    for (InputRow* row : rows()) {
      const QRect before = row->geometry();
      const QImage calm = row->grab().toImage();
      row->setProblem(u"Something is wrong"_s);
      QCOMPARE(row->geometry(), before);
      QVERIFY2(row->grab().toImage() != calm, qPrintable(row->objectName()));
    }
  }

  void a_reason_disables_and_is_readable_in_place() {
    for (InputRow* row : rows()) {
      const QSize before = row->size();
      row->setDisabledReason(u"needs stage 3"_s);
      QApplication::processEvents();
      QCOMPARE(row->size(), before);
      QVERIFY2(row->toolTip().contains(u"needs stage 3"_s), qPrintable(row->objectName()));
      QVERIFY(row->accessibleDescription().contains(u"needs stage 3"_s));
    }
    QVERIFY(check_->findChild<QCheckBox*>()->text().endsWith(u"(needs stage 3)"_s));
    QVERIFY(!check_->findChild<QCheckBox*>()->isEnabled());
    QVERIFY(!choice_->findChild<QComboBox*>()->isEnabled());
    QVERIFY(!quantity_->findChild<StopsSlider*>()->isVisible());
    for (InputRow* row : rows())
      row->setDisabledReason({});
    QVERIFY(quantity_->findChild<StopsSlider*>()->isVisible());
    QVERIFY(choice_->findChild<QComboBox*>()->isEnabled());
    QCOMPARE(check_->findChild<QCheckBox*>()->text(), u"&Checkpoint"_s);
  }

  void f1_shows_the_help_of_the_focused_row() {
    auto* spin = quantity_->findChild<NumberSpin*>();
    QKeyEvent over(QEvent::ShortcutOverride, Qt::Key_F1, Qt::NoModifier);
    over.ignore();
    QApplication::sendEvent(spin, &over);
    QVERIFY(over.isAccepted());
    QTest::keyClick(spin, Qt::Key_F1);
    QTRY_VERIFY(QToolTip::isVisible());
    QVERIFY(QToolTip::text().contains(u"Width of a block"_s));
    QToolTip::hideText();
  }

  void rows_of_a_panel_share_the_label_width() {
    const int width = panel_->labelWidthHint();
    QCOMPARE(width, quantity_->labelWidthHint());
    for (InputRow* row : {static_cast<InputRow*>(quantity_), static_cast<InputRow*>(choice_)})
      QCOMPARE(row->findChild<QLabel*>(row->objectName() + u".label"_s)->width(), width);
    panel_->setLabelWidth(width + 30);
    QApplication::processEvents();
    QCOMPARE(quantity_->findChild<QLabel*>(u"hidden.label"_s)->width(), width + 30);
  }

  void nothing_is_cut_off_at_376_pixels() {
    for (const QWidget* child : panel_->findChildren<QWidget*>()) {
      if (!child->isVisible() || child->parentWidget()->inherits("QAbstractSpinBox")) continue;
      QVERIFY2(child->parentWidget()->rect().contains(child->geometry()), qPrintable(child->objectName()));
      QVERIFY2(child->width() >= child->minimumSizeHint().width(), qPrintable(child->objectName()));
    }
  }

  void every_control_has_a_name() {
    for (const QWidget* child : panel_->findChildren<QWidget*>()) {
      if (child->focusPolicy() == Qt::NoFocus || !child->isVisible() || child->inherits("QLineEdit"))
        continue;
      QVERIFY2(!child->accessibleName().isEmpty(), child->metaObject()->className());
      QVERIFY2(!child->accessibleName().contains(u'&'), qPrintable(child->accessibleName()));
    }
  }

  void a_collapsible_group_opens_by_mouse_and_key() {
    CheckRow* row = nullptr;
    CollapsibleGroup group(u"Advanced"_s, [&row] {
      row = new CheckRow(u"overlap"_s, u"Overlap"_s, {});
      return std::vector<InputRow*>{row};
    });
    group.show();
    QVERIFY(row == nullptr);  // a row is made when it is first shown
    QSignalSpy toggles(&group, &CollapsibleGroup::toggled);
    auto* header = group.findChild<QToolButton*>(u"header"_s);
    QTest::mouseClick(header, Qt::LeftButton);
    QVERIFY(row != nullptr && row->isVisible());
    QCOMPARE(header->accessibleDescription(), u"expanded"_s);
    QTest::keyClick(header, Qt::Key_Space);
    QVERIFY(!row->isVisible());
    QCOMPARE(toggles.count(), 2);
  }

 private:
  [[nodiscard]] std::vector<InputRow*> rows() const { return {quantity_, choice_, segments_, check_}; }
  [[nodiscard]] QColor dotColor(InputRow* row) const {
    return panel_->grab().toImage().pixelColor(row->mapTo(panel_.get(), QPoint(8, row->height() / 2)));
  }

  std::unique_ptr<TitledPanel> panel_;
  QuantityRow* quantity_ = nullptr;
  ChoiceRow* choice_ = nullptr;
  SegmentedRow* segments_ = nullptr;
  CheckRow* check_ = nullptr;
};

ZP_TEST(RowStatesTest)
#include "row_states_test.moc"
