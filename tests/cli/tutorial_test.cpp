// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QColor>
#include <QDir>
#include <QImage>
#include <QMap>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

constexpr int time_limit = 240'000;
constexpr double largest_difference = 0.1;
constexpr int tolerance = 12;  // pixels by which a place may differ, because fonts differ a little
const QColor mark_color[] = {QColor(0x7B1FA2), QColor(0xD7A6FF)};

/// Returns the text with every number replaced by #, because this test does not check numbers.
QString without_numbers(const Json& text) {
  static const QRegularExpression number(QStringLiteral("\\d[\\d.,]*"));
  return QString::fromStdString(text.get<std::string>()).replace(number, QStringLiteral("#"));
}

bool is_near(const Json& a, const Json& b) {
  for (const char* side : {"x", "y", "width", "height"})
    if (std::abs(a[side].get<int>() - b[side].get<int>()) > tolerance) return false;
  return true;
}

/// Returns true if the line of a frame is found within 6 pixels of the control's left or right side.
bool is_framed(const QImage& picture, const Json& mark, const QColor& color) {
  const int left = mark["x"], right = left + mark["width"].get<int>(), top = mark["y"],
            bottom = top + mark["height"].get<int>();
  for (int y = top; y <= bottom; ++y)
    for (int away = -6; away <= 6; ++away)
      for (const int x : {left + away, right + away})
        if (picture.valid(x, y) && picture.pixelColor(x, y) == color) return true;
  return false;
}

double share_that_differs(const QImage& a, const QImage& b) {
  int count = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x)
      count += a.pixel(x, y) != b.pixel(x, y);
  return static_cast<double>(count) / (a.width() * a.height());
}

/// Returns the colour that most pixels of a control have.
QColor most_of(const QImage& picture, const Json& mark) {
  QMap<QRgb, int> counts;
  for (int y = mark["y"]; y < mark["y"].get<int>() + mark["height"].get<int>(); ++y)
    for (int x = mark["x"]; x < mark["x"].get<int>() + mark["width"].get<int>(); ++x)
      if (picture.valid(x, y)) ++counts[picture.pixel(x, y)];
  return counts.isEmpty() ? QColor() : QColor(std::max_element(counts.begin(), counts.end()).key());
}

}  // namespace

/// Tests of tutorial: makes every picture of every tutorial and compares its structure with the stored one.
class TutorialTest : public QObject {
  Q_OBJECT

 private slots:
  /// Makes all tutorials twice in the light theme and once in the dark theme, at the same time.
  void initTestCase() {
    struct Making {
      QString folder, theme;
      QProcess process = QProcess();
    };
    Making makings[] = {{path("light"), "light"}, {path("again"), "light"}, {path("dark"), "dark"}};
    for (Making& each : makings)
      each.process.start(program_path(), {"tutorial", "--out", each.folder, "--theme", each.theme, "--json"});
    for (Making& each : makings) {
      QVERIFY(each.process.waitForFinished(time_limit));
      const QByteArray told = each.process.readAllStandardError();
      QVERIFY2(each.process.exitCode() == 0, told);  // 1 means that a number or a sentence is no longer true
      QCOMPARE(told, QByteArray());
      made_[each.theme] = Json::parse(each.process.readAllStandardOutput());
    }
  }

  void two_runs_are_the_same_to_the_byte() {
    const QStringList files = QDir(path("light")).entryList(QDir::Files);
    QVERIFY(files.size() >= 32);
    QCOMPARE(QDir(path("again")).entryList(QDir::Files), files);
    for (const QString& file : files)
      QVERIFY2(read_file(path("light/") + file) == read_file(path("again/") + file), qPrintable(file));
  }

  /// Update the stored structure with: cmake --build BUILD --target tutorials
  void pictures_have_the_structure_they_had_data() {
    QTest::addColumn<QString>("theme");
    QTest::newRow("light") << QStringLiteral("light");
    QTest::newRow("dark") << QStringLiteral("dark");
  }
  void pictures_have_the_structure_they_had() {
    QFETCH(QString, theme);
    const Json held = Json::parse(read_file(QStringLiteral(ZP_TEST_DATA "/tutorials.json")));
    const Json& made = made_[theme];
    QCOMPARE(made["tutorials"].size(), held["tutorials"].size());
    for (std::size_t t = 0; t < made["tutorials"].size(); ++t) {
      const Json& pictures = made["tutorials"][t]["pictures"];
      const Json& held_pictures = held["tutorials"][t]["pictures"];
      QCOMPARE(pictures.size(), held_pictures.size());
      for (std::size_t p = 0; p < pictures.size(); ++p) {
        const QByteArray file = QByteArray::fromStdString(pictures[p]["file"]);
        QCOMPARE(pictures[p]["step"], held_pictures[p]["step"]);
        QCOMPARE(pictures[p]["marks"].size(), held_pictures[p]["marks"].size());
        for (std::size_t m = 0; m < pictures[p]["marks"].size(); ++m) {
          const Json &mark = pictures[p]["marks"][m], &before = held_pictures[p]["marks"][m];
          const QByteArray told = file + ": " + QByteArray::fromStdString(mark.dump()) + " was " +
                                  QByteArray::fromStdString(before.dump());
          QVERIFY2(mark["on"] == before["on"] && mark["number"] == before["number"], told);
          QVERIFY2(without_numbers(mark["text"]) == without_numbers(before["text"]), told);
          QVERIFY2(is_near(mark, before), told);
        }
      }
    }
  }

  void marks_stand_in_the_pictures_data() { pictures_have_the_structure_they_had_data(); }
  void marks_stand_in_the_pictures() {
    QFETCH(QString, theme);
    for (const Json& tutorial : made_[theme]["tutorials"])
      for (const Json& picture : tutorial["pictures"]) {
        const QImage image(QString::fromStdString(picture["file"]));
        QCOMPARE(image.size(), QSize(picture["width"], picture["height"]));
        for (const Json& mark : picture["marks"]) {
          const QByteArray told = QByteArray::fromStdString(picture["file"].get<std::string>() + mark.dump());
          QVERIFY2(image.rect().contains(QPoint(mark["x"].get<int>() + mark["width"].get<int>() / 2,
                                                mark["y"].get<int>() + mark["height"].get<int>() / 2)),
                   told);
          QVERIFY2(is_framed(image, mark, mark_color[theme == "dark"]), told);
        }
      }
  }

  void parts_of_memory_have_their_colours() {
    const QImage picture(path("light/which-stage-bars.png"));
    const Json& marks = made_["light"]["tutorials"][1]["pictures"][0]["marks"];
    const QColor colors[] = {QColor(0x009E73), QColor(0x56B4E9), QColor(0x0072B2)};
    for (std::size_t i = 0; i < 3; ++i)
      QCOMPARE(most_of(picture, marks[i]), colors[i]);
  }

  /// Numbers in the pictures may differ a little; the look may not.
  void pictures_of_the_readme_are_these() {
    const QDir kept(QStringLiteral(ZP_SOURCE_DIR "/resources/tutorials/pictures"));
    const QStringList files = kept.entryList({QStringLiteral("*.png")}, QDir::Files);
    QVERIFY(files.size() >= 6);
    for (const QString& file : files) {
      const QImage before(kept.filePath(file)), now(path("light/") + file);
      QCOMPARE(before.size(), now.size());
      QVERIFY2(share_that_differs(before, now) < largest_difference, qPrintable(file));
    }
  }
  void window_of_the_readme_is_this() {
    const QString kept = QStringLiteral(ZP_SOURCE_DIR "/resources/tutorials/"), made = path("window.png");
    const Outcome outcome = run_program(
        {"screenshot", kept + "window.zplan.json", "--out", made, "--theme", "light", "--size", "1280x800"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    const QImage before(kept + "window-light.png"), now(made);
    QCOMPARE(before.size(), now.size());
    QVERIFY(share_that_differs(before, now) < largest_difference);
  }

  void texts_are_filled() {
    for (const Json& tutorial : made_["light"]["tutorials"]) {
      const QByteArray text = read_file(QString::fromStdString(tutorial["file"]));
      QVERIFY2(!text.contains("{{") && !text.contains("](step:") && !text.contains("](tutorial:"), text);
      for (const Json& picture : tutorial["pictures"])
        QVERIFY(text.contains("](" + QFileInfo(QString::fromStdString(picture["file"])).fileName().toUtf8() +
                              ")"));
    }
  }

  void one_of_them_into_a_folder_of_its_own() {
    const QString folder = path("one/of them");
    const Outcome outcome = run_program({"tutorial", "first-plan", "--out", folder});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(outcome.out.count('\n'), QDir(folder).entryList(QDir::Files).size());
  }
  void no_such_tutorial() {
    const Outcome outcome = run_program({"tutorial", "last-plan", "--out", path("none")});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains("first-plan"), describe(outcome));
    QVERIFY(!QDir(path("none")).exists());
  }
  void a_folder_that_cannot_be_made() {
    write_file(path("file"), "x");
    const Outcome outcome = run_program({"tutorial", "first-plan", "--out", path("file/below")});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("below"), describe(outcome));
  }

 private:
  [[nodiscard]] QString path(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }

  QTemporaryDir folder_;
  QMap<QString, Json> made_;
};

ZP_TEST(TutorialTest)
#include "tutorial_test.moc"
