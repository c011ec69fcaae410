// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_picture.h"

#include <QClipboard>
#include <QFile>
#include <QPainter>
#include <QRegularExpression>
#include <QSet>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QXmlStreamReader>
#include <QtTest>

#include "chart_samples.h"
#include "tests/support/test_main.h"
#include "ui/charts/chart_table.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the pictures of charts that the program copies or saves.
class ChartPictureTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    applyTheme(*qApp, ThemeChoice::light);
    chart_ = std::make_unique<MemoryChart>();
    chart_->setData(eightStrategies());
  }
  void cleanup() { chart_.reset(); }

  void formats_by_suffix_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("magic");
    QTest::newRow("png") << u"chart.png"_s << QByteArray("\x89PNG");
    QTest::newRow("svg") << u"chart.svg"_s << QByteArray("<?xml");
    QTest::newRow("pdf, capitals") << u"chart.PDF"_s << QByteArray("%PDF-");
  }
  void formats_by_suffix() {
    QFETCH(QString, name);
    QFETCH(QByteArray, magic);
    const QTemporaryDir folder;
    const QString path = folder.filePath(name);
    QCOMPARE(chart_->exportTo(path), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    QVERIFY(content.startsWith(magic));
    QVERIFY(content.size() > 5000);
  }

  void figures_go_to_the_clipboard_and_into_a_csv_file() {
    chart_->copyData();
    const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
    QCOMPARE(lines.size(), chart_->bars().rows.size() + 2);  // a header, and the end of the last line
    QVERIFY(lines[0].contains(u"\tParameters\t"));
    QVERIFY(lines[0].endsWith(u"Total\tLow\tHigh"));
    QCOMPARE(lines[1].section(u'\t', 0, 0), chart_->bars().rows.front().label);
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"chart.csv"_s);
    QCOMPARE(chart_->exportTo(path), QString());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()).count(u'\n'), lines.size() - 1);
  }
  void a_comma_in_a_name_is_quoted_in_csv() {
    BarChartData data;
    data.axis_title = u"GiB"_s;
    data.series = {{u"a"_s, {}}};
    data.rows.resize(1);
    data.rows[0].label = u"ZeRO-2, \"off\""_s;
    data.rows[0].parts = {{1.5, {}}};
    QCOMPARE(csvOf(chartTable(data)), u"GiB,a,Total,Low,High\n\"ZeRO-2, \"\"off\"\"\",1.5,1.5,,\n"_s);
  }

  void an_unknown_suffix_is_explained() {
    const QTemporaryDir folder;
    QVERIFY(chart_->exportTo(folder.filePath(u"chart.gif"_s)).contains(u".png"_s));
    QVERIFY(!QFile::exists(folder.filePath(u"chart.gif"_s)));
  }

  void a_file_that_cannot_be_written_is_explained() {
    const QTemporaryDir folder;
    QVERIFY(!chart_->exportTo(folder.filePath(u"no/such/folder/chart.png"_s)).isEmpty());
  }

  void scale_multiplies_the_pixels() {
    const QImage once = chart_->toImage(1);
    const QImage twice = chart_->toImage(2);
    QCOMPARE(twice.size(), once.size() * 2);
    QVERIFY(once.width() >= 900);
  }

  void it_is_light_whatever_the_screen_shows() {
    const QImage light = chart_->toImage();
    applyTheme(*qApp, ThemeChoice::dark);
    QApplication::processEvents();
    QCOMPARE(chart_->toImage(), light);
    QCOMPARE(light.pixelColor(2, 2), lightTheme().panel);
    QCOMPARE(themeColors().dark, true);  // the theme on screen was left alone
  }

  void the_screen_is_left_alone() {
    chart_->resize(640, 410);
    chart_->show();
    for (int turn = 0; turn < 3; ++turn)
      QApplication::processEvents();
    const QImage before = chart_->grab().toImage();
    QVERIFY(!chart_->toFile(PictureFormat::pdf).isEmpty());
    QApplication::processEvents();
    QCOMPARE(chart_->grab().toImage(), before);
  }

  void svg_is_valid_and_carries_title_note_and_labels() {
    const QByteArray svg = chart_->toFile(PictureFormat::svg);
    QSvgRenderer renderer(svg);
    QVERIFY(renderer.isValid());
    QXmlStreamReader xml(svg);
    QString text;
    while (!xml.atEnd())
      if (xml.readNext() == QXmlStreamReader::Characters) text += xml.text();
    QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
    for (const QString& part : {u"Memory per GPU <by> strategy"_s, u"1 GiB = 2³⁰ bytes"_s, u"ZeRO-3 · all"_s,
                                u"NVMe"_s, u"Logits and loss"_s, u"GiB per GPU"_s, u"+50.7"_s})
      QVERIFY2(text.contains(part), qPrintable(part));
  }

  void svg_text_has_one_size_for_all_labels() {
    // At QSvgGenerator's default resolution the same font comes out as 12 and as 9 pixels.
    const QString svg = QString::fromUtf8(chart_->toFile(PictureFormat::svg));
    QSet<QString> sizes;
    static const QRegularExpression size(u"font-size=\"([^\"]*)\""_s);
    for (const QRegularExpressionMatch& match : size.globalMatch(svg))
      sizes.insert(match.captured(1));
    QVERIFY(sizes.contains(u"12"_s));
    QVERIFY2(!sizes.contains(u"9"_s), qPrintable(QStringList(sizes.values()).join(u' ')));
  }

  void svg_looks_like_the_png() {
    const QImage png = chart_->toImage(1);
    QSvgRenderer renderer(chart_->toFile(PictureFormat::svg));
    QImage svg(png.size(), QImage::Format_RGB32);
    svg.fill(Qt::white);
    QPainter painter(&svg);
    renderer.render(&painter);
    painter.end();
    int different = 0;
    for (int y = 0; y < png.height(); ++y)
      for (int x = 0; x < png.width(); ++x) {
        const QColor a = png.pixelColor(x, y);
        const QColor b = svg.pixelColor(x, y);
        const int gap =
            std::abs(a.red() - b.red()) + std::abs(a.green() - b.green()) + std::abs(a.blue() - b.blue());
        different += gap > 120 ? 1 : 0;
      }
    const double share = 100.0 * different / (png.width() * png.height());
    qInfo("SVG and PNG: %.2f %% of the pixels differ", share);
    QVERIFY(share < 5);
  }

  void the_picture_grows_with_the_rows() {
    BarChartData bars = chart_->bars();
    const int eight = chart_->toImage().height();
    bars.rows.resize(4);
    chart_->setBars(bars);
    QVERIFY(chart_->toImage().height() < eight);
    bars.rows.clear();
    chart_->setBars(bars);
    QVERIFY(!chart_->toImage().isNull());
  }

 private:
  std::unique_ptr<MemoryChart> chart_;
};

ZP_TEST(ChartPictureTest)
#include "chart_picture_test.moc"
