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
        prose += u'\n' + QString::fromStdString(mark.say).remove(free);
    const QRegularExpressionMatch typed = number.match(prose);
    QVERIFY2(!typed.hasMatch(), qPrintable(prose.mid(typed.capturedStart() - 40, 80)));
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
