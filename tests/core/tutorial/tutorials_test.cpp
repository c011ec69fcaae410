// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QSet>
#include <QtTest>

#include "core/tutorial/tutorial.h"
#include "tests/support/test_main.h"

using namespace zp;

Q_DECLARE_METATYPE(const zp::Tutorial*)

/// Tests of the tutorials that exist, as they are written.
class TutorialsTest : public QObject {
  Q_OBJECT

 private slots:
  void there_are_eight_with_two_dozen_pictures() {
    QVERIFY(tutorials().size() >= 8);
    std::size_t pictures = 0;
    for (const Tutorial& tutorial : tutorials())
      pictures += tutorial.steps.size();
    QVERIFY(pictures >= 24);
    QCOMPARE(find_tutorial("first-plan"), &tutorials()[0]);
    QVERIFY(find_tutorial("last-plan") == nullptr);
  }

  void every_step_is_shown_once_and_says_something_data() { each(); }
  void every_step_is_shown_once_and_says_something() {
    QFETCH(const Tutorial*, tutorial);
    QSet<QString> ids;
    for (const TutorialStep& step : tutorial->steps) {
      const QString id = QString::fromStdString(step.id);
      QVERIFY2(!ids.contains(id), qPrintable(id));
      ids << id;
      QCOMPARE(text(*tutorial).count(QStringLiteral("](step:%1)\n").arg(id)), 1);
      QVERIFY2(!step.marks.empty(), qPrintable(id));
    }
  }

  void links_to_tutorials_lead_somewhere_data() { each(); }
  void links_to_tutorials_lead_somewhere() {
    QFETCH(const Tutorial*, tutorial);
    static const QRegularExpression link(QStringLiteral("\\]\\(tutorial:([^)]*)\\)"));
    for (const QRegularExpressionMatch& match : link.globalMatch(text(*tutorial)))
      QVERIFY2(find_tutorial(match.captured(1).toStdString()) != nullptr, qPrintable(match.captured(1)));
  }

  /// Every number that the program computes is written as an expression. Names have digits too: ZeRO-3, A100,
  /// stage 2, 80 GB.
  void no_number_is_typed_data() { each(); }
  void no_number_is_typed() {
    QFETCH(const Tutorial*, tutorial);
    static const QRegularExpression free(
        QStringLiteral("```.*?```|\\{\\{.*?\\}\\}|\\]\\([^)]*\\)|`[^`]*`|[Ss]tage \\d"),
        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression number(QStringLiteral("(?<![\\w.,-])\\d[\\d.,]*(?![\\w-])"));
    QString prose = text(*tutorial).remove(free);
    for (const TutorialStep& step : tutorial->steps)
      for (const TutorialMark& mark : step.marks)
        prose += u'\n' + QString::fromStdString(mark.sentence).remove(free);
    const QRegularExpressionMatch typed = number.match(prose);
    QVERIFY2(!typed.hasMatch(), qPrintable(prose.mid(typed.capturedStart() - 40, 80)));
  }

  void a_script_is_read_whole() {
    const Tutorial read = read_tutorial("trial", R"({"title": "T", "about": "A.",
      "plan": {"model": {"preset": "gpt-2-124m"}},
      "files": [{"name": "a.txt", "text": "t"}, {"name": "b.sh", "lines": ["x", "y"]},
                {"name": "c.json", "json": {"k": 1}}],
      "steps": [{"id": "one", "title": "First", "size": [640, 480], "window": "dialog", "crop": ["a", "b"],
                 "actions": [{"do": "type", "on": "field", "value": "4"}, {"do": "click", "on": "button"},
                             {"do": "press", "value": "Ctrl+B"}, {"do": "drop", "value": "a.txt"}],
                 "marks": [{"on": "m", "say": "S."}, {"on": "n"}]},
                {"id": "two", "title": "Second"}]})",
                                        "text\n");
    QCOMPARE(read.name + read.title + read.about + read.text, "trialTA.text\n");
    QCOMPARE(read.plan.plan.model.preset->id, "gpt-2-124m");
    QCOMPARE(read.files.size(), 3u);
    QCOMPARE(read.files[0].name + ": " + read.files[0].text, "a.txt: t");
    QCOMPARE(read.files[1].name + ": " + read.files[1].text, "b.sh: x\ny\n");
    QCOMPARE(read.files[2].name + ": " + read.files[2].text, "c.json: {\n  \"k\": 1\n}\n");
    const TutorialStep &one = read.steps.at(0), &two = read.steps.at(1);
    QCOMPARE(one.id + one.title + one.window, "oneFirstdialog");
    QCOMPARE(std::pair(one.width, one.height), std::pair(640, 480));
    QCOMPARE(one.crop, (std::vector<std::string>{"a", "b"}));
    QCOMPARE(one.actions.size(), 4u);
    QCOMPARE(one.actions[0].gesture, Gesture::type);
    QCOMPARE(one.actions[0].control + one.actions[0].value, "field4");
    QCOMPARE(one.actions[1].control + one.actions[1].value, "button");
    QCOMPARE(one.actions[2].control + one.actions[2].value, "Ctrl+B");
    QCOMPARE(one.actions[3].control + one.actions[3].value, "a.txt");
    QCOMPARE(one.marks.size(), 2u);
    QCOMPARE(one.marks[0].control + one.marks[0].sentence, "mS.");
    QCOMPARE(one.marks[1].control + one.marks[1].sentence, "n");
    QCOMPARE(two.id + two.title + two.window, "twoSecond");
    QCOMPARE(std::pair(two.width, two.height), std::pair(1280, 800));
    QVERIFY(two.actions.empty() && two.crop.empty() && two.marks.empty());
  }

  void what_a_script_must_not_say_is_refused_data() {
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("path");
    const QByteArray head = R"({"title": "T", "about": "A", "plan": {"model": {"preset": "gpt-2-124m"}}, )";
    QTest::newRow("unknown key") << head + R"("stebs": []})" << QByteArray("stebs");
    QTest::newRow("no steps") << head + R"("steps": []})" << QByteArray("steps");
    QTest::newRow("no plan") << QByteArray(R"({"title": "T", "about": "A", "steps": []})")
                             << QByteArray("plan");
    QTest::newRow("no gesture")
        << head + R"("steps": [{"id": "a", "title": "A", "actions": [{"do": "shake"}]}]})"
        << QByteArray("steps[0].actions[0].do");
    QTest::newRow("nothing to click on")
        << head + R"("steps": [{"id": "a", "title": "A", "actions": [{"do": "click"}]}]})"
        << QByteArray("steps[0].actions[0].on");
    QTest::newRow("no title") << QByteArray(R"({"about": "A", "plan": {}, "steps": []})")
                              << QByteArray("title");
    QTest::newRow("no sentence for lists")
        << QByteArray(R"({"title": "T", "plan": {}, "steps": []})") << QByteArray("about");
    QTest::newRow("a step without a name")
        << head + R"("steps": [{"title": "A"}]})" << QByteArray("steps[0].id");
    QTest::newRow("a step without a title")
        << head + R"("steps": [{"id": "a"}]})" << QByteArray("steps[0].title");
    QTest::newRow("a width of text") << head + R"("steps": [{"id": "a", "title": "A", "size": ["1", 2]}]})"
                                     << QByteArray("steps[0].size");
    QTest::newRow("a height of text")
        << head + R"("steps": [{"id": "a", "title": "A", "size": [1, "2"]}]})" << QByteArray("steps[0].size");
    QTest::newRow("a mark on nothing")
        << head + R"("steps": [{"id": "a", "title": "A", "marks": [{"on": "b"}, {"say": "c"}]}]})"
        << QByteArray("steps[0].marks[1].on");
    QTest::newRow("nothing to type")
        << head + R"("steps": [{"id": "a", "title": "A", "actions": [{"do": "type", "on": "x"}]}]})"
        << QByteArray("steps[0].actions[0].value");
    QTest::newRow("nothing to press")
        << head + R"("steps": [{"id": "a", "title": "A", "actions": [{"do": "press"}]}]})"
        << QByteArray("steps[0].actions[0].value");
    QTest::newRow("a file without a name")
        << head + R"("files": [{"text": "t"}], "steps": [{"id": "a", "title": "A"}]})"
        << QByteArray("files[0].name");
    QTest::newRow("an empty file") << head +
                                          R"("files": [{"name": "f"}], "steps": [{"id": "a", "title": "A"}]})"
                                   << QByteArray("files[0].text");
    QTest::newRow("a line of a file that is a number")
        << head + R"("files": [{"name": "f", "lines": ["a", 2]}], "steps": [{"id": "a", "title": "A"}]})"
        << QByteArray("files[0].lines[1]");
    QTest::newRow("no list of steps") << head + R"("steps": {"id": "a"}})" << QByteArray("steps");
    QTest::newRow("a step that is a text") << head + R"("steps": ["a"]})" << QByteArray("steps[0]");
    QTest::newRow("no size") << head + R"("steps": [{"id": "a", "title": "A", "size": [1]}]})"
                             << QByteArray("steps[0].size");
  }
  void what_a_script_must_not_say_is_refused() {
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, path);
    try {
      read_tutorial("t", script.toStdString(), "");
      QFAIL("it was taken");
    } catch (const FileError& error) {
      QCOMPARE(QByteArray::fromStdString(error.path()), path);
    }
  }

 private:
  static QString text(const Tutorial& tutorial) { return QString::fromStdString(tutorial.text); }
  static void each() {
    QTest::addColumn<const Tutorial*>("tutorial");
    for (const Tutorial& tutorial : tutorials())
      QTest::newRow(tutorial.name.c_str()) << &tutorial;
  }
};

ZP_TEST(TutorialsTest)
#include "tutorials_test.moc"
