// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "tests/support/csv.h"

using namespace zp;
using test::CsvRow;

namespace {

/// The measured network: `layers` of LayerNorm, Linear(h, 4h), Linear(4h, h), then Linear(h, 1), all with
/// bias.
Model measured_network(std::int64_t hidden, std::int64_t layers) {
  const auto other = TensorRole::other;
  return model_from_tensors({{hidden, 1, 2 * layers, other, true},
                             {4 * hidden, hidden, layers, other, true},
                             {4 * hidden, 1, layers, other, true},
                             {hidden, 4 * hidden, layers, other, true},
                             {hidden, 1, layers, other, true},
                             {1, hidden, 1, other, true},
                             {1, 1, 1, other, true}});
}

void set_optimizer(Training& training, const std::string& name) {
  training.optimizer = name == "AdamW"     ? Optimizer::adamw
                       : name == "RMSprop" ? Optimizer::rmsprop
                       : name == "Adagrad" ? Optimizer::adagrad
                                           : Optimizer::sgd;
  training.optimizer_options.momentum = name == "SGD momentum";
}

Plan plan_of(const CsvRow& row) {
  Plan plan;
  plan.model = measured_network(row.count("hidden"), row.count("layers"));
  plan.cluster.gpus_per_node = static_cast<int>(row.count("ranks"));
  plan.training.precision = row.text("precision") == "fp32" ? Precision::fp32 : Precision::bf16;
  set_optimizer(plan.training, row.text("optimizer"));
  if (row.text("grad_accum_dtype") == "fp32")
    plan.training.gradient_accumulation_dtype = AccumulationDtype::fp32;
  plan.training.gradient_accumulation_steps = row.count("gradient_accumulation_steps");
  plan.zero.stage = static_cast<int>(row.count("stage"));
  plan.zero.reduce_bucket_size = row.count("reduce_bucket_size");
  if (row.text("overlap_comm") == "True") plan.zero.overlap_comm = true;
  plan.zero.round_robin_gradients = row.text("round_robin_gradients") == "True";
  if (row.has("stage3_param_persistence_threshold"))
    plan.zero.stage3_param_persistence_threshold = row.count("stage3_param_persistence_threshold");
  return plan;
}

std::string name_of_row(const CsvRow& row) {
  std::string name = "stage " + row.text("stage") + " " + row.text("precision") + " on " + row.text("ranks") +
                     ", " + row.text("optimizer");
  for (const char* column : {"grad_accum_dtype", "gradient_accumulation_steps", "reduce_bucket_size",
                             "overlap_comm", "round_robin_gradients", "hidden"})
    name += ", " + row.text(column);
  return name;
}

}  // namespace

/// The engine itself is the truth: bytes of every tensor alive between steps while DeepSpeed trained.
class EngineStatesTest : public QObject {
  Q_OBJECT

 private slots:
  void steady_bytes_equal_the_engine_data() {
    QTest::addColumn<int>("index");
    const auto rows = test::read_csv("engine-model-states.csv");
    for (std::size_t i = 0; i < rows.size(); ++i)
      QTest::newRow(name_of_row(rows[i]).c_str()) << static_cast<int>(i);
  }

  void steady_bytes_equal_the_engine() {
    QFETCH(int, index);
    const CsvRow row = test::read_csv("engine-model-states.csv").at(static_cast<std::size_t>(index));
    const MemoryEstimate estimate = estimate_memory(plan_of(row));
    QCOMPARE(estimate.model.parameters.value(), row.count("parameters"));
    const auto measured = static_cast<double>(row.count("bytes_between_steps"));
    const auto ours = static_cast<double>(estimate.gpu.steady.value());
    errors_.add(name_of_row(row), ours, measured);
    QVERIFY2(
        std::abs(ours - measured) <= 0.001 * measured + 1024,
        qPrintable(QStringLiteral("%1 bytes, measured %2").arg(ours, 0, 'f', 0).arg(measured, 0, 'f', 0)));
  }

  void cleanupTestCase() { qInfo("%s", errors_.summary().c_str()); }

 private:
  test::ErrorTable errors_{"model states against the engine"};
};

QTEST_GUILESS_MAIN(EngineStatesTest)
#include "engine_states_test.moc"
