// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest/QtTest>
#include <cmath>

#include "core/reference/article.h"
#include "core/reference/deepspeed_estimators.h"
#include "core/reference/differences.h"
#include "core/reference/zero_paper.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

QString text_of(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

QString all_of(Estimator estimator) {
  QStringList all;
  for (const std::string_view sentence : differences(estimator))
    all << text_of(sentence);
  return all.join(QLatin1Char(' '));
}

QString one_decimal(double value) { return QString::number(value, 'f', 1); }

}  // namespace

class DifferencesTest : public QObject {
  Q_OBJECT

 private slots:
  void everyEstimatorIsDescribed_data();
  void everyEstimatorIsDescribed();
  void keysAreTheContracts();
  void figuresInTheSentencesAreComputed();
};

void DifferencesTest::everyEstimatorIsDescribed_data() {
  QTest::addColumn<int>("index");
  for (std::size_t i = 0; i < all_estimators.size(); ++i)
    QTest::newRow(text_of(key_of(all_estimators.at(i))).toUtf8().constData()) << int(i);
}

void DifferencesTest::everyEstimatorIsDescribed() {
  QFETCH(int, index);
  const Estimator estimator = all_estimators.at(static_cast<std::size_t>(index));
  QVERIFY(!title_of(estimator).empty());
  QVERIFY(!source_of(estimator).empty());
  QVERIFY(differences(estimator).size() >= 4);
  QSet<QString> seen;
  for (const std::string_view sentence : differences(estimator)) {
    const QString text = text_of(sentence);
    QVERIFY2(text.endsWith(QLatin1Char('.')) && text.size() > 30 && text.size() < 300, qPrintable(text));
    QVERIFY2(!text.contains(QLatin1String("  ")), qPrintable(text));
    QVERIFY2(!seen.contains(text), qPrintable(text));
    seen << text;
  }
}

void DifferencesTest::keysAreTheContracts() {
  QStringList keys;
  for (const Estimator estimator : all_estimators)
    keys << text_of(key_of(estimator));
  QCOMPARE(keys, (QStringList{"zero_paper", "deepspeed", "article", "second_document", "zero_infinity",
                              "korthikanti"}));
}

/// A figure in a sentence is the figure that this folder computes.
void DifferencesTest::figuresInTheSentencesAreComputed() {
  const QString article = all_of(Estimator::article);
  const auto usage =
      article_memory_usage(article_printed_memory_usage_parameters, article_printed_memory_usage_gpus,
                           article_printed_memory_usage.stage);
  QVERIFY(article.contains(one_decimal(usage.total_per_gpu_gib)));
  const auto chosen = article_recommendation(article_printed_recommendation_input);
  QVERIFY(chosen.has_value());
  QVERIFY(article.contains(one_decimal(chosen->expected_memory_per_gpu_gib)));
  QVERIFY(article.contains(QLocale(QLocale::English).toString(qlonglong(chosen->recommended_batch_size))));
  const Bytes without_zero = zero_paper_needs(Params(7'000'000'000), 1, 0).gpu_bytes;
  QVERIFY(article.contains(QString::number(to_gb(without_zero)) + QLatin1String(" GB without ZeRO")));

  const QString second = all_of(Estimator::second_document);
  QStringList real;
  for (const int stage : {1, 2, 3})
    real << QString::number(to_gb(zero_paper_needs(Params(2'000'000'000), 4, stage).gpu_bytes));
  QVERIFY(second.contains(QStringLiteral("%1, %2 and %3 GB").arg(real[0], real[1], real[2])));

  const DeepSpeedEstimatorInput of_t5{
      .total_params = Params(2'851'598'336), .gpus_per_node = 8, .cpu_offload = false};
  const QString deepspeed = all_of(Estimator::deepspeed);
  QVERIFY(deepspeed.contains(QString::number(to_gib(deepspeed_stage_2_estimate(of_t5).gpu_bytes), 'f', 2)));
  const Bytes old = deepspeed_stage_2_estimate(of_t5, DeepSpeedStage2Formula::up_to_0_14_2).gpu_bytes;
  QVERIFY(deepspeed.contains(QString::number(to_gib(old), 'f', 2)));

  const auto most = zero_paper_max_parameters(Bytes(32'000'000'000), 64, 2, 16);
  QVERIFY(all_of(Estimator::zero_paper).contains(one_decimal(static_cast<double>(most.value()) / 1e9)));
}

ZP_TEST(DifferencesTest)
#include "why_they_differ_test.moc"
