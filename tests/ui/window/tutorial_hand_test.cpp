// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/model/text.h"
#include "ui/tutorial/controls.h"
#include "ui/tutorial/hand.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of every gesture of a tutorial in the window.
class TutorialHandTest : public QObject {
  Q_OBJECT

 private slots:
  void gestures_do_what_a_person_would_data() {
    QTest::addColumn<int>("gesture");
    QTest::addColumn<QString>("on");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("control");
    QTest::addColumn<QString>("reads");
    const auto row = [](const char* name, Gesture gesture, const char* on, const char* value,
                        const char* control, const char* reads) {
      QTest::newRow(name) << static_cast<int>(gesture) << QString::fromUtf8(on) << QString::fromUtf8(value)
                          << QString::fromUtf8(control) << QString::fromUtf8(reads);
    };
    row("choose a segment", Gesture::choose, "stage", "3", "stage", "3");
    row("choose of a list", Gesture::choose, "modelPreset", "llama-2-13b", "modelPreset", "Llama 2 13B");
    row("type", Gesture::type, "gpusPerNode", "4", "gpusPerNode", "4");
    row("drag", Gesture::drag, "microBatch", "8", "microBatch", "8");
    row("click a bar", Gesture::click, "memoryChart/ZeRO-3", "", "stage", "3");
    row("click a button", Gesture::click, "stage.1", "", "stage", "1");
    row("a shortcut", Gesture::press, "", "Alt+3", "stage", "3");
    row("a key of a control", Gesture::press, "memoryChart", "Down", "stage", "2");
    row("a command", Gesture::trigger, "plan.stage1", "", "stage", "1");
  }
  void gestures_do_what_a_person_would() {
    QFETCH(int, gesture);
    QFETCH(QString, on);
    QFETCH(QString, value);
    QFETCH(QString, control);
    QFETCH(QString, reads);
    zp::test::WindowFixture fixture;
    QVERIFY(fixture.show());
    QCOMPARE(perform({static_cast<Gesture>(gesture), toStd(on), toStd(value)}, *fixture.window,
                     fixture.window->actions(), {}),
             QString());
    const auto found = findControl(*fixture.window, control);
    QVERIFY(found.has_value());
    QCOMPARE(found->text, reads);
  }
  void a_file_is_dropped() {
    zp::test::WindowFixture fixture;
    QVERIFY(fixture.show());
    fixture.write(u"c.json"_s, R"({"train_batch_size": 17, "zero_optimization": {"stage": 2}})");
    QCOMPARE(perform({Gesture::drop, "", "c.json"}, *fixture.window, fixture.window->actions(),
                     fixture.folder.path()),
             QString());
    QCOMPARE(fixture.window->currentView(), u"config"_s);
  }
  void what_cannot_be_done_is_told_data() {
    QTest::addColumn<int>("gesture");
    QTest::addColumn<QString>("on");
    QTest::newRow("no such control") << static_cast<int>(Gesture::click) << u"moon"_s;
    QTest::newRow("no such bar") << static_cast<int>(Gesture::click) << u"memoryChart/ZeRO-9"_s;
    QTest::newRow("no such command") << static_cast<int>(Gesture::trigger) << u"plan.stage9"_s;
    QTest::newRow("no such choice") << static_cast<int>(Gesture::choose) << u"modelPreset"_s;
    QTest::newRow("nothing to drag") << static_cast<int>(Gesture::drag) << u"stage"_s;
    QTest::newRow("no such shortcut") << static_cast<int>(Gesture::press) << QString();
  }
  void what_cannot_be_done_is_told() {
    QFETCH(int, gesture);
    QFETCH(QString, on);
    zp::test::WindowFixture fixture;
    QVERIFY(fixture.show());
    QVERIFY(!perform({static_cast<Gesture>(gesture), toStd(on), "F35"}, *fixture.window,
                     fixture.window->actions(), {})
                 .isEmpty());
  }
  void what_stands_in_a_control_is_found_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("name");
    for (const auto& [view, name] :
         {std::pair{"memory", "memoryChart/ZeRO-2/Gradients"}, std::pair{"memory", "views/Speed"},
          std::pair{"memory", "toolBar/edit.undo"}, std::pair{"config", "configText/zero_optimization"},
          std::pair{"table", "strategyTable/ZeRO-3"}, std::pair{"memory", "overlapComm"}})
      QTest::newRow(name) << QString::fromLatin1(view) << QString::fromLatin1(name);
  }
  void what_stands_in_a_control_is_found() {
    QFETCH(QString, view);
    QFETCH(QString, name);
    zp::test::WindowFixture fixture;
    QVERIFY(fixture.show());
    fixture.window->showView(view);
    findControl(*fixture.window, name);  // a group that unfolds is laid out in the next turn
    QCoreApplication::processEvents();
    const auto found = findControl(*fixture.window, name);
    QVERIFY(found.has_value());
    QVERIFY(found->widget->isVisible());
    QVERIFY(!found->text.isEmpty());
    QVERIFY(found->widget->rect().intersects(found->rect));
  }
};

ZP_TEST(TutorialHandTest)
#include "tutorial_hand_test.moc"
