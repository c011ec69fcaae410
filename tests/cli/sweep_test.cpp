// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray swept_plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3},
                            "training": {"activation_checkpointing": "full"}})";

Json rows_of(const QStringList& over) {
  QStringList arguments = {"sweep", "-", "--json"};
  for (const QString& key : over)
    arguments << "--over" << key;
  return run_on(swept_plan, arguments).json()["rows"];
}

/// Reads fields of RFC 4180 from lines that end in CRLF.
QList<QList<QByteArray>> read_csv(const QByteArray& text) {
  QList<QList<QByteArray>> lines(1, {QByteArray()});
  bool is_quoted = false;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' && is_quoted && i + 1 < text.size() && text[i + 1] == '"') {
      lines.last().last() += text[i++];
    } else if (c == '"') {
      is_quoted = !is_quoted;
    } else if (c == ',' && !is_quoted) {
      lines.last() << QByteArray();
    } else if (c == '\r' && !is_quoted && i + 1 < text.size() && text[i + 1] == '\n') {
      ++i;
      lines << QList<QByteArray>{QByteArray()};
    } else {
      lines.last().last() += c;
    }
  }
  lines.removeLast();
  return lines;
}

}  // namespace

/// Tests of sweep, which estimates a plan over values of its keys.
class SweepTest : public QObject {
  Q_OBJECT

 private slots:
  void every_row_is_the_estimate_with_those_keys() {
    const Json rows = rows_of({"training.micro_batch_size=1,64", "zero.stage=2..3"});
    QCOMPARE(rows.size(), std::size_t{4});
    for (const Json& row : rows) {
      QStringList arguments = {"estimate", "-", "--json"};
      for (const auto& [key, value] : row["set"].items())
        arguments << "--set" << QString::fromStdString(key + "=" + value.dump());
      const Json estimate = run_on(swept_plan, arguments).json();
      QCOMPARE(row["gpu_peak_bytes"], estimate["gpu"]["peak"]);
      QCOMPARE(row["step_s"], estimate["step"]["total_s"]);
      QCOMPARE(row["tokens_per_s"], estimate["throughput"]["tokens_per_s"]);
      QCOMPARE(row["mfu"], estimate["throughput"]["mfu"]);
      QCOMPARE(row["bound_by"], estimate["step"]["bound_by"]);
      QCOMPARE(row["fits"], estimate["gpu"]["fits"]);
      const auto lack = -estimate["gpu"]["headroom"].get<std::int64_t>();
      QCOMPARE(row["gpu_short_by_bytes"].get<std::int64_t>(), std::max<std::int64_t>(lack, 0));
    }
    QVERIFY(rows.front()["fits"].get<bool>() && !rows.back()["fits"].get<bool>());
  }

  void the_last_key_changes_fastest() {
    QStringList seen;
    for (const Json& row : rows_of({"zero.stage=1,3", "training.precision=bf16,fp16"}))
      seen << QString::fromStdString(row["set"].dump());
    QCOMPARE(seen, (QStringList{R"({"zero.stage":1,"training.precision":"bf16"})",
                                R"({"zero.stage":1,"training.precision":"fp16"})",
                                R"({"zero.stage":3,"training.precision":"bf16"})",
                                R"({"zero.stage":3,"training.precision":"fp16"})"}));
  }

  void what_cannot_be_is_a_row_with_its_reason() {
    const Json rows = rows_of({"training.tensor_parallel=1,3", "training.micro_batch_size=0,1"});
    QCOMPARE(rows.size(), std::size_t{4});
    QVERIFY(rows[1]["reason"].is_null() && rows[1]["fits"].get<bool>());
    for (const int i : {0, 2, 3}) {
      QVERIFY2(rows[static_cast<std::size_t>(i)]["reason"].is_string(), rows.dump().c_str());
      QVERIFY(rows[static_cast<std::size_t>(i)]["gpu_peak_bytes"].is_null());
    }
    QCOMPARE(run_on(swept_plan, {"sweep", "-", "--over", "training.micro_batch_size=0"}).status, 1);
  }

  void csv_has_a_header_with_units_and_a_line_a_row() {
    const Outcome outcome =
        run_on(swept_plan, {"sweep", "-", "--csv", "--over", "training.tensor_parallel=1,3", "--over",
                            R"(zero.offload_optimizer=none,{"device": "cpu", "ratio": 0.5})"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    const QList<QList<QByteArray>> lines = read_csv(outcome.out);
    QCOMPARE(lines.size(), 5);
    for (const QList<QByteArray>& line : lines)
      QCOMPARE(line.size(), lines.front().size());
    QCOMPARE(lines[0].first(4), (QList<QByteArray>{"training.tensor_parallel", "zero.offload_optimizer",
                                                   "fits", "gpu_peak_bytes"}));
    QCOMPARE(lines[1].first(3), (QList<QByteArray>{"1", "none", "true"}));
    QVERIFY2(lines[2][1].contains("\"ratio\":0.5"), lines[2][1]);
    QVERIFY2(!lines[3].last().isEmpty(), outcome.out);  // 3 does not divide 8 ranks
  }

  void a_person_gets_a_table_and_how_many_run() {
    const Outcome outcome = run_on(swept_plan, {"sweep", "-", "--over", "training.micro_batch_size=1..64*2",
                                                "--set", "training.fused_norm=true"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    for (const char* part :
         {"6 of 7 plans fit and run.", "Micro batch size", "tokens/s", "✗ short by", "ZeRO-3"})
      QVERIFY2(outcome.out.contains(part), describe(outcome));
  }

  void sizes_and_presets_are_swept_too() {
    const Json rows =
        rows_of({"cluster.gpu.preset=a100-sxm4-80gb,h100-sxm5-80gb", "zero.reduce_bucket_size=50M"});
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0]["set"]["zero.reduce_bucket_size"].get<std::int64_t>(), 50'000'000);
    QVERIFY(rows[1]["tokens_per_s"].get<double>() > rows[0]["tokens_per_s"].get<double>());
  }

  void unusable_sweeps_data() {
    QTest::addColumn<QStringList>("over");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("misspelt key") << QStringList{"training.micro_batch_siz=1"}
                                  << QByteArray("--over training.micro_batch_siz=1: ");
    QTest::newRow("twice") << QStringList{"zero.stage=1", "zero.stage=2"} << QByteArray("swept twice");
    QTest::newRow("too many rows") << QStringList{"training.micro_batch_size=1..200",
                                                  "training.gradient_accumulation_steps=1..200"}
                                   << QByteArray("40,000 rows or more; 10,000 is the most");
    QTest::newRow("no range") << QStringList{"zero.stage=1..b"} << QByteArray("1..64*2");
  }
  void unusable_sweeps() {
    QFETCH(QStringList, over);
    QFETCH(QByteArray, said);
    QStringList arguments = {"sweep", "-"};
    for (const QString& key : over)
      arguments << "--over" << key;
    const Outcome outcome = run_on(swept_plan, arguments);
    QVERIFY2(outcome.status == 2, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains(said), describe(outcome));
  }

  void json_and_csv_are_one_or_the_other() {
    const Outcome outcome = run_on(swept_plan, {"sweep", "-", "--over", "zero.stage=1", "--json", "--csv"});
    QVERIFY2(outcome.status == 2, describe(outcome));
  }
};

ZP_TEST(SweepTest)
#include "sweep_test.moc"
