// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest/QtTest>

#include "core/reference/second_document.h"
#include "tests/support/test_main.h"

using namespace zp;

class SecondDocumentTest : public QObject {
  Q_OBJECT

 private slots:
  void example_data();
  void example();
  void otherSizes();
  void contradiction();
};

void SecondDocumentTest::example_data() {
  QTest::addColumn<qint64>("parameters_count");
  QTest::addColumn<double>("bytes");
  QTest::addColumn<int>("stage");
  QTest::addColumn<double>("parameters");
  QTest::addColumn<double>("gradients");
  QTest::addColumn<double>("states");
  for (const auto& [label, count, bytes] :
       {std::tuple("2 B parameters in 16 bits", second_document_parameters.value(),
                   second_document_bytes_per_parameter),
        std::tuple("1 B parameters in 32 bits", std::int64_t{1'000'000'000}, 4.0)}) {
    QTest::addRow("stage 1, %s", label) << qint64(count) << bytes << 1 << 4.0 << 4.0 << 1.0;
    QTest::addRow("stage 2, %s", label) << qint64(count) << bytes << 2 << 4.0 << 1.0 << 1.0;
    QTest::addRow("stage 3, %s", label) << qint64(count) << bytes << 3 << 1.0 << 1.0 << 1.0;
  }
}

void SecondDocumentTest::example() {
  QFETCH(qint64, parameters_count);
  QFETCH(double, bytes);
  QFETCH(int, stage);
  QFETCH(double, parameters);
  QFETCH(double, gradients);
  QFETCH(double, states);
  const auto i = static_cast<std::size_t>(stage - 1);
  const SecondDocumentRow row =
      second_document_rows(Params(parameters_count), second_document_gpus, bytes).at(i);
  QCOMPARE(row.stage, stage);
  QCOMPARE(row.parameters_gb, parameters);
  QCOMPARE(row.gradients_gb, gradients);
  QCOMPARE(row.optimizer_states_gb, states);
  QCOMPARE(row.total_gb, second_document_printed_total_gb.at(i));
}

void SecondDocumentTest::otherSizes() {
  const auto one_gpu = second_document_rows(Params(7'000'000'000), 1);
  for (const SecondDocumentRow& row : one_gpu)
    QCOMPARE(row.total_gb, 42.0);
  const auto eight = second_document_rows(Params(7'000'000'000), 8);
  QCOMPARE(eight[0].total_gb, 29.75);
  QCOMPARE(eight[1].total_gb, 17.5);
  QCOMPARE(eight[2].total_gb, 5.25);
}

void SecondDocumentTest::contradiction() {
  const auto rows = second_document_rows(second_document_parameters, second_document_gpus);
  QCOMPARE(rows[1].total_gb, 6.0);
  QCOMPARE(second_document_printed_stage_2_approximation_gb, 5.0);
}

ZP_TEST(SecondDocumentTest)
#include "second_document_example_test.moc"
