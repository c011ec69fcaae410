// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "tests/support/test_main.h"
#include "tests/truth/published/counted_rows.h"

using namespace zp;
using test::CsvRow;

/// Tests against the engine itself: the bytes of every tensor alive between steps while DeepSpeed trained.
class EngineStatesTest : public QObject {
  Q_OBJECT

 private slots:
  void steady_bytes_equal_the_engine_data() {
    QTest::addColumn<int>("index");
    const auto rows = test::read_csv("engine-model-states.csv");
    for (std::size_t i = 0; i < rows.size(); ++i)
      QTest::newRow(test::engine_row_name(rows[i]).c_str()) << static_cast<int>(i);
  }

  void steady_bytes_equal_the_engine() {
    QFETCH(int, index);
    const CsvRow row = test::read_csv("engine-model-states.csv").at(static_cast<std::size_t>(index));
    const MemoryEstimate estimate = estimate_memory(test::engine_plan(row));
    QCOMPARE(estimate.model.parameters.value(), row.count("parameters"));
    const auto measured = static_cast<double>(row.count("bytes_between_steps"));
    const auto ours = static_cast<double>(estimate.gpu.steady.value());
    errors_.add(test::engine_row_name(row), ours, measured);
    QVERIFY2(
        std::abs(ours - measured) <= 0.001 * measured + 1024,
        qPrintable(QStringLiteral("%1 bytes, measured %2").arg(ours, 0, 'f', 0).arg(measured, 0, 'f', 0)));
  }

  void cleanupTestCase() { qInfo("%s", errors_.summary().c_str()); }

 private:
  test::ErrorTable errors_{"model states against the engine"};
};

ZP_TEST(EngineStatesTest)
#include "engine_states_test.moc"
