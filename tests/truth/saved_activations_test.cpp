// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "tests/support/test_main.h"
#include "tests/truth/published/counted_rows.h"

using namespace zp;
using test::CsvRow;

/// Tests against the bytes that PyTorch's autograd keeps, counted on the real framework.
class SavedActivationsTest : public QObject {
  Q_OBJECT

 private slots:
  void saved_bytes_equal_autograd_data() {
    QTest::addColumn<int>("index");
    const auto rows = test::read_csv("saved-activations.csv");
    for (std::size_t i = 0; i < rows.size(); ++i)
      QTest::newRow(test::activations_row_name(rows[i]).c_str()) << static_cast<int>(i);
  }

  void saved_bytes_equal_autograd() {
    QFETCH(int, index);
    const CsvRow row = test::read_csv("saved-activations.csv").at(static_cast<std::size_t>(index));
    const Ledger ledger = estimate_memory(test::activations_plan(row)).ledger;
    const double per_block =
        static_cast<double>(ledger.bytes(EntryId::activations_saved_blocks).value()) / test::counted_layers;
    const double outside = static_cast<double>(
        (ledger.bytes(EntryId::activations_final_norm) + ledger.bytes(EntryId::logits_saved)).value());
    blocks_.add(test::activations_row_name(row), per_block, row.number("bytes_per_block"));
    outside_.add(test::activations_row_name(row), outside, row.number("bytes_outside_blocks"));
    QVERIFY2(std::abs(per_block / row.number("bytes_per_block") - 1) <= 0.005,
             qPrintable(QString::number(per_block)));
    QVERIFY2(std::abs(outside / row.number("bytes_outside_blocks") - 1) <= 0.005,
             qPrintable(QString::number(outside)));
  }

  void cleanupTestCase() { qInfo("%s\n%s", blocks_.summary().c_str(), outside_.summary().c_str()); }

 private:
  test::ErrorTable blocks_{"saved activations per block"};
  test::ErrorTable outside_{"saved activations outside the blocks"};
};

ZP_TEST(SavedActivationsTest)
#include "saved_activations_test.moc"
