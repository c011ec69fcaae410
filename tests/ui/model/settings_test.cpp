// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/settings.h"

#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class SettingsTest : public QObject {
  Q_OBJECT

 private slots:
  void starts_with_defaults() {
    const Settings settings(folder_.filePath(u"fresh.ini"_s));
    QCOMPARE(settings.theme(), ThemeChoice::system);
    QVERIFY(settings.recentFiles().isEmpty());
    QVERIFY(!settings.hintDismissed());
    QVERIFY(!settings.allStrategies());
    QVERIFY(!settings.stepChart());
    QVERIFY(settings.groupOpen(u"advanced"_s, true));
    QVERIFY(!settings.groupOpen(u"advanced"_s, false));
  }

  void remembers() {
    const QString file = folder_.filePath(u"kept.ini"_s);
    {
      Settings settings(file);
      settings.setTheme(ThemeChoice::dark);
      settings.dismissHint();
      settings.setGroupOpen(u"advanced"_s, true);
      settings.setAllStrategies(true);
      settings.setStepChart(true);
      settings.setHoldsGlobalBatch(true);
      settings.setLastFolder(u"/somewhere"_s);
      settings.setLastFolder(u"/logs"_s, FolderOf::logs);
    }
    const Settings settings(file);
    QCOMPARE(settings.theme(), ThemeChoice::dark);
    QVERIFY(settings.hintDismissed());
    QVERIFY(settings.groupOpen(u"advanced"_s, false));
    QVERIFY(settings.allStrategies());
    QVERIFY(settings.stepChart());
    QVERIFY(settings.holdsGlobalBatch());
    QCOMPARE(settings.lastFolder(), u"/somewhere"_s);
    QCOMPARE(settings.lastFolder(FolderOf::logs), u"/logs"_s);
    QCOMPARE(settings.lastFolder(FolderOf::exports), u"/somewhere"_s);  // none was written yet
  }

  void recent_files_are_eight_the_latest_first() {
    Settings settings(folder_.filePath(u"recent.ini"_s));
    for (int i = 0; i < 10; ++i)
      settings.addRecentFile(u"/plans/%1.zplan.json"_s.arg(i));
    settings.addRecentFile(u"/plans/5.zplan.json"_s);
    QCOMPARE(settings.recentFiles().size(), 8);
    QCOMPARE(settings.recentFiles().at(0), u"/plans/5.zplan.json"_s);
    QCOMPARE(settings.recentFiles().at(1), u"/plans/9.zplan.json"_s);
    QCOMPARE(settings.recentFiles().count(u"/plans/5.zplan.json"_s), 1);
    settings.removeRecentFile(u"/plans/9.zplan.json"_s);
    QVERIFY(!settings.recentFiles().contains(u"/plans/9.zplan.json"_s));
  }

  void a_word_that_is_no_theme_is_the_system_s() {
    const QString file = folder_.filePath(u"odd.ini"_s);
    QSettings(file, QSettings::IniFormat).setValue(u"window/theme"_s, u"sepia"_s);
    QCOMPARE(Settings(file).theme(), ThemeChoice::system);
  }

 private:
  QTemporaryDir folder_;
};

ZP_TEST(SettingsTest)
#include "settings_test.moc"
