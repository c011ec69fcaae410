// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <limits>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray at_stage_2 = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})";
const QByteArray at_stage_3 = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}})";
const QByteArray config =
    R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true}, "zero_optimization": {"stage": 3}})";

}  // namespace

/// Tests of diff: how two plans differ, and the effect of the differences.
class DiffTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  [[nodiscard]] QString file(const char* name) const { return folder_.filePath(QString::fromLatin1(name)); }

 private slots:
  void initTestCase() {
    write_file(file("2.json"), at_stage_2);
    write_file(file("3.json"), at_stage_3);
    write_file(file("ds.json"), config);
    write_file(file("big.json"), R"({"model": {"preset": "llama-2-70b"}, "zero": {"stage": 1}})");
  }

  void figures_are_those_of_estimate() {
    const Outcome outcome = run_program({"diff", file("2.json"), file("3.json"), "--json"});
    QVERIFY2(outcome.status == 1, describe(outcome));
    const Json diff = outcome.json();
    QCOMPARE(diff["format"].get<std::string>(), std::string("zero-diff/1"));
    QVERIFY(!diff["equal"].get<bool>());
    QCOMPARE(diff["keys"].size(), std::size_t{1});
    QCOMPARE(diff["keys"][0]["path"].get<std::string>(), std::string("zero.stage"));
    QCOMPARE(diff["keys"][0]["a"].get<int>(), 2);
    QCOMPARE(diff["keys"][0]["b"].get<int>(), 3);
    for (const auto& [side, name] : {std::pair("a", "2.json"), std::pair("b", "3.json")}) {
      const Json estimate = run_program({"estimate", file(name), "--json"}).json();
      QCOMPARE(diff[side]["peak"].get<std::int64_t>(), estimate["gpu"]["peak"].get<std::int64_t>());
      QCOMPARE(diff[side]["step_s"].get<double>(), estimate["step"]["total_s"].get<double>());
      QCOMPARE(diff[side]["tokens_per_s"].get<double>(),
               estimate["throughput"]["tokens_per_s"].get<double>());
      for (const Json& change : diff["ledger"]) {
        std::int64_t bytes = 0;
        for (const Json& entry : estimate["ledger"])
          if (entry["id"] == change["id"]) bytes = entry["bytes"].get<std::int64_t>();
        QCOMPARE(change[side].get<std::int64_t>(), bytes);
      }
    }
  }

  void the_largest_change_comes_first_and_times_add_up() {
    const Json diff = run_program({"diff", file("2.json"), file("3.json"), "--json"}).json();
    std::int64_t last = std::numeric_limits<std::int64_t>::max();
    for (const Json& change : diff["ledger"]) {
      const std::int64_t bytes = change["change"].get<std::int64_t>();
      QVERIFY(bytes != 0 && std::abs(bytes) <= last);
      QCOMPARE(bytes, change["b"].get<std::int64_t>() - change["a"].get<std::int64_t>());
      last = std::abs(bytes);
    }
    double seconds = 0;
    for (const Json& change : diff["time_ledger"])
      seconds += change["change_s"].get<double>();
    const double step = diff["b"]["step_s"].get<double>() - diff["a"]["step_s"].get<double>();
    QVERIFY2(std::abs(seconds - step) < 1e-9, qPrintable(QString::number(seconds - step)));
  }

  void text_begins_with_the_verdict() {
    const Outcome outcome = run_program({"diff", file("2.json"), file("3.json")});
    QCOMPARE(outcome.status, 1);
    const QString text = QString::fromUtf8(outcome.out);
    const QRegularExpression verdict(
        QStringLiteral("^B needs [\\d.]+\\W+GiB less per GPU and is [\\d.]+\\W+% (?:slower|faster)\\.\n"));
    QVERIFY2(text.contains(verdict), describe(outcome));
    for (const char* part : {"Keys that differ", "zero.stage", "states.weights", "Weights gathered for"})
      QVERIFY2(text.contains(QString::fromLatin1(part)), part);
  }

  void one_plan_written_twice_is_no_difference() {
    write_file(file("default.json"),
               R"({"zero": {"stage": 2, "reduce_bucket_size": 5e8, "offload_param": {"device": "none"}},
                   "training": {"precision": "bf16"}, "model": {"preset": "Llama 2 7B"}})");
    const Outcome outcome = run_program({"diff", file("2.json"), file("default.json")});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(outcome.out, QByteArray("A and B are the same plan.\n"));
    const Json json = run_program({"diff", file("2.json"), file("default.json"), "--json"}).json();
    QVERIFY(json["equal"].get<bool>() && json["keys"].empty() && json["ledger"].empty());
  }

  void only_one_fits() {
    const Outcome outcome = run_program({"diff", file("big.json"), file("2.json")});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.out.contains("Only B fits; A is ✗ short by"), describe(outcome));
  }

  void set_changes_b_or_a_copy_of_a() {
    const Outcome copy = run_program({"diff", file("2.json"), "--set", "zero.stage=3", "--json"});
    QCOMPARE(copy.out, run_program({"diff", file("2.json"), file("3.json"), "--json"}).out);
    const Outcome same = run_program({"diff", file("2.json"), file("3.json"), "--set", "zero.stage=2"});
    QVERIFY2(same.status == 0, describe(same));
    const Outcome alone = run_program({"diff", file("2.json")});
    QVERIFY2(alone.status == 2 && alone.err.contains("--set"), describe(alone));
  }

  void a_ds_config_takes_model_and_cluster_from_the_other_or_from_plan() {
    const Outcome other = run_on(config, {"diff", file("2.json"), "-", "--json"});
    QVERIFY2(other.status == 1, describe(other));
    QCOMPARE(other.json()["keys"].size(), std::size_t{1});
    const Outcome given = run_program({"diff", file("ds.json"), file("ds.json"), "--plan", file("2.json")});
    QVERIFY2(given.status == 0, describe(given));
    const Outcome none = run_program({"diff", file("ds.json"), file("ds.json")});
    QVERIFY2(none.status == 2 && none.err.contains("--plan"), describe(none));
  }

  void what_deepspeed_stops_at_is_told() {
    const Outcome outcome = run_program(
        {"diff", file("2.json"), "--set", "zero.offload_param=cpu", "--set", "training.optimizer=lamb"});
    QCOMPARE(outcome.status, 1);
    const Outcome json = run_program({"diff", file("2.json"), "--set", "zero.offload_optimizer=cpu", "--set",
                                      "training.optimizer=lamb", "--json"});
    QVERIFY2(!json.json()["b"]["issues"].empty() && json.json()["a"]["issues"].empty(), describe(json));
  }

  void unusable_input_is_told() {
    for (const QStringList& arguments :
         {QStringList{"diff", "-", "-"}, QStringList{"diff", file("2.json"), file("missing.json")},
          QStringList{"diff", file("2.json"), file("3.json"), "--set", "zero.stag=1"}}) {
      const Outcome outcome = run_on(at_stage_2, arguments);
      QVERIFY2(outcome.status == 2, describe(outcome));
      QCOMPARE(outcome.out, QByteArray());
    }
  }
};

ZP_TEST(DiffTest)
#include "diff_test.moc"
