// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest/QtTest>

#include "core/reference/deepspeed_estimators.h"
#include "csv_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr Params t5_3b{2'851'598'336}, t5_3b_cold{2'851'000'000}, t5_large{737'668'096}, t0_3b{2'783'959'040};
constexpr Params t5_layer{32'899'072}, t5_layer_cold{32'000'000}, t0_layer{65'798'144};

QByteArray two_decimals(Bytes bytes) { return QByteArray::number(to_gib(bytes), 'f', 2); }

/// Returns "cpu | gpu" of every line, as the documentation prints them.
template <class Rows>
QByteArrayList printed(const Rows& rows) {
  QByteArrayList lines;
  for (const DeepSpeedEstimateRow& row : rows)
    lines << two_decimals(row.estimate.cpu_bytes) + " | " + two_decimals(row.estimate.gpu_bytes);
  return lines;
}

}  // namespace

class DeepSpeedEstimatorsTest : public QObject {
  Q_OBJECT

 private slots:
  void equalsDeepSpeedToTheByte();
  void documentationTables_data();
  void documentationTables();
  void mebibytesOfTheStageThreePage();
  void smallestPlanAndDefaults();
  void orderOfOperations_data();
  void orderOfOperations();
  void hugeModelsDoNotOverflow();
};

void DeepSpeedEstimatorsTest::equalsDeepSpeedToTheByte() {
  const CsvFile file("estimators.csv");
  int stage_2 = 0, stage_3 = 0, wrong = 0;
  for (const CsvRow& row : file.rows()) {
    DeepSpeedEstimatorInput input{.total_params = Params(row.whole("total_params")),
                                  .largest_layer_params = Params(row.whole("largest_layer_params")),
                                  .gpus_per_node = row.count("num_gpus_per_node"),
                                  .nodes = row.count("num_nodes"),
                                  .cpu_offload = row.flag("cpu_offload"),
                                  .additional_buffer_factor = row.number("additional_buffer_factor")};
    DeepSpeedEstimate got;
    if (row.whole("stage") == 2) {
      ++stage_2;
      got = deepspeed_stage_2_estimate(input);
    } else {
      ++stage_3;
      input.cpu_offload_params = row.flag("cpu_offload_params");
      input.zero_init = row.flag("zero_init");
      got = deepspeed_stage_3_estimate(input);
      if (got.largest_layer_bytes.value() != 4 * row.whole("largest_layer_params")) ++wrong;
    }
    if (got.gpu_bytes.value() != row.whole("gpu_bytes") || got.cpu_bytes.value() != row.whole("cpu_bytes")) {
      ++wrong;
      qWarning() << "stage" << row.text("stage") << row.text("model_note") << "GPU" << got.gpu_bytes.value()
                 << "not" << row.text("gpu_bytes") << "CPU" << got.cpu_bytes.value() << "not"
                 << row.text("cpu_bytes");
    }
  }
  qInfo() << stage_2 << "rows of stage 2 and" << stage_3 << "of stage 3 compared to the byte;" << wrong
          << "differ";
  QCOMPARE(wrong, 0);
  QCOMPARE(stage_2 + stage_3, 161);
  QVERIFY(stage_2 > 20 && stage_3 > 20);
}

void DeepSpeedEstimatorsTest::documentationTables_data() {
  QTest::addColumn<QByteArrayList>("got");
  QTest::addColumn<QByteArrayList>("want");
  const DeepSpeedEstimatorInput live{
      .total_params = t5_3b, .largest_layer_params = t5_layer, .gpus_per_node = 8};
  const DeepSpeedEstimatorInput cold{
      .total_params = t5_3b_cold, .largest_layer_params = t5_layer_cold, .gpus_per_node = 8};
  const DeepSpeedEstimatorInput t0{.total_params = t0_3b, .largest_layer_params = t0_layer};
  const auto old = DeepSpeedStage2Formula::up_to_0_14_2;
  QTest::newRow("memory.rst, stage 2, live, formula up to 0.14.2")
      << printed(deepspeed_stage_2_rows(live, old)) << QByteArrayList{"127.48 | 5.31", "127.48 | 15.93"};
  QTest::newRow("memory.rst, stage 2, cold, formula up to 0.14.2")
      << printed(deepspeed_stage_2_rows(cold, old)) << QByteArrayList{"127.45 | 5.31", "127.45 | 15.93"};
  QTest::newRow("stage 2, live, today's formula")
      << printed(deepspeed_stage_2_rows(live)) << QByteArrayList{"127.48 | 5.31", "127.48 | 11.29"};
  QTest::newRow("stage 2, cold, today's formula")
      << printed(deepspeed_stage_2_rows(cold)) << QByteArrayList{"127.45 | 5.31", "127.45 | 11.28"};
  QTest::newRow("memory.rst, stage 3, live")
      << printed(deepspeed_stage_3_rows(live))
      << QByteArrayList{"71.71 | 0.12",  "127.48 | 0.12", "63.74 | 0.79",
                        "127.48 | 0.79", "1.47 | 6.10",   "127.48 | 6.10"};
  QTest::newRow("memory.rst, stage 3, cold")
      << printed(deepspeed_stage_3_rows(cold))
      << QByteArrayList{"71.69 | 0.12",  "127.45 | 0.12", "63.72 | 0.78",
                        "127.45 | 0.78", "1.43 | 6.09",   "127.45 | 6.09"};
  QTest::newRow("Hugging Face, T0_3B on one GPU")
      << printed(deepspeed_stage_3_rows(t0))
      << QByteArrayList{"70.00 | 0.25", "70.00 | 0.25", "62.23 | 5.43",
                        "62.23 | 5.43", "0.37 | 46.91", "15.56 | 46.91"};
}

void DeepSpeedEstimatorsTest::documentationTables() {
  QFETCH(QByteArrayList, got);
  QFETCH(QByteArrayList, want);
  QCOMPARE(got, want);
}

void DeepSpeedEstimatorsTest::mebibytesOfTheStageThreePage() {
  const auto rows = deepspeed_stage_3_rows(
      {.total_params = t5_large, .largest_layer_params = t5_layer, .gpus_per_node = 4});
  const auto mib = [](Bytes bytes) { return bytes.value() >> 20; };
  QCOMPARE(mib(rows[0].estimate.largest_layer_bytes), 125);
  QCOMPARE(mib(rows[4].estimate.gpu_bytes), 3291);  // no offload
  QCOMPARE(mib(rows[0].estimate.gpu_bytes), 125);   // parameters and optimizer on the CPU
  QCOMPARE(mib(rows[2].estimate.gpu_bytes), 477);   // optimizer on the CPU
}

void DeepSpeedEstimatorsTest::smallestPlanAndDefaults() {
  const DeepSpeedEstimatorInput input{.total_params = Params(1), .largest_layer_params = Params(1)};
  QCOMPARE(deepspeed_stage_2_estimate(input).gpu_bytes, Bytes(2));
  QCOMPARE(deepspeed_stage_2_estimate(input).cpu_bytes, Bytes(24));  // 16 · 1.5, with offload by default
  QCOMPARE(deepspeed_stage_3_estimate(input).gpu_bytes, Bytes(4));
  QCOMPARE(deepspeed_stage_3_estimate(input).cpu_bytes,
           Bytes(27));  // 18 · 1.5, both offloads and zero.Init by default
}

/// In these cases another order of the same factors gives one byte less. The values are those of DeepSpeed's
/// expression in Python.
void DeepSpeedEstimatorsTest::orderOfOperations_data() {
  QTest::addColumn<qint64>("parameters");
  QTest::addColumn<int>("nodes");
  QTest::addColumn<double>("factor");
  QTest::addColumn<bool>("offload_params");
  QTest::addColumn<qint64>("cpu_bytes");
  QTest::newRow("3 nodes, 18 bytes") << qint64(6'738'415'616) << 3 << 1.25 << true << qint64(50'538'117'120);
  QTest::newRow("6 nodes, 16 bytes") << qint64(13'015'864'320) << 6 << 1.25 << false
                                     << qint64(43'386'214'400);
  QTest::newRow("7 nodes, 18 bytes") << qint64(70'553'706'496) << 7 << 1.25 << true
                                     << qint64(226'779'770'880);
  QTest::newRow("7 nodes, default factor")
      << qint64(70'553'706'496) << 7 << 1.5 << true << qint64(272'135'725'056);
}

void DeepSpeedEstimatorsTest::orderOfOperations() {
  QFETCH(qint64, parameters);
  QFETCH(int, nodes);
  QFETCH(double, factor);
  QFETCH(bool, offload_params);
  QFETCH(qint64, cpu_bytes);
  const auto got = deepspeed_stage_3_estimate({.total_params = Params(parameters),
                                               .nodes = nodes,
                                               .cpu_offload_params = offload_params,
                                               .additional_buffer_factor = factor});
  QCOMPARE(got.cpu_bytes.value(), cpu_bytes);
}

void DeepSpeedEstimatorsTest::hugeModelsDoNotOverflow() {
  const DeepSpeedEstimatorInput input{.total_params = Params(100'000'000'000'000),
                                      .largest_layer_params = Params(1'000'000'000'000),
                                      .gpus_per_node = 64,
                                      .nodes = 100'000};
  QCOMPARE(deepspeed_stage_2_estimate(input).cpu_bytes, Bytes(largest_amount));
  QVERIFY(deepspeed_stage_2_estimate(input, DeepSpeedStage2Formula::up_to_0_14_2).gpu_bytes > Bytes(0));
}

ZP_TEST(DeepSpeedEstimatorsTest)
#include "deepspeed_vectors_test.moc"
