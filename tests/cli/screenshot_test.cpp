// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

/// Tests of screenshot: it writes a picture of the size asked for, or a sentence and no file.
class ScreenshotTest : public QObject {
  Q_OBJECT

 private slots:
  void a_picture_of_the_size_asked_for_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QSize>("size");
    QTest::newRow("defaults") << QStringList{} << QSize(1280, 800);
    QTest::newRow("size") << QStringList{"--size", "1100x750"} << QSize(1100, 750);
    QTest::newRow("twice as sharp") << QStringList{"--scale", "2"} << QSize(2560, 1600);
    QTest::newRow("speed") << QStringList{"--view", "speed"} << QSize(1280, 800);
    QTest::newRow("scaling, small") << QStringList{"--view", "scaling", "--size", "1024x700"}
                                    << QSize(1024, 700);
    QTest::newRow("another view, dark")
        << QStringList{"--view", "table", "--theme", "dark"} << QSize(1280, 800);
  }
  void a_picture_of_the_size_asked_for() {
    QFETCH(QStringList, options);
    QFETCH(QSize, size);
    const QTemporaryDir folder;
    QProcessEnvironment environment = plain_environment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"})
      environment.remove(QString::fromLatin1(name));
    const QString plan = folder.filePath("plan.json");
    write_file(plan, R"({"model": {"preset": "llama-2-13b"}, "zero": {"stage": 3}})");
    const QString out = folder.filePath("picture.png");
    const Outcome outcome =
        run_program(QStringList{"screenshot", plan, "--out", out} + options, {}, environment);
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(QImage(out).size(), size);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
             (QStringList{"picture.png", "plan.json"}));
  }

  /// Without fonts, a home or an existing style, Qt says what is missing, and the picture is still made.
  void a_picture_without_what_a_desktop_has() {
    const QTemporaryDir folder;
    QProcessEnvironment bare;
    bare.insert("PATH", "/usr/bin:/bin");
    bare.insert("HOME", "/nonexistent");
    bare.insert("FONTCONFIG_FILE", "/dev/null");
    bare.insert("QT_STYLE_OVERRIDE", "nosuch");
    bare.insert("QT_PLUGIN_PATH", "/nonexistent");
    const QString file = folder.filePath("bare.png");
    const Outcome outcome = run_program({"screenshot", "--out", file}, {}, bare);
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(QImage(file).size(), QSize(1280, 800));
  }
  void a_ds_config_can_stand_in_the_plans_place() {
    const QTemporaryDir folder;
    const QString config = folder.filePath("ds_config.json"), out = folder.filePath("picture.png");
    write_file(config, R"({"train_batch_size": 17, "zero_optimization": {"stage": 2}})");
    const Outcome outcome = run_program({"screenshot", config, "--view", "config", "--out", out});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(QImage(out).size(), QSize(1280, 800));
  }

  void no_picture_of_what_cannot_be_used_data() {
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("said");
    const QByteArray good = R"({"model": {"preset": "llama-2-13b"}})";
    QTest::newRow("broken plan") << QByteArray("{") << QStringList{} << QByteArray("plan.json: Line 1");
    QTest::newRow("impossible plan") << QByteArray(R"({"model": {"parameters": 7e9}, "zero": {"stage": 8}})")
                                     << QStringList{} << QByteArray("zero.stage");
    QTest::newRow("unknown view") << good << QStringList{"--view", "moon"} << QByteArray("moon");
    QTest::newRow("folder that is not there")
        << good << QStringList{"--out", "/nowhere/at/all.png"} << QByteArray("/nowhere/at/all.png");
  }
  void no_picture_of_what_cannot_be_used() {
    QFETCH(QByteArray, plan);
    QFETCH(QStringList, options);
    QFETCH(QByteArray, said);
    const QTemporaryDir folder;
    const QString path = folder.filePath("plan.json");
    write_file(path, plan);
    if (!options.contains("--out")) options << "--out" << folder.filePath("picture.png");
    const Outcome outcome = run_program(QStringList{"screenshot", path} + options);
    QVERIFY2(outcome.status == 2, describe(outcome));
    QVERIFY2(outcome.err.contains(said), describe(outcome));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"plan.json"});
  }
};

ZP_TEST(ScreenshotTest)
#include "screenshot_test.moc"
