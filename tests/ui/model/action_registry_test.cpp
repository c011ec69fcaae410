// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/action_registry.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class ActionRegistryTest : public QObject {
  Q_OBJECT

 private slots:
  void finds_and_runs_by_id() {
    ActionRegistry actions;
    int runs = 0;
    actions.add(u"File"_s, u"file.save"_s, u"&Save"_s, {QKeySequence(u"Ctrl+S"_s)}, [&runs] { ++runs; });
    QAction* action = actions.find(u"file.save"_s);
    QVERIFY(action != nullptr);
    action->trigger();
    QCOMPARE(runs, 1);
    QCOMPARE(action->shortcut(), QKeySequence(u"Ctrl+S"_s));
    QCOMPARE(actions.entries().size(), 1);
    QCOMPARE(actions.entries().front().section, u"File"_s);
  }
  void knows_what_it_does_not_have() {
    const ActionRegistry actions;
    QCOMPARE(actions.find(u"file.save"_s), nullptr);
  }
};

ZP_TEST(ActionRegistryTest)
#include "action_registry_test.moc"
