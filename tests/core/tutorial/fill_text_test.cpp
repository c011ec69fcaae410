// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tutorial/fill_text.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;

/// Tests of a tutorial's text filled with the program's answers, and of its statements that are not true.
class FillTextTest : public QObject {
  Q_OBJECT

 private slots:
  void a_picture_is_followed_by_what_its_numbers_say() {
    QCOMPARE(filled("![The window](step:begin)\n"),
             QByteArray("# Title\n![The window](trial-begin.png)\n\n1. First: begin.\n2. Second.\n"));
  }
  void expressions_are_of_the_step_pictured_last() {
    QCOMPARE(filled("{{text(x)}}\n![W](step:end)\n{{text(x)}}, {{begin: text(x)}}\n"),
             QByteArray("# Title\nbegin\n![W](trial-end.png)\nend, begin\n"));
  }
  void links_lead_to_pictures_and_to_other_tutorials() {
    QCOMPARE(filled("See [this](step:end) and [that](tutorial:other).\n"),
             QByteArray("# Title\nSee [this](trial-end.png) and [that](other.md).\n"));
  }
  void a_check_leaves_nothing_behind() {
    QCOMPARE(filled("a\n{{check 1 < 2}}\nb\n"), QByteArray("# Title\na\nb\n"));
  }
  void a_command_is_run_and_its_lines_are_kept() {
    QCOMPARE(filled("```console end lines=2-2 status=1\nzero-planner say so\n```\nx\n"),
             QByteArray("# Title\n```console\n$ zero-planner say so\n…\nend say so\n…\n```\nx\n"));
  }
  void a_block_keeps_the_lines_that_it_asks_for_data() {
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("kept");
    QTest::newRow("all") << QByteArray() << QByteArray("one\nbegin say\nthree\n");
    QTest::newRow("first") << QByteArray(" lines=1-1") << QByteArray("one\n…\n");
    QTest::newRow("last") << QByteArray(" lines=3-3") << QByteArray("…\nthree\n");
    QTest::newRow("one number") << QByteArray(" lines=2") << QByteArray("…\nbegin say\n…\n");
    QTest::newRow("more than there are") << QByteArray(" lines=2-9") << QByteArray("…\nbegin say\nthree\n");
    QTest::newRow("from nought") << QByteArray(" lines=0-1") << QByteArray("one\n…\n");
  }
  void a_block_keeps_the_lines_that_it_asks_for() {
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, kept);
    const QByteArray block = "```console status=1" + options + "\nzero-planner say\n```\n";
    const QByteArray filling = "# Title\n```console\n$ zero-planner say\n" + kept + "```\n";
    QCOMPARE(filled(block + "\nx\n"), filling + "\nx\n");
    QCOMPARE(filled(block), filling);
    QCOMPARE(filled(block + block), filling + filling.mid(8));
    QCOMPARE(filled("```console status=1" + options + "\nzero-planner say\n"), filling);  // not closed
  }
  void a_block_without_a_command_is_told() {
    QCOMPARE(fill("```console status=1").problems.size(), 1u);
    QCOMPARE(fill("```console status=1\n").problems.size(), 1u);
  }
  void a_line_has_several_expressions_and_links() {
    QCOMPARE(filled("{{1 count}}{{2 count}} {{end: text(x)}} }} {{open\n"),
             QByteArray("# Title\n12 end }} {{open\n"));
    QCOMPARE(filled("[a](step:begin) [b](step:end) [c](tutorial:d) [e](step:open\n"),
             QByteArray("# Title\n[a](trial-begin.png) [b](trial-end.png) [c](d.md) [e](step:open\n"));
  }
  void what_is_not_true_is_told_with_its_line_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("a check") << QByteArray("a\n{{check 2 < 1}}\n")
                             << QByteArray("trial.md:2: {{check 2 < 1}}");
    QTest::newRow("a step") << QByteArray("![x](step:nowhere)\n") << QByteArray("no step nowhere");
    QTest::newRow("a command's status")
        << QByteArray("```console\nzero-planner say\n```\n") << QByteArray("exits with 1");
    QTest::newRow("no command of ours")
        << QByteArray("```console status=1\nls\n```\n") << QByteArray("begins with zero-planner");
    QTest::newRow("a word of the block")
        << QByteArray("```console status=1 colour\nzero-planner say\n```\n") << QByteArray("What is colour?");
  }
  void what_is_not_true_is_told_with_its_line() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, said);
    const FilledText result = fill(text);
    QCOMPARE(result.problems.size(), 1u);
    QVERIFY2(QByteArray::fromStdString(result.problems[0]).contains(said), result.problems[0].c_str());
  }
  void quoted_controls_are_those_of_text_and_marks() {
    QCOMPARE(quoted_controls(trial("text(a)text(b){{text(a)}}")), (std::vector<std::string>{"a", "b", "x"}));
    QCOMPARE(quoted_controls(trial("{{text(a/b c)}} {{text(x)}}")), (std::vector<std::string>{"a/b c", "x"}));
  }

 private:
  static Tutorial trial(const QByteArray& text) {
    return read_tutorial("trial",
                         R"({"title": "Title", "about": "About.", "plan": {"model": {"preset": "gpt-2-124m"}},
      "steps": [
        {"id": "begin", "title": "Begin", "marks": [{"on": "x", "say": "First: {{text(x)}}."}, {"on": "y"},
                                                     {"on": "z", "say": "Second."}]},
        {"id": "end", "title": "End"}]})",
                         text.toStdString());
  }
  static FilledText fill(const QByteArray& text) {
    Facts facts(
        [](const std::string& step, const std::string& command) -> CommandOutcome {
          return {1, "one\n" + step + " " + command + "\nthree\n", "no"};
        },
        [](const std::string& step, const std::string&) { return step; });
    return fill_text(trial(text), facts);
  }
  static QByteArray filled(const QByteArray& text) {
    const FilledText result = fill(text);
    for (const std::string& problem : result.problems)
      qWarning("%s", problem.c_str());
    return result.problems.empty() ? QByteArray::fromStdString(result.markdown) : QByteArray();
  }
};

ZP_TEST(FillTextTest)
#include "fill_text_test.moc"
