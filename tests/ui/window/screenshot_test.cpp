// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/model/text.h"
#include "ui/window/app.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// take_screenshot makes the application object itself, so there is none here.
class ScreenshotTest : public QObject {
  Q_OBJECT

 private slots:
  void two_pictures_are_the_same_to_the_byte_data() {
    QTest::addColumn<QByteArray>("view");
    const QByteArrayList names = QByteArray::fromStdString(picture_names()).split(',');
    QCOMPARE(names.size(), 17);
    for (const QByteArray& name : names)
      QTest::newRow(name.trimmed()) << name.trimmed();
  }
  void two_pictures_are_the_same_to_the_byte() {
    QFETCH(QByteArray, view);
    ScreenshotOptions options;
    options.view = view.toStdString();
    const QByteArray first = picture(options);
    QVERIFY(!first.isEmpty());
    QVERIFY(picture(options) == first);
    QCOMPARE(QImage::fromData(first).size(), QSize(1280, 800));
  }
  void size_and_scale_are_followed() {
    ScreenshotOptions options;
    options.width = 1024;
    options.height = 700;
    options.scale = 2;
    QCOMPARE(QImage::fromData(picture(options)).size(), QSize(2048, 1400));
  }
  void the_themes_differ() {
    ScreenshotOptions light, dark;
    dark.theme = "dark";
    QVERIFY(QImage::fromData(picture(dark)).pixelColor(2, 790).lightness() <
            QImage::fromData(picture(light)).pixelColor(2, 790).lightness());
  }
  void the_welcome_view_has_the_hint() {
    ScreenshotOptions memory, welcome;
    welcome.view = "welcome";
    QVERIFY(picture(memory) != picture(welcome));
  }
  void one_step_and_how_right_it_is_are_views_of_their_own() {
    ScreenshotOptions memory, step, accuracy;
    step.view = "step";
    accuracy.view = "accuracy";
    QVERIFY(picture(memory) != picture(step));
    QVERIFY(picture(memory) != picture(accuracy));
  }
  void every_view_is_a_picture_of_its_own() {
    ScreenshotOptions memory, speed, scaling;
    speed.view = "speed";
    scaling.view = "scaling";
    const QByteArray pictures[] = {picture(memory), picture(speed), picture(scaling)};
    QVERIFY(pictures[0] != pictures[1]);
    QVERIFY(pictures[1] != pictures[2]);
  }
  void a_plan_is_shown() {
    QFile file(folder_.filePath(u"p.zplan.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"model": {"preset": "gpt-3-175b"}})");
    file.close();
    ScreenshotOptions example, plan;
    plan.plan_file = toStd(file.fileName());
    QVERIFY(picture(example) != picture(plan));
  }

  void a_ds_config_is_shown_with_its_problems() {
    QFile file(folder_.filePath(u"ds_config.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"train_batch_size": 17, "zero_optimization": {"stage": 2}})");
    file.close();
    ScreenshotOptions plan, config;
    plan.view = config.view = "config";
    config.plan_file = toStd(file.fileName());
    const QByteArray shot = picture(config);
    QVERIFY(!shot.isEmpty() && shot != picture(plan));
    QVERIFY(shot == picture(config));
  }

  void what_cannot_be_done_is_refused_data() {
    QTest::addColumn<QByteArray>("view");
    QTest::addColumn<QByteArray>("theme");
    QTest::addColumn<QByteArray>("plan");
    QTest::newRow("a view of a later version") << QByteArray("roles") << QByteArray("light") << QByteArray();
    QTest::newRow("no such theme") << QByteArray("memory") << QByteArray("sepia") << QByteArray();
    QTest::newRow("no such plan") << QByteArray("memory") << QByteArray("light")
                                  << QByteArray("/nowhere/plan.zplan.json");
  }
  void what_cannot_be_done_is_refused() {
    QFETCH(QByteArray, view);
    QFETCH(QByteArray, theme);
    QFETCH(QByteArray, plan);
    ScreenshotOptions options;
    options.view = view.toStdString();
    options.theme = theme.toStdString();
    options.plan_file = plan.toStdString();
    options.out_file = toStd(folder_.filePath(u"never.png"_s));
    QCOMPARE(take(options), 2);
    QVERIFY(!QFile::exists(folder_.filePath(u"never.png"_s)));
  }

 private:
  static int take(const ScreenshotOptions& options) {
    char name[] = "zero-planner";
    char* arguments[] = {name, nullptr};
    int count = 1;
    return take_screenshot(options, count, arguments);
  }
  QByteArray picture(ScreenshotOptions options) {
    const QString out = folder_.filePath(u"out.png"_s);
    QFile::remove(out);
    options.out_file = toStd(out);
    if (take(options) != 0) return {};
    QFile file(out);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  QTemporaryDir folder_;
};

ZP_TEST_WITHOUT_APPLICATION(ScreenshotTest)
#include "screenshot_test.moc"
