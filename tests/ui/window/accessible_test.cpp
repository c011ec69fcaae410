// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTabBar>
#include <QTextEdit>

#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/charts/chart.h"
#include "ui/model/dialogs.h"
#include "ui/window/views.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

QString pathOf(const QWidget& widget) {
  QStringList names;
  for (const QWidget* each = &widget; each != nullptr; each = each->parentWidget())
    names.prepend(each->objectName().isEmpty() ? QString::fromLatin1(each->metaObject()->className())
                                               : each->objectName());
  return names.join(u'/');
}

/// Returns true if the widget takes the keyboard or the mouse. Parts of a control (the line of a spin box,
/// the scroll bars of a list) belong to that control and do not count.
bool isControl(const QWidget& widget) {
  if (qobject_cast<const QScrollBar*>(&widget) != nullptr || widget.objectName().startsWith(u"qt_"))
    return false;
  const QWidget* above = widget.parentWidget();
  if (qobject_cast<const QLineEdit*>(&widget) != nullptr &&
      (qobject_cast<const QAbstractSpinBox*>(above) != nullptr ||
       qobject_cast<const QComboBox*>(above) != nullptr))
    return false;
  if (qobject_cast<const QAbstractButton*>(&widget) != nullptr &&
      qobject_cast<const QTabBar*>(above) != nullptr)
    return false;  // this button scrolls the tabs
  return widget.focusPolicy() != Qt::NoFocus || qobject_cast<const QAbstractButton*>(&widget) != nullptr;
}

}  // namespace

/// Tests of what a screen reader is told of every control, and of the contrast of every text.
class AccessibleTest : public QObject {
  Q_OBJECT

 private slots:
  void every_control_has_a_name_a_role_and_a_value_data() { windows(); }
  void every_control_has_a_name_a_role_and_a_value() {
    test::WindowFixture ui;
    const QWidget* shown = open(ui);
    const auto problems = [shown] {
      QStringList found;
      for (QWidget* widget : shown->findChildren<QWidget*>())
        if (widget->isVisible() && isControl(*widget))
          if (const QString problem = problemOf(*widget); !problem.isEmpty())
            found << pathOf(*widget) + u": "_s + problem;
      return found.join(u'\n');
    };
    QTRY_VERIFY2(problems().isEmpty(), qPrintable(problems()));  // results of a search come later
  }

  void screen_readers_hear_no_markup_data() { windows(); }
  void screen_readers_hear_no_markup() {
    test::WindowFixture ui;
    const QWidget* shown = open(ui);
    QCoreApplication::processEvents();
    QList<QWidget*> widgets = shown->findChildren<QWidget*>();
    for (QWidget* widget : widgets)
      checkPlain(*widget);
  }

  void what_is_written_can_be_read_data() { windows(); }
  void what_is_written_can_be_read() {
    for (const ThemeChoice theme :
         {ThemeChoice::light, ThemeChoice::dark, ThemeChoice::contrast, ThemeChoice::dark_contrast}) {
      test::WindowFixture ui;
      applyTheme(*qApp, theme);
      const QWidget* shown = open(ui);
      QCoreApplication::processEvents();
      for (const QLabel* label : shown->findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty()) continue;
        const QColor text = label->palette().color(label->foregroundRole());
        QColor ground = themeColors().window;  // the ground with less contrast, of the two
        if (contrastRatio(text, themeColors().panel) < contrastRatio(text, ground))
          ground = themeColors().panel;
        QVERIFY2(contrastRatio(text, ground) >= 4.5, qPrintable(pathOf(*label) + u' ' + label->text()));
      }
    }
    applyTheme(*qApp, ThemeChoice::light);
  }

  void the_keyboard_reaches_every_control_data() {
    QTest::addColumn<QString>("view");
    for (const ViewRow& view : views())
      QTest::addRow("%s", view.id.data()) << QString(view.id);
  }
  /// Tab alone reaches every control, and no control holds the focus.
  void the_keyboard_reaches_every_control() {
    QFETCH(QString, view);
    test::WindowFixture ui;
    ui.window->showView(view);
    QVERIFY(ui.show(1280, 800));
    QSet<QWidget*> wanted;  // without sliders, because the number beside each takes the same keys
    for (QWidget* widget : ui.window->findChildren<QWidget*>())
      if (widget->isVisible() && widget->isEnabled() && isControl(*widget) &&
          (widget->focusPolicy() & Qt::TabFocus) != 0 && widget->focusProxy() == nullptr &&
          qobject_cast<QAbstractSlider*>(widget) == nullptr)
        wanted.insert(widget);
    const QSet<QWidget*> all = wanted;
    ui.window->setFocus();
    for (qsizetype step = 0; step < 2 * all.size() + 10; ++step) {
      QWidget* focus = QApplication::focusWidget();
      QVERIFY(focus != nullptr);
      wanted.remove(focus);
      for (QWidget* above = focus->parentWidget(); above != nullptr; above = above->parentWidget())
        wanted.remove(above);
      QTest::keyClick(focus, Qt::Key_Tab);
    }
    // Tab reaches only the chosen one of a group of radio buttons; the arrow keys reach the others.
    for (QWidget* left : QSet<QWidget*>(wanted))
      if (const auto* button = qobject_cast<QAbstractButton*>(left);
          button != nullptr && button->autoExclusive())
        wanted.remove(left);
    QStringList names;
    for (const QWidget* left : wanted)
      names << pathOf(*left);
    QVERIFY2(names.isEmpty(), qPrintable(names.join(u'\n')));
  }

 private:
  /// Adds a row for each window and view.
  static void windows() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("dialog");
    for (const ViewRow& view : views())
      QTest::addRow("%s", view.id.data()) << QString(view.id) << QString() << QString();
    QTest::newRow("step") << u"memory"_s << u"view.step"_s << QString();
    QTest::newRow("explanation") << u"memory"_s << u"view.explanation"_s << QString();
    QTest::newRow("welcome") << u"memory"_s << u"help.welcome"_s << QString();
    QTest::newRow("settings") << u"memory"_s << u"plan.settings"_s << u"sheetDialog"_s;
    QTest::newRow("lesson") << u"memory"_s << u"help.lesson"_s << u"lessonDialog"_s;
    QTest::newRow("accuracy") << u"memory"_s << u"help.accuracy"_s << u"accuracyDialog"_s;
    QTest::newRow("assumptions") << u"memory"_s << u"help.assumptions"_s << u"assumptionsDialog"_s;
    QTest::newRow("scenarios") << u"memory"_s << u"scenario.compare"_s << u"scenarioDialog"_s;
    QTest::newRow("a view apart") << u"scaling"_s << u"view.apart"_s << u"scalingView.window"_s;
  }
  static const QWidget* open(test::WindowFixture& ui) {
    QFETCH(QString, view);
    QFETCH(QString, action);
    QFETCH(QString, dialog);
    ui.window->showView(view);
    if (!ui.show(1280, 800)) qFatal("no window");
    if (action == u"scenario.compare"_s) {
      dialogs::setNextText(u"Other"_s);
      ui.trigger(u"scenario.add"_s);
    }
    if (!action.isEmpty()) ui.trigger(action);
    QCoreApplication::processEvents();
    return dialog.isEmpty() ? static_cast<QWidget*>(ui.window.get()) : ui.find<QDialog>(dialog);
  }
  /// Fails if an accessible text of the widget, or of the first cells of a list or table, contains markup.
  static void checkPlain(QWidget& widget) {
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&widget);
    if (face == nullptr || !face->isValid()) return;
    constexpr int most_cells = 40;
    QList<QAccessibleInterface*> faces = {face};
    if (qobject_cast<QAbstractItemView*>(&widget) != nullptr)
      for (int i = 0; i < std::min(face->childCount(), most_cells); ++i)
        if (face->child(i) != nullptr) faces << face->child(i);
    static const QRegularExpression markup(
        u"<(/?[a-z]+[0-9]?)(\\s[^>]*)?/?>|&(amp|lt|gt|quot|nbsp|#\\d+);"_s);
    for (QAccessibleInterface* each : faces)
      for (const QAccessible::Text kind : {QAccessible::Name, QAccessible::Description, QAccessible::Help})
        if (const QString text = each->text(kind); text.contains(markup))
          QFAIL(qPrintable(pathOf(widget) + u": "_s + text));
    for (const QString& text : {widget.accessibleName(), widget.accessibleDescription()})
      QVERIFY2(!text.contains(markup), qPrintable(pathOf(widget) + u": "_s + text));
  }
  static QString problemOf(QWidget& widget) {
    QAccessibleInterface* face = QAccessible::queryAccessibleInterface(&widget);
    if (face == nullptr || !face->isValid()) return u"is not there for screen readers"_s;
    if (face->text(QAccessible::Name).trimmed().isEmpty()) return u"has no name"_s;
    if (face->role() == QAccessible::NoRole) return u"has no role"_s;
    const bool has_value = qobject_cast<QAbstractSlider*>(&widget) != nullptr ||
                           qobject_cast<QAbstractSpinBox*>(&widget) != nullptr;
    if (has_value && face->valueInterface() == nullptr) return u"has no value"_s;
    if (qobject_cast<QComboBox*>(&widget) != nullptr && face->text(QAccessible::Value).isEmpty())
      return u"has no value"_s;
    const auto* button = qobject_cast<QAbstractButton*>(&widget);
    if (button != nullptr && button->isCheckable() &&
        face->state().checked != (button->isChecked() ? 1U : 0U))
      return u"says otherwise whether it is checked"_s;
    if (qobject_cast<Chart*>(&widget) != nullptr && widget.accessibleDescription().isEmpty())
      return u"says nothing of what it shows"_s;
    return {};
  }
};

ZP_TEST(AccessibleTest)
#include "accessible_test.moc"
