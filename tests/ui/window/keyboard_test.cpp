// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QSet>
#include <QToolBar>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/start/start_page.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int most_stops = 600;

}  // namespace

/// Tests of the window by keyboard: which widgets take the focus, and whether the focus can be seen.
class KeyboardTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void tab_comes_to_every_button_of_the_toolbar() {
    auto* bar = ui_->find<QToolBar>(u"toolBar"_s);
    const QSet<QWidget*> reached = walk();
    int buttons = 0;
    for (auto* button : bar->findChildren<QAbstractButton*>()) {
      if (!button->isVisible() || !button->isEnabled()) continue;
      ++buttons;
      QVERIFY2(reached.contains(button), qPrintable(button->text() + button->objectName()));
    }
    QVERIFY(buttons >= 5);
  }
  void a_button_of_the_toolbar_is_pressed_by_space() {
    ui_->trigger(u"plan.stage3"_s);
    const int index = ui_->model().undoStack().index();
    auto* bar = ui_->find<QToolBar>(u"toolBar"_s);
    QWidget* undo = bar->widgetForAction(ui_->window->actions().find(u"edit.undo"_s));
    undo->setFocus(Qt::TabFocusReason);
    QVERIFY(undo->hasFocus());
    QTest::keyClick(undo, Qt::Key_Space);
    QCOMPARE(ui_->model().undoStack().index(), index - 1);
  }
  void the_start_page_has_its_focus_on_a_control() {
    ui_->trigger(u"help.welcome"_s);
    auto* page = ui_->window->findChild<StartPage*>();
    QWidget* first = QApplication::focusWidget();
    QVERIFY(first != nullptr);
    QVERIFY(page->isAncestorOf(first));
    QTest::keyClick(first, Qt::Key_Tab);
    QVERIFY(QApplication::focusWidget() != first);
    QVERIFY(page->isAncestorOf(QApplication::focusWidget()));
  }
  void a_button_with_the_focus_is_seen_to_have_it_data() {
    QTest::addColumn<int>("theme");
    QTest::newRow("light") << static_cast<int>(ThemeChoice::light);
    QTest::newRow("dark") << static_cast<int>(ThemeChoice::dark);
  }
  void a_button_with_the_focus_is_seen_to_have_it() {
    QFETCH(int, theme);
    applyTheme(*qApp, static_cast<ThemeChoice>(theme));
    ui_->trigger(u"help.welcome"_s);
    QList<QAbstractButton*> buttons = ui_->window->findChild<StartPage*>()->findChildren<QAbstractButton*>();
    buttons << ui_->find<QToolBar>(u"toolBar"_s)->findChildren<QAbstractButton*>();
    for (QAbstractButton* button : buttons) {
      if (!button->isVisible() || !button->isEnabled()) continue;
      button->setFocus(Qt::OtherFocusReason);  // sets the focus as a click elsewhere does, without a key
      QVERIFY2(button->hasFocus(), qPrintable(button->objectName()));
      const QColor ring =
          button->objectName() == u"toolBar.export" ? themeColors().on_accent : themeColors().accent;
      QVERIFY2(pixelsOf(button->grab().toImage(), ring) > 2 * button->height(),
               qPrintable(button->objectName() + button->text()));
    }
    applyTheme(*qApp, ThemeChoice::light);
  }

 private:
  QSet<QWidget*> walk() {
    QSet<QWidget*> reached;
    ui_->window->setFocus();
    for (int step = 0; step < most_stops; ++step) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      if (reached.contains(QApplication::focusWidget())) break;
      reached.insert(QApplication::focusWidget());
    }
    return reached;
  }
  static int pixelsOf(const QImage& picture, const QColor& color) {
    int count = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x)
        if (picture.pixelColor(x, y) == color) ++count;
    return count;
  }
};

ZP_TEST(KeyboardTest)
#include "keyboard_test.moc"
