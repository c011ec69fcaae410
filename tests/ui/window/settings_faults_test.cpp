// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "ui/model/settings.h"
#include "ui/window/main_window.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests that the window opens with the usable part of any settings.
class SettingsFaultsTest : public QObject {
  Q_OBJECT

 private slots:
  void the_window_opens_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("noise") << QByteArray("\x00\xff\xfe[[[\n\x01=\x02\n]%%%", 17);
    QTest::newRow("another kind of file") << QByteArray("{\"window\": {\"theme\": \"dark\"}}");
    QTest::newRow("cut off") << QByteArray("[window]\ngeometry=\"@ByteArray(\\x1\\xd9\\xd0");
    QTest::newRow("unknown words") << QByteArray(
        "[window]\ntheme=pink\nhintDismissed=perhaps\n[choice]\n"
        "objective=fame\nchangedFreedom=everything, nothing\n");
    QTest::newRow("wrong types") << QByteArray(
        "[window]\ntheme=@Variant(\\0\\0\\0\\x7f)\ngeometry=7\n"
        "splitter=@Size(1 2)\n[files]\nrecent=@Invalid()\nfolder=1, 2, 3\n"
        "[chart]\nallStrategies=-1\noverOneStep=@Rect(0 0 0 0)\n");
    QTest::newRow("geometry of another screen") << QByteArray(
        "[window]\ngeometry=@ByteArray("
        "\\x1\\xd9\\xd0\\xcb\\0\\x3\\0\\0\\x7f\\xff\\xff\\xff\\x7f\\xff\\xff\\xff"
        "\\x7f\\xff\\xff\\xff\\x7f\\xff\\xff\\xff)\n");
  }
  void the_window_opens() {
    QFETCH(QByteArray, content);
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"settings.ini"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    Settings settings(file.fileName());
    MainWindow window(settings);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QVERIFY(window.model().document() == example_plan());
    QVERIFY(!window.size().isEmpty());
    QVERIFY(window.close());
  }

  /// The settings are not remembered, and nothing else is lost.
  void settings_that_cannot_be_written() {
    const QTemporaryDir folder;
    QFile file(folder.filePath(u"no-folder"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    Settings settings(folder.filePath(u"no-folder/settings.ini"_s));
    settings.setTheme(ThemeChoice::dark);
    MainWindow window(settings);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const QString plan = folder.filePath(u"plan.zplan.json"_s);
    window.model().save(plan);
    QVERIFY(window.openFile(plan));
    QVERIFY(window.close());
  }
};

ZP_TEST(SettingsFaultsTest)
#include "settings_faults_test.moc"
