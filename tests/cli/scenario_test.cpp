// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray three = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}, "scenarios": [
  {"name": "Base"}, {"name": "all apart", "plan": {"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}}},
  {"name": "too big", "plan": {"model": {"preset": "llama-2-70b"}, "zero": {"stage": 0}}}]})";

}  // namespace

/// Tests of several named plans in one file, on the command line.
class ScenarioTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString plan_ = folder_.filePath(QStringLiteral("plan.zplan.json"));

 private slots:
  void initTestCase() { write_file(plan_, three); }

  void the_files_own_plan_without_a_name() {
    const Json own = run_program({"estimate", plan_, "--json"}).json();
    const Json base = run_program({"estimate", plan_, "--scenario", "Base", "--json"}).json();
    QVERIFY(own == base);
  }
  void one_by_option_or_behind_the_file() {
    const Outcome by_option = run_program({"estimate", plan_, "--scenario", "all apart", "--json"});
    QCOMPARE(by_option.status, 0);
    QVERIFY(by_option.out != run_program({"estimate", plan_, "--json"}).out);
    QCOMPARE(run_program({"estimate", plan_ + QStringLiteral("#all apart"), "--json"}).out, by_option.out);
    const Outcome changed =
        run_program({"estimate", plan_, "--scenario", "all apart", "--set", "zero.stage=2", "--json"});
    QCOMPARE(changed.json()["gpu"]["peak"], run_program({"estimate", plan_, "--json"}).json()["gpu"]["peak"]);
  }
  void a_name_that_is_not_there() {
    const Outcome outcome = run_program({"estimate", plan_, "--scenario", "huge"});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains("the file has Base, all apart, too big"), describe(outcome));
    QVERIFY2(run_program({"estimate", plan_ + QStringLiteral("#Base"), "--scenario", "Base"}).status == 2,
             "");
  }
  void two_of_them_differ() {
    const Outcome outcome = run_program(
        {"diff", plan_ + QStringLiteral("#Base"), plan_ + QStringLiteral("#all apart"), "--json"});
    QVERIFY2(outcome.status == 1, describe(outcome));
    QCOMPARE(outcome.json()["keys"].size(), std::size_t{1});
    QCOMPARE(outcome.json()["keys"][0]["path"].get<std::string>(), std::string("zero.stage"));
  }
  void all_of_them_beside_each_other() {
    const Outcome outcome = run_program({"compare", plan_, "--scenarios", "--json"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    const Json candidates = outcome.json()["candidates"];
    QCOMPARE(outcome.json()["format"].get<std::string>(), std::string("zero-compare/1"));
    QCOMPARE(candidates.size(), std::size_t{3});
    QCOMPARE(candidates[1]["name"].get<std::string>(), std::string("all apart"));
    QCOMPARE(candidates[1]["estimate"]["gpu"]["peak"],
             run_program({"estimate", plan_, "--scenario", "all apart", "--json"}).json()["gpu"]["peak"]);
    const Outcome text = run_program({"compare", plan_, "--scenarios"});
    QVERIFY2(text.out.contains("all apart") && text.out.contains("too big"), describe(text));
  }
  void a_file_without_them() {
    const Outcome outcome = run_on(R"({"model": {"preset": "gpt2"}})", {"compare", "-", "--scenarios"});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.err.contains("without scenarios"), describe(outcome));
  }
  void a_file_whose_name_has_the_sign() {
    const QString path = folder_.filePath(QStringLiteral("run#1.json"));
    write_file(path, R"({"model": {"preset": "gpt2"}})");
    QCOMPARE(run_program({"estimate", path, "--json"}).status, 0);
  }
};

ZP_TEST(ScenarioTest)
#include "scenario_test.moc"
