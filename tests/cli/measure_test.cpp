// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QString logs = QStringLiteral(ZP_TEST_DATA "/run-logs/");
const QString gpt2_log = logs + QStringLiteral("k1-hwang-gpt2-zero1-4gpu.txt");
const QString message_log = logs + QStringLiteral("k2-tsai-3.9b-moe-zero3-8gpu-step-oom-0.18.6.txt");

const QByteArray gpt2_plan = R"({"model": {"preset": "gpt-2-124m"},
  "cluster": {"nodes": 1, "gpus_per_node": 4, "gpu": {"preset": "v100-sxm2-32gb"}},
  "training": {"precision": "fp16", "micro_batch_size": 4, "sequence_length": 1024, "optimizer": "adam"},
  "zero": {"stage": 1}, "target": {"deepspeed_version": "0.15.1"}})";

}  // namespace

/// Tests of measure, which compares logs of a run with its plan.
class MeasureTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { write_file(folder_.filePath(QStringLiteral("plan.json")), gpt2_plan); }

  void a_run_within_its_range_is_done() {
    const Outcome outcome = run_program({"measure", plan(), gpt2_log});
    QVERIFY2(outcome.status == 0, describe(outcome));
    for (const char* part : {"lines recognised", "After initializing ZeRO optimizer", "✓"})
      QVERIFY2(outcome.out.contains(part), describe(outcome));
  }

  void a_prediction_outside_its_range_is_a_no_and_the_log_tells_which_setting_is_other() {
    const Outcome outcome = run_program({"measure", plan(), gpt2_log, "--set", "zero.stage=0"});
    QVERIFY2(outcome.status == 1, describe(outcome));
    for (const char* part : {"✗", "The log contradicts the plan:", "--set zero.stage=1"})
      QVERIFY2(outcome.out.contains(part), describe(outcome));
  }

  void a_memory_snapshot_is_a_log() {
    const QString snapshot = QStringLiteral(ZP_TEST_DATA "/snapshots/zero2-step-protocol4.pickle");
    const Outcome outcome = run_program({"measure", plan(), snapshot});
    QVERIFY2(outcome.status == 1, describe(outcome));
    for (const char* part :
         {"PyTorch's memory snapshot (46)", "at its peak 119.0", "in backward", "older than the recording",
          "buffers.reduce", "stage_1_and_2.py:2502 setup_buckets"})
      QVERIFY2(outcome.out.contains(part), describe(outcome));

    const Outcome as_json = run_program({"measure", plan(), snapshot, "--json"});
    const Json json = as_json.json();
    QCOMPARE(json["observations"].size(), std::size_t{4});
    QCOMPARE(json["differences"].front()["moment"].get<std::string>(), std::string("peak in backward"));
    const Json& of_gpu = json["snapshots"].front();
    QCOMPARE(of_gpu["peak_allocated"].get<int>(), 119 << 20);
    QCOMPARE(of_gpu["components"]["communication_buffers"]["measured"].get<int>(), 16 << 20);
    QCOMPARE(of_gpu["older"]["measured"].get<int>(), 40 << 20);
    QCOMPARE(of_gpu["timeline"].size(), std::size_t{47});
    QCOMPARE(of_gpu["sites"].front()["origin"].get<std::string>(), std::string("before_recording"));

    const Outcome without_plan = run_program({"measure", "-", snapshot, "--json"});
    QVERIFY2(without_plan.status == 0, describe(without_plan));
    QVERIFY(!without_plan.json()["snapshots"].front().contains("components"));
  }

  void a_snapshot_that_would_run_code_is_refused() {
    const QString path = folder_.filePath(QStringLiteral("evil.pickle"));
    write_file(path, QByteArray("\x80\x04"
                                "cos\nsystem\n.",
                                14));
    const Outcome outcome = run_program({"measure", "-", path});
    QVERIFY2(outcome.status == 2 && outcome.out.isEmpty(), describe(outcome));
    QVERIFY2(outcome.err.contains("At byte 2, opcode GLOBAL would import or run code"), describe(outcome));
  }

  void json_has_every_part() {
    const Outcome outcome = run_program({"measure", plan(), gpt2_log, message_log, "--json"});
    QVERIFY2(outcome.status == 1, describe(outcome));
    const Json json = outcome.json();
    QCOMPARE(json["format"].get<std::string>(), std::string("zero-measure/1"));
    const Json& first = json["observations"].front();
    for (const char* key : {"quantity", "moment", "rank", "value", "unit", "file", "line"})
      QVERIFY2(first.contains(key), key);
    QVERIFY(json["observations"].size() > 50);
    for (const char* key :
         {"quantity", "moment", "measured", "predicted", "low", "high", "explanation", "file", "line"})
      QVERIFY2(json["differences"].front().contains(key), key);
    for (const char* key : {"path", "plan", "log", "set"})
      QVERIFY2(json["contradictions"].front().contains(key), key);
    QCOMPARE(json["oom"].size(), std::size_t{2});
    for (const Json& message : json["oom"]) {
      QCOMPARE(message["phase"].get<std::string>(), std::string("step"));
      QCOMPARE(message["requested_bytes"].get<std::int64_t>(), 1964947538);
      QCOMPARE(message["capacity_bytes"].get<std::int64_t>(), 85094039552);
      QVERIFY(message["short_by_bytes"].get<std::int64_t>() > 0);
      QVERIFY(message["cause"].is_string() && message["cures"].is_array());
    }
    QVERIFY(json["recognised"].get<int>() > 50 && json["unrecognised"].get<int>() > 10);
  }

  void without_a_plan_what_was_recognised_is_told() {
    QFile file(message_log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Outcome outcome = run_program({"measure", "-", "-", "--json"}, {file.readAll(), {}});
    QVERIFY2(outcome.status == 1, describe(outcome));  // the runs died
    const Json json = outcome.json();
    QCOMPARE(json["died"].front()["kind"].get<std::string>(), std::string("gpu_oom"));
    QCOMPARE(json["observations"].front()["file"].get<std::string>(), std::string("standard input"));
    QVERIFY(json["differences"].empty() && json["contradictions"].empty());
    QCOMPARE(json["oom"].size(), std::size_t{2});
    QCOMPARE(json["oom"][0]["cures"].size(), std::size_t{3});
  }

  void cures_are_settings_of_the_plan_that_fit_with_confidence() {
    const QByteArray message =
        "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 0.93 GiB. GPU 0 has a total capacity "
        "of 39.39 GiB of which 0.50 GiB is free. Of the allocated memory 38.00 GiB is allocated by PyTorch, "
        "and 0.10 GiB is reserved by PyTorch but unallocated.\n";
    write_file(folder_.filePath(QStringLiteral("plan.json")), R"({"model": {"preset": "llama-2-7b"},
      "cluster": {"nodes": 1, "gpus_per_node": 4, "gpu": {"preset": "a100-sxm4-40gb"}},
      "training": {"micro_batch_size": 2, "sequence_length": 4096}, "zero": {"stage": 2}})");
    const Json json = run_program({"measure", plan(), "-", "--json"}, {message, {}}).json();
    const Json& cures = json["oom"][0]["cures"];
    QVERIFY(cures.size() >= 2);
    for (const Json& cure : cures) {
      QStringList arguments = {"estimate", plan(), "--json"};
      for (const auto& [key, value] : cure["set"].items())
        arguments << "--set"
                  << QString::fromStdString(key + "=" +
                                            (value.is_string() ? value.get<std::string>() : value.dump()));
      const Json estimate = run_program(arguments).json();
      QVERIFY2(estimate["gpu"]["fits"].get<bool>(), cure.dump().c_str());
      QCOMPARE(estimate["gpu"]["peak"], cure["gpu_peak_bytes"]);
      QVERIFY2(cure["fits_probability"].get<double>() >= 0.9, cure.dump().c_str());
    }
  }

  void a_text_with_nothing_in_it_is_a_no() {
    const Outcome outcome = run_program({"measure", "-", "-"}, {"Dear all,\nsee you tomorrow.\n", {}});
    QVERIFY2(outcome.status == 1 && outcome.out.contains("0 of 2 lines recognised"), describe(outcome));
  }

  void unusable_input_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no file") << QStringList{"measure", "-"} << QByteArray("FILE is required");
    QTest::newRow("missing file") << QStringList{"measure", "-", "/no/such/run.log"}
                                  << QByteArray("/no/such/run.log");
    QTest::newRow("a setting of no plan")
        << QStringList{"measure", "-", gpt2_log, "--set", "zero.stage=1"} << QByteArray("--set needs a plan");
    QTest::newRow("standard input twice")
        << QStringList{"measure", "-", "-", "-"} << QByteArray("Only one FILE");
    QTest::newRow("a log as the plan") << QStringList{"measure", gpt2_log, gpt2_log} << gpt2_log.toUtf8();
  }
  void unusable_input() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const Outcome outcome = run_program(arguments, {"x\n", {}});
    QVERIFY2(outcome.status == 2 && outcome.out.isEmpty(), describe(outcome));
    QVERIFY2(outcome.err.contains(said), describe(outcome));
  }

  void a_long_log_that_grows_is_read_at_its_start_and_its_end() {
    const QString path = folder_.filePath(QStringLiteral("long.log"));
    const QByteArray line = "{'loss': 1.2345, 'grad_norm': 0.77, 'epoch': 0.01}\n";
    write_file(path,
               "--model_name_or_path Qwen/Qwen3-0.6B\n" + line.repeated(1'500'000) +
                   "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.00 GiB. GPU 0 has a "
                   "total capacity of 79.18 GiB of which 0.48 GiB is free.\n");
    const Outcome outcome =
        run_under(QStringLiteral("yes \"{'loss': 1.0, 'epoch': 0.02}\" | head -c 20000000 >> \"$3\" & "
                                 "\"$0\" \"$@\"; status=$?; wait; exit $status"),
                  {"measure", "-", path, "--json"});
    QVERIFY2(outcome.status == 1, describe(outcome).left(2000));
    const Json answer = outcome.json();
    QCOMPARE(answer["died"][0]["line"].get<int>(), 1'500'002);
    QVERIFY(answer["left_out"][0]["first_line"].get<int>() > 600'000);
    QVERIFY(answer["left_out"][0]["last_line"].get<int>() < 1'500'000);
    const Outcome words = run_program({"measure", "-", path});
    QVERIFY2(words.out.contains("Its start and its end were read"), describe(words).left(2000));
  }

  void a_file_too_large_is_refused_unread() {
    const QString path = folder_.filePath(QStringLiteral("large.log"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64{5} << 30));
    file.close();
    const Outcome outcome = run_program({"measure", "-", path});
    QVERIFY2(outcome.status == 2 && outcome.err.contains("larger than the 4.0"), describe(outcome));
  }

 private:
  [[nodiscard]] QString plan() const { return folder_.filePath(QStringLiteral("plan.json")); }
  QTemporaryDir folder_;
};

ZP_TEST(MeasureTest)
#include "measure_test.moc"
