// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray llama_plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})";

/// A log whose rate is at most half of the plan's.
const QByteArray slow_run =
    "[timer.py:260:stop] epoch=0/micro_step=10/global_step=10, RunningAvgSamplesPerSec=7.0, "
    "CurrSamplesPerSec=7.0, MemAllocated=14.9GB, MaxMemAllocated=30.1GB\n";

}  // namespace

/// Tests of calibrate, which learns a machine's own constants from the logs of its runs.
class CalibrateTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    write_file(plan(), llama_plan);
    write_file(log(), slow_run);
  }

  void constants_are_shown_before_and_after_with_their_source() {
    const Outcome outcome = run_program({"calibrate", plan(), log(), "--date", "2026-11-22"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    for (const char* part : {"measured.compute", "TFLOPS", "matrix products of this generation", "run.log:1",
                             "Calibrated on 8 × ", "2026-11-22", "median"})
      QVERIFY2(outcome.out.contains(part), describe(outcome));
  }

  void the_plan_is_written_with_what_was_learned_and_reset_takes_it_back() {
    const QString out = folder_.filePath(QStringLiteral("out.json"));
    QCOMPARE(run_program({"calibrate", plan(), log(), "--out", out}).status, 0);
    const double before = step_of(plan()), after = step_of(out);
    QVERIFY(after > 1.05 * before);
    QCOMPARE(run_program({"calibrate", out, "--reset", "--out", out}).status, 0);
    QCOMPARE(step_of(out), before);
  }

  void a_profile_is_shared_by_plans_and_learns_more() {
    const QString profile = folder_.filePath(QStringLiteral("node.json"));
    const QStringList arguments = {"calibrate", plan(), log(), "--profile", profile, "--machine", "node 7"};
    QCOMPARE(run_program(arguments).status, 0);
    const QString other = folder_.filePath(QStringLiteral("other.json"));
    write_file(other, R"({"model": {"preset": "llama-2-13b"}, "cluster": {"profile": "node.json"}})");
    const double once = step_of(other);
    QVERIFY(once > 1.05 * step_of(other, {"--set", "measured.compute=1", "--set", "measured.host_work=1",
                                          "--set", "measured.node_link=1"}));
    QCOMPARE(run_program(arguments).status, 0);
    QVERIFY(step_of(other) > once);
    QFile::remove(profile);
    const Outcome outcome = run_program({"estimate", other});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("cluster.profile"), describe(outcome));
  }

  void json_has_every_part() {
    const Json json = run_program({"calibrate", plan(), log(), "--json"}).json();
    QCOMPARE(json["format"].get<std::string>(), std::string("zero-calibration/1"));
    for (const char* key : {"key", "title", "before", "after", "value_before", "value_after", "source"})
      QVERIFY2(json["constants"].front().contains(key), key);
    for (const char* key : {"quantity", "moment", "measured", "before", "after", "file", "line"})
      QVERIFY2(json["figures"].front().contains(key), key);
    QVERIFY(json["measured"]["runs"]["one_node"].get<int>() == 1);
    QVERIFY(json["error_after"].get<double>() < json["error_before"].get<double>());
  }

  void a_log_that_says_nothing_is_a_no_and_writes_nothing() {
    write_file(log(), "hello\n");
    const QString out = folder_.filePath(QStringLiteral("none.json"));
    const Outcome outcome = run_program({"calibrate", plan(), log(), "--out", out});
    QVERIFY2(outcome.status == 1 && outcome.out.contains("is not used"), describe(outcome));
    QVERIFY(!QFile::exists(out));
  }

  void unusable_command_lines_are_told() {
    QVERIFY(run_program({"calibrate", plan()}).err.contains("needs a LOG"));
    QVERIFY(run_program({"calibrate", plan(), log(), "--reset"}).err.contains("takes no LOG"));
    QVERIFY(run_program({"calibrate", "-", "-"}).err.contains("Only one file"));
    QCOMPARE(run_program({"calibrate", plan(), QStringLiteral("missing.log")}).status, 2);
  }

 private:
  [[nodiscard]] QString plan() const { return folder_.filePath(QStringLiteral("plan.json")); }
  [[nodiscard]] QString log() const { return folder_.filePath(QStringLiteral("run.log")); }
  static double step_of(const QString& path, const QStringList& more = {}) {
    return run_program(QStringList{"estimate", path, "--json"} + more)
        .json()["step"]["total_s"]
        .get<double>();
  }

  QTemporaryDir folder_;
};

ZP_TEST(CalibrateTest)
#include "calibrate_test.moc"
