// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray solved_plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}})";

}  // namespace

/// Tests of solve: the edge of what fits, as text and as JSON.
class SolveCliTest : public QObject {
  Q_OBJECT

 private slots:
  void every_unknown_has_an_answer_that_estimate_confirms_data() {
    QTest::addColumn<QString>("unknown");
    for (const char* unknown : {"max-parameters", "max-micro-batch", "max-sequence-length", "min-gpus"})
      QTest::newRow(unknown) << QString::fromLatin1(unknown);
  }
  void every_unknown_has_an_answer_that_estimate_confirms() {
    QFETCH(QString, unknown);
    const Outcome solved = run_on(solved_plan, {"solve", "-", "--for", unknown, "--json"});
    QVERIFY2(solved.status == 0, describe(solved));
    const Json answer = solved.json();
    QCOMPARE(answer["format"].get<std::string>(), std::string("zero-solve/1"));
    QCOMPARE(QString::fromStdString(answer["for"].get<std::string>()), unknown);
    const Json& found = answer["candidates"][0]["plan"];
    const Outcome estimate = run_on(QByteArray::fromStdString(found.dump()), {"estimate", "-", "--json"});
    QCOMPARE(estimate.status, 0);
    QVERIFY(estimate.json()["gpu"]["fits"].get<bool>());
    const Outcome text = run_on(solved_plan, {"solve", "-", "--for", unknown});
    QVERIFY2(text.out.contains("would not do"), describe(text));
    QVERIFY2(text.out.contains(" a step ("), describe(text));
  }

  void nothing_that_fits_is_the_answer_no() {
    const Outcome solved = run_on(R"({"model": {"preset": "llama-3.1-405b"}, "zero": {"stage": 0}})",
                                  {"solve", "-", "--for", "min-gpus", "--json"});
    QCOMPARE(solved.status, 1);
    QVERIFY(solved.json()["candidates"].empty());
  }

  void an_unknown_that_is_none_is_refused() {
    const Outcome solved = run_on(solved_plan, {"solve", "-", "--for", "max-fun"});
    QCOMPARE(solved.status, 2);
    QVERIFY2(solved.err.contains("max-parameters"), describe(solved));
  }
};

ZP_TEST(SolveCliTest)
#include "solve_test.moc"
