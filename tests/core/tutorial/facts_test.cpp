// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tutorial/facts.h"

#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;

/// Tests of the expressions that tutorials have over the answers of commands.
class FactsTest : public QObject {
  Q_OBJECT

 private slots:
  void an_expression_is_what_the_program_answers_data() {
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("bytes") << QByteArray("estimate/gpu/peak GiB") << QByteArray("3.0\u202FGiB");
    QTest::newRow("by name") << QByteArray("estimate/candidates/b.c/s seconds") << QByteArray("2.00\u202Fs");
    QTest::newRow("by number") << QByteArray("estimate/candidates/0/s seconds") << QByteArray("1.00\u202Fs");
    QTest::newRow("a text") << QByteArray("estimate/word") << QByteArray("fits");
    QTest::newRow("a command line") << QByteArray("[solve plan.zplan.json --for x]/answer count")
                                    << QByteArray("1,200");
    QTest::newRow("from left to right") << QByteArray("estimate/a + 4 × 2 count") << QByteArray("12");
    QTest::newRow("quotient") << QByteArray("8 ÷ estimate/a - 1 number") << QByteArray("3");
    QTest::newRow("many terms") << QByteArray("1 + 2 + 3 × 4 - 5 ÷ 2 number") << QByteArray("9.5");
    QTest::newRow("last of a list") << QByteArray("estimate/candidates/1/name") << QByteArray("b.c");
    QTest::newRow("bytes whole") << QByteArray("1024 bytes") << QByteArray("1,024\u202Fbytes");
    QTest::newRow("GB") << QByteArray("2000000000 GB") << QByteArray("2.00\u202FGB");
    QTest::newRow("GB/s") << QByteArray("25 GB/s") << QByteArray("25\u202FGB/s");
    QTest::newRow("percent") << QByteArray("0.5 percent") << QByteArray("50\u202F%");
    QTest::newRow("tokens") << QByteArray("4096 tokens/s") << QByteArray("4,096\u202Ftokens/s");
    QTest::newRow("parameters") << QByteArray("7000000000 parameters") << QByteArray("7.00\u202FB");
    QTest::newRow("rounded to whole") << QByteArray("2.6 count") << QByteArray("3");
    QTest::newRow("true of sums") << QByteArray("check 1 + 1 < estimate/a + 1") << QByteArray();
    QTest::newRow("true of the larger") << QByteArray("check estimate/a > 1") << QByteArray();
    QTest::newRow("a control") << QByteArray("text(chart/ZeRO-2 · opt→CPU)")
                               << QByteArray("at here: chart/ZeRO-2 · opt→CPU");
    QTest::newRow("true") << QByteArray("check estimate/a < 3") << QByteArray();
    QTest::newRow("true of a text") << QByteArray("check estimate/word = \"fits\"") << QByteArray();
    QTest::newRow("true of a flag") << QByteArray("check estimate/yes = true") << QByteArray();
  }
  void an_expression_is_what_the_program_answers() {
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, value);
    QCOMPARE(QByteArray::fromStdString(facts().evaluate("here", expression.toStdString())), value);
  }

  void what_is_not_so_is_told_data() {
    QTest::addColumn<QByteArray>("expression");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("not true") << QByteArray("check estimate/a > 3") << QByteArray("not true: 2 > 3");
    QTest::newRow("not equal") << QByteArray("check estimate/yes = false") << QByteArray("not true");
    QTest::newRow("no such key") << QByteArray("estimate/gpu/peek GiB") << QByteArray("has no gpu/peek");
    QTest::newRow("no form") << QByteArray("estimate/a") << QByteArray("needs a form");
    QTest::newRow("unknown form") << QByteArray("estimate/a furlongs") << QByteArray("furlongs");
    QTest::newRow("a text as number") << QByteArray("estimate/word GiB") << QByteArray("no number");
    QTest::newRow("equal is not less") << QByteArray("check 2 < estimate/a") << QByteArray("not true: 2");
    QTest::newRow("equal is not more") << QByteArray("check 2 > estimate/a") << QByteArray("not true: 2");
    QTest::newRow("a text first in a sum")
        << QByteArray("1 + estimate/word + 2 count") << QByteArray("estimate/word is");
    QTest::newRow("a sum to a text") << QByteArray("estimate/yes + 1 count") << QByteArray("estimate/yes is");
    QTest::newRow("a text compared") << QByteArray("check 1 < estimate/word")
                                     << QByteArray("estimate/word is");
    QTest::newRow("behind a check") << QByteArray("check 1 < 2 furlongs") << QByteArray("furlongs");
    QTest::newRow("behind a form") << QByteArray("1 count GiB") << QByteArray("no form");
    QTest::newRow("behind a list") << QByteArray("estimate/candidates/2/s count")
                                   << QByteArray("has no candidates/2");
    QTest::newRow("before a list") << QByteArray("estimate/candidates/-1/s count")
                                   << QByteArray("has no candidates/-1");
    QTest::newRow("below a number") << QByteArray("estimate/a/b count") << QByteArray("has no a/b");
    QTest::newRow("no path") << QByteArray("estimate count") << QByteArray("neither");
    QTest::newRow("no path of a line") << QByteArray("[solve x] count") << QByteArray("no path");
    QTest::newRow("no term of a sum") << QByteArray("check 1 <") << QByteArray("missing");
    QTest::newRow("no answer") << QByteArray("nothing/a count") << QByteArray("broken plan");
    QTest::newRow("no comparison") << QByteArray("check estimate/a") << QByteArray("compares");
    QTest::newRow("empty") << QByteArray("") << QByteArray("missing");
  }
  void what_is_not_so_is_told() {
    QFETCH(QByteArray, expression);
    QFETCH(QByteArray, said);
    try {
      facts().evaluate("here", expression.toStdString());
      QFAIL("nothing was said");
    } catch (const FileError& error) {
      QVERIFY2(QByteArray(error.what()).contains(said), error.what());
    }
  }

  void a_command_is_asked_once_a_step() {
    int asked = 0;
    Facts counting(
        [&](const std::string&, const std::string&) {
          ++asked;
          return CommandOutcome{0, R"({"a": 1})", ""};
        },
        nullptr);
    counting.evaluate("one", "estimate/a count");
    counting.evaluate("one", "estimate/a + estimate/a count");
    QCOMPARE(asked, 1);
    counting.evaluate("two", "estimate/a count");
    QCOMPARE(asked, 2);
  }

 private:
  static Facts facts() {
    return {
        [](const std::string&, const std::string& command) -> CommandOutcome {
          if (command == "estimate plan.zplan.json --json")
            return {0,
                    R"({"gpu": {"peak": 3221225472}, "a": 2, "word": "fits", "yes": true,
                            "candidates": [{"name": "a", "s": 1.0}, {"name": "b.c", "s": 2.0}]})",
                    ""};
          if (command == "solve plan.zplan.json --for x --json") return {0, R"({"answer": 1200})", ""};
          return {2, "", "broken plan"};
        },
        [](const std::string& step, const std::string& control) { return "at " + step + ": " + control; }};
  }
};

ZP_TEST(FactsTest)
#include "facts_test.moc"
