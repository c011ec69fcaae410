// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractSlider>
#include <QSet>
#include <QtTest>
#include <memory>

#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/fields/input_panel.h"
#include "ui/inputs/collapsible_group.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// The number of steps after which a walk is given up.
constexpr int most_stops = 400;

}  // namespace

/// Tests that Tab and Shift+Tab reach every field of the panel.
class TabWalkTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::PlanFixture>();
    plan_->model.propose(staged(3), {u"Stage 3"_s});  // more fields apply at stage 3
  }
  void cleanup() { panel_.reset(); }

  void tab_goes_through_every_field_and_back_data() {
    QTest::addColumn<QStringList>("opened");
    QTest::newRow("no group open") << QStringList();
    QTest::newRow("links") << QStringList{u"links.group"_s};
    QTest::newRow("advanced") << QStringList{u"advanced.group"_s};
    QTest::newRow("links, then advanced") << QStringList{u"links.group"_s, u"advanced.group"_s};
    QTest::newRow("advanced, then links") << QStringList{u"advanced.group"_s, u"links.group"_s};
  }
  void tab_goes_through_every_field_and_back() {
    QFETCH(QStringList, opened);
    makePanel();
    for (const QString& group : opened) {
      auto* header = panel_->findChild<QWidget*>(group)->findChild<QWidget*>(u"header"_s);
      header->setFocus(Qt::TabFocusReason);
      QTest::keyClick(header, Qt::Key_Space);
    }
    checkWalk();
  }
  void groups_that_were_left_open_are_walked_too() {
    for (const FieldGroup& group : fieldGroups())
      plan_->settings.setGroupOpen(group.id, true);
    makePanel();
    checkWalk();
  }

 private:
  Plan staged(int stage) {
    Plan plan = plan_->model.plan();
    plan.zero.stage = stage;
    return plan;
  }

  void makePanel() {
    panel_ = std::make_unique<InputPanel>(plan_->model, plan_->settings);
    panel_->resize(380, 900);
    panel_->show();
    QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
  }

  /// Presses the key from the first field until the focus is back at it, and returns the fields visited.
  QList<QWidget*> walk(Qt::Key key) {
    auto* first = panel_->findChild<QWidget*>(u"modelPreset.combo"_s);
    first->setFocus(Qt::TabFocusReason);
    QList<QWidget*> stops;
    for (QWidget* stop = first; stops.size() < most_stops; stop = QApplication::focusWidget()) {
      if (stop == first && !stops.isEmpty()) break;
      stops << stop;
      QTest::keyClick(stop, key);
    }
    return stops;
  }

  void checkWalk() {
    const QList<QWidget*> there = walk(Qt::Key_Tab);
    QVERIFY2(there.size() < most_stops, "Tab never came back to the first field");
    QSet<QWidget*> seen;
    for (QWidget* stop : there) {
      QVERIFY2(!seen.contains(stop), qPrintable(stop->objectName() + u" is visited twice"_s));
      seen.insert(stop);
    }
    for (QWidget* widget : panel_->findChildren<QWidget*>())
      if (isField(*widget))
        QVERIFY2(seen.contains(widget), qPrintable(widget->objectName() + u" is not reached"_s));
    QList<QWidget*> back = walk(Qt::Key_Backtab);
    std::reverse(back.begin() + 1, back.end());
    QCOMPARE(namesOf(back), namesOf(there));
    int below = -1;
    for (const QWidget* stop : there) {
      if (stop->objectName() == u"inputPanel.allSettings")
        continue;  // the button stands beside a header and comes after that header's group
      const int y = stop->mapTo(panel_->widget(), QPoint()).y();
      QVERIFY2(y > below - 8, qPrintable(stop->objectName() + u" is not in reading order"_s));
      below = y;
    }
  }
  /// Returns true for widgets that a user types into or presses. In a group of radio buttons, only the chosen
  /// one counts.
  static bool isField(const QWidget& widget) {
    return widget.isVisible() && widget.isEnabled() && (widget.focusPolicy() & Qt::TabFocus) != 0 &&
           widget.focusProxy() == nullptr;
  }
  static QStringList namesOf(const QList<QWidget*>& stops) {
    QStringList names;
    for (const QWidget* stop : stops)
      names << stop->objectName();
    return names;
  }

  std::unique_ptr<test::PlanFixture> plan_;
  std::unique_ptr<InputPanel> panel_;
};

ZP_TEST(TabWalkTest)
#include "tab_walk_test.moc"
