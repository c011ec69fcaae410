// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/dialogs.h"

#include <QAbstractButton>
#include <QMessageBox>
#include <QTimer>
#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the message boxes that stop the program, answered with the keyboard.
class DialogsTest : public QObject {
  Q_OBJECT

 private slots:
  void every_button_has_an_access_key_of_its_own() {
    QStringList names;
    for (const auto& ask :
         {std::function<void()>([] { dialogs::askUnsaved(nullptr, u"plan"_s); }),
          std::function<void()>([] { dialogs::askChanged(nullptr, u"plan"_s); }),
          std::function<void()>([] { dialogs::askRestore(nullptr, u"Unsaved work."_s); }),
          std::function<void()>([] { dialogs::askModel(nullptr, u"No such model."_s, u"Llama 2 7B"_s); }),
          std::function<void()>([] { dialogs::askReplace(nullptr, u"run"_s, {u"a"_s}); })}) {
      QStringList keys;
      inBox([&keys](QMessageBox& box) {
        for (const QAbstractButton* button : box.buttons())
          keys << button->shortcut().toString();
        box.reject();
      });
      ask();
      QVERIFY(!keys.isEmpty());
      QVERIFY2(!keys.contains(QString()), qPrintable(keys.join(u' ')));
      QCOMPARE(QSet<QString>(keys.begin(), keys.end()).size(), keys.size());
    }
  }
  void unsaved_changes_are_answered_by_key_data() {
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("answer");
    QTest::newRow("save") << static_cast<int>(Qt::Key_S) << static_cast<int>(dialogs::Answer::save);
    QTest::newRow("discard") << static_cast<int>(Qt::Key_D) << static_cast<int>(dialogs::Answer::discard);
    QTest::newRow("cancel") << static_cast<int>(Qt::Key_C) << static_cast<int>(dialogs::Answer::cancel);
  }
  void unsaved_changes_are_answered_by_key() {
    QFETCH(int, key);
    QFETCH(int, answer);
    inBox([key](QMessageBox& box) { QTest::keyClick(&box, static_cast<Qt::Key>(key), Qt::AltModifier); });
    QCOMPARE(static_cast<int>(dialogs::askUnsaved(nullptr, u"plan"_s)), answer);
  }

 private:
  /// Calls `act` with the next message box as soon as that is in front.
  static void inBox(const std::function<void(QMessageBox&)>& act) {
    QTimer::singleShot(0, qApp, [act] {
      auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
      if (box == nullptr || !QTest::qWaitForWindowActive(box)) qFatal("no box");
      QTimer::singleShot(5000, box, &QMessageBox::reject);  // ends the test if the key does nothing
      act(*box);
    });
  }
};

ZP_TEST(DialogsTest)
#include "dialogs_test.moc"
