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
