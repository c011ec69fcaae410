// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest/QtTest>
#include <cmath>

#include "core/reference/article.h"
#include "csv_file.h"
#include "tests/support/test_main.h"

using namespace zp;

class ArticleTest : public QObject {
  Q_OBJECT

 private slots:
  void equalsPythonToTheBit();
  void candidatesEqualPythonToTheBit();
  void handTable_data();
  void handTable();
  void printedOutputIsNotWhatTheFunctionsReturn();
  void quirks();
};

namespace {

/// Returns the names of the columns whose value is not bit for bit what Python returned.
QByteArrayList wrong_usage(const CsvRow& row) {
  const QByteArray dtype_params = row.text("dtype_params"), dtype_optimizer = row.text("dtype_optimizer");
  const ArticleMemoryUsage got = article_memory_usage(
      Params(row.whole("parameters")), row.count("gpus"), row.count("stage"),
      row.flag("activation_checkpointing"), dtype_params.constData(), dtype_optimizer.constData());
  QByteArrayList wrong;
  const auto same = [&](const char* column, double value) {
    if (row.number(column) != value) wrong << column;
  };
  same("stage", got.stage);
  same("params_gib", got.params_gib);
  same("gradients_gib", got.gradients_gib);
  same("optimizer_states_gib", got.optimizer_states_gib);
  same("activations_gib", got.activations_gib);
  same("overhead_gib", got.overhead_gib);
  same("total_per_gpu_gib", got.total_per_gpu_gib);
  same("fits_on_80gb_gpu", got.fits_on_80gb_gpu ? 1 : 0);
  return wrong;
}

QByteArrayList wrong_recommendation(const CsvRow& row) {
  const auto got = article_recommendation({.model_size_billions = row.number("model_size_billions"),
                                           .gpus = row.count("gpus"),
                                           .gpu_memory_gib = row.number("gpu_memory_gib"),
                                           .network_bandwidth_gbps = row.number("network_bandwidth_gbps")});
  if (!got || row.text("recommended_stage") == "none")
    return got.has_value() == (row.text("recommended_stage") != "none") ? QByteArrayList{}
                                                                        : QByteArrayList{"recommended_stage"};
  QByteArrayList wrong;
  const auto same = [&](const char* column, double value) {
    if (row.number(column) != value) wrong << column;
  };
  same("recommended_stage", got->stage);
  same("use_cpu_offload", got->use_cpu_offload ? 1 : 0);
  same("use_nvme_offload", got->use_nvme_offload ? 1 : 0);
  same("recommended_batch_size", static_cast<double>(got->recommended_batch_size));
  same("expected_memory_per_gpu_gib", got->expected_memory_per_gpu_gib);
  same("expected_slowdown_percent", got->expected_slowdown_percent);
  return wrong;
}

}  // namespace

void ArticleTest::equalsPythonToTheBit() {
  const CsvFile file("article-functions.csv");
  int usages = 0, recommendations = 0, none = 0, differ = 0;
  for (const CsvRow& row : file.rows()) {
    const bool usage = row.text("function") == "estimate_memory_usage";
    usage ? ++usages : ++recommendations;
    if (row.text("recommended_stage") == "none") ++none;
    const QByteArrayList wrong = usage ? wrong_usage(row) : wrong_recommendation(row);
    if (wrong.isEmpty()) continue;
    ++differ;
    qWarning() << row.text("function") << row.text("parameters") << row.text("model_size_billions") << "on"
               << row.text("gpus") << "GPUs:" << wrong;
  }
  qInfo() << usages << "calls of estimate_memory_usage and" << recommendations << "of recommend_zero_config ("
          << none << "without an answer) compared to the last bit;" << differ << "differ";
  QCOMPARE(differ, 0);
  QVERIFY(usages > 200 && recommendations > 300 && none > 50);
}

void ArticleTest::candidatesEqualPythonToTheBit() {
  const CsvFile file("article-candidates.csv");
  int differ = 0;
  for (const CsvRow& row : file.rows()) {
    const auto all = article_candidates({.model_size_billions = row.number("model_size_billions"),
                                         .gpus = row.count("gpus"),
                                         .network_bandwidth_gbps = row.number("network_bandwidth_gbps")});
    const ArticleCandidate& got = all.at(static_cast<std::size_t>(row.whole("index")));
    const bool same = got.stage == row.count("stage") && got.use_cpu_offload == row.flag("use_cpu_offload") &&
                      got.use_nvme_offload == row.flag("use_nvme_offload") &&
                      got.memory_per_gpu_gib == row.number("memory_per_gpu_gib") &&
                      got.slowdown_percent == row.number("slowdown_percent") &&
                      got.score == row.number("score");
    if (!same) ++differ;
  }
  qInfo() << file.rows().size() << "candidates of the search compared to the last bit;" << differ << "differ";
  QCOMPARE(differ, 0);
  QCOMPARE(file.rows().size(), 1350);
}

void ArticleTest::handTable_data() {
  QTest::addColumn<int>("stage");
  QTest::addColumn<double>("parameters");
  QTest::addColumn<double>("gradients");
  QTest::addColumn<double>("states");
  QTest::addColumn<double>("total");
  QTest::newRow("standard data parallelism") << 0 << 14.0 << 14.0 << 56.0 << 84.0;
  QTest::newRow("ZeRO-1") << 1 << 14.0 << 14.0 << 14.0 << 42.0;
  QTest::newRow("ZeRO-2") << 2 << 14.0 << 3.5 << 14.0 << 31.5;
  QTest::newRow("ZeRO-3") << 3 << 3.5 << 3.5 << 14.0 << 21.0;
}

void ArticleTest::handTable() {
  QFETCH(int, stage);
  QFETCH(double, parameters);
  QFETCH(double, gradients);
  QFETCH(double, states);
  QFETCH(double, total);
  const ArticleTableRow row = article_table(Params(7'000'000'000), 4).at(static_cast<std::size_t>(stage));
  QCOMPARE(row.stage, stage);
  QCOMPARE(row.parameters_gb, parameters);
  QCOMPARE(row.gradients_gb, gradients);
  QCOMPARE(row.optimizer_states_gb, states);
  QCOMPARE(row.total_gb, total);
}

void ArticleTest::printedOutputIsNotWhatTheFunctionsReturn() {
  const auto usage =
      article_memory_usage(article_printed_memory_usage_parameters, article_printed_memory_usage_gpus,
                           article_printed_memory_usage.stage);
  QCOMPARE(article_printed_memory_usage.total_per_gpu_gib, 36.8);
  QCOMPARE(std::round(usage.total_per_gpu_gib * 10) / 10, 52.7);
  QVERIFY(usage.fits_on_80gb_gpu && article_printed_memory_usage.fits_on_80gb_gpu);

  const auto chosen = article_recommendation(article_printed_recommendation_input);
  QVERIFY(chosen.has_value());
  QCOMPARE(article_printed_recommendation.expected_memory_per_gpu_gib, 45.2);
  QCOMPARE(article_printed_recommendation.expected_slowdown_percent, 12.3);
  QCOMPARE(article_printed_recommendation.recommended_batch_size, 6);
  QCOMPARE(std::round(chosen->expected_memory_per_gpu_gib * 10) / 10, 64.0);
  QCOMPARE(chosen->expected_slowdown_percent, 50.0);
  QCOMPARE(chosen->recommended_batch_size, 3'347'447);
  QCOMPARE(chosen->stage, article_printed_recommendation.stage);
  QCOMPARE(chosen->use_cpu_offload, article_printed_recommendation.use_cpu_offload);
}

void ArticleTest::quirks() {
  const Params seven_billion(7'000'000'000);
  // Only the word float16 halves the parameters.
  QCOMPARE(article_memory_usage(seven_billion, 4, 2, true, "bfloat16"),
           article_memory_usage(seven_billion, 4, 2, true, "float32"));
  // With one GPU and free communication every stage needs the same, so the first one wins.
  const auto tie = article_recommendation({.model_size_billions = 1, .network_bandwidth_gbps = 0});
  QVERIFY(tie.has_value());
  QCOMPARE(tie->stage, 1);
  QVERIFY(tie->use_cpu_offload);
  // A GPU without room for a sample still gets a batch of one recommended; with a hair less memory, no stage
  // is found.
  const double need =
      article_recommendation({.model_size_billions = 7, .gpus = 4})->expected_memory_per_gpu_gib;
  const auto full = article_recommendation({.model_size_billions = 7, .gpus = 4, .gpu_memory_gib = need});
  QVERIFY(full.has_value());
  QCOMPARE(full->recommended_batch_size, 1);
  QVERIFY(!article_recommendation(
      {.model_size_billions = 7, .gpus = 4, .gpu_memory_gib = std::nextafter(need, 0)}));
}

ZP_TEST(ArticleTest)
#include "article_functions_test.moc"
