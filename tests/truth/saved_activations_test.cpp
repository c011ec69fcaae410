// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "tests/support/csv.h"

using namespace zp;
using test::CsvRow;

namespace {

constexpr std::int64_t layers = 3;

Plan plan_of(const CsvRow& row) {
  Architecture shape;
  const bool is_gpt = row.text("block") == "gpt";
  shape.block = is_gpt ? Block::gpt : Block::llama;
  shape.norm = is_gpt ? Norm::layernorm : Norm::rmsnorm;
  shape.gated_mlp = !is_gpt;
  shape.layers = layers;
  shape.hidden_size = row.count("hidden");
  shape.attention_heads = row.count("heads");
  shape.kv_heads = row.count("kv_heads");
  shape.head_dim = shape.hidden_size / shape.attention_heads;
  shape.intermediate_size = row.count("ffn");
  shape.vocab_size = row.count("vocab");
  Plan plan;
  plan.model = model_from_architecture(shape);
  plan.training.micro_batch_size = row.count("micro_batch");
  plan.training.sequence_length = row.count("seq");
  plan.training.attention = row.text("attention") == "eager" ? Attention::eager : Attention::sdpa;
  plan.training.dropout = row.number("dropout");
  plan.training.activation_checkpointing =
      row.text("checkpointing") == "full" ? Checkpointing::full : Checkpointing::none;
  return plan;
}

std::string name_of_row(const CsvRow& row) {
  std::string name;
  for (const char* column : {"shape", "block", "micro_batch", "seq", "attention", "dropout", "checkpointing"})
    name += (name.empty() ? "" : " ") + row.text(column);
  return name;
}

}  // namespace

/// Bytes that PyTorch's autograd keeps, counted on the real framework.
class SavedActivationsTest : public QObject {
  Q_OBJECT

 private slots:
  void saved_bytes_equal_autograd_data() {
    QTest::addColumn<int>("index");
    const auto rows = test::read_csv("saved-activations.csv");
    for (std::size_t i = 0; i < rows.size(); ++i)
      QTest::newRow(name_of_row(rows[i]).c_str()) << static_cast<int>(i);
  }

  void saved_bytes_equal_autograd() {
    QFETCH(int, index);
    const CsvRow row = test::read_csv("saved-activations.csv").at(static_cast<std::size_t>(index));
    const Ledger ledger = estimate_memory(plan_of(row)).ledger;
    const double per_block =
        static_cast<double>(ledger.bytes(EntryId::activations_saved_blocks).value()) / layers;
    const double outside = static_cast<double>(
        (ledger.bytes(EntryId::activations_final_norm) + ledger.bytes(EntryId::logits_saved)).value());
    blocks_.add(name_of_row(row), per_block, row.number("bytes_per_block"));
    outside_.add(name_of_row(row), outside, row.number("bytes_outside_blocks"));
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

QTEST_GUILESS_MAIN(SavedActivationsTest)
#include "saved_activations_test.moc"
