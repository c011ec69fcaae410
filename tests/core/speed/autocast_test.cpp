// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/plan/framework.h"
#include "core/plan/plan_file.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan replicated(bool autocasts) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("gpt-2-xl-1.5b").value());
  plan.zero.stage = 0;
  plan.training.framework = Framework::fsdp;
  plan.training.micro_batch_size = 8;
  plan.training.low_precision_master = plan.training.low_precision_states = !autocasts;
  return plan;
}

double amount(const Plan& plan, TimeId id) {
  const StepTime time = estimate_speed(plan);
  const TimeEntry* found = time.ledger.find(id);
  return found == nullptr ? 0 : found->amount;
}

}  // namespace

class AutocastTest : public QObject {
  Q_OBJECT

 private slots:
  /// Of 1.56 billion weights each is read in 4 bytes and written in 2 whatever the batch; what a token costs
  /// comes on top.
  void weights_are_cast_once_a_pass() {
    const auto of_weights = [](bool autocasts) {
      Plan one = replicated(autocasts), two = one;
      one.training.micro_batch_size = 1;
      two.training.micro_batch_size = 2;
      return 2 * amount(one, TimeId::forward_memory) - amount(two, TimeId::forward_memory);
    };
    QVERIFY(std::abs(of_weights(false)) < 1);
    // All matrices: 48 blocks of 12 · 1,600², and the head of 50,257 · 1,600.
    const double weights = 48.0 * 12 * 1600 * 1600 + 50'257.0 * 1600;
    QVERIFY(std::abs(of_weights(true) / (6 * weights) - 1) < 1e-6);
  }

  void gradients_travel_in_the_parameters_type() {
    QCOMPARE(amount(replicated(true), TimeId::reduce_gradients),
             2 * amount(replicated(false), TimeId::reduce_gradients));
  }

  /// A token and block: two norms read and write 8 bytes an element instead of 4, two additions 10 instead of
  /// 6, and two products cast their input, 6.
  void the_residual_stream_is_fp32() {
    const auto of_sequence = [](bool autocasts) {
      Plan one = replicated(autocasts), two = one;
      one.training.micro_batch_size = 1;
      two.training.micro_batch_size = 2;
      return amount(two, TimeId::forward_memory) - amount(one, TimeId::forward_memory);
    };
    const double elements = 2048.0 * 48 * 1600;
    QVERIFY(std::abs((of_sequence(true) - of_sequence(false)) / elements - (2 * 4 + 2 * 4 + 2 * 6)) < 1e-6);
  }

  void sixteen_bit_weights_need_no_casts() {
    Plan deepspeed = replicated(true), adapters = replicated(true), divided = replicated(true);
    deepspeed.training.framework = Framework::deepspeed;
    adapters.training.lora.rank = 8;
    divided.training.tensor_parallel = 2;
    for (const Plan& plan : {deepspeed, adapters, divided})
      QVERIFY(!traits_of(plan).autocasts);
    QVERIFY(traits_of(replicated(true)).autocasts);
  }

  /// BERT-large on a V100 of 16 GB, four micro batches of one sequence, checkpointing: 10.09 samples a second
  /// under autocast, 5.99 in fp32 (transformers, perf_train_gpu_one.md).
  void autocast_brings_less_than_its_products() {
    Plan plan = read_plan(R"({
      "model": {"architecture": {"block": "gpt", "layers": 24, "hidden_size": 1024, "attention_heads": 16, "vocab_size": 30522}},
      "cluster": {"gpus_per_node": 1, "gpu": {"preset": "v100-sxm2-16gb"}},
      "training": {"framework": "fsdp", "attention": "eager", "dropout": 0.1, "fused_loss": "fused", "sequence_length": 512,
                   "activation_checkpointing": "full", "gradient_accumulation_steps": 4, "precision": "fp32"},
      "zero": {"stage": 0}})")
                    .plan;
    const double whole = estimate_speed(plan).total;
    plan.training.precision = Precision::fp16;
    const double faster = whole / estimate_speed(plan).total;
    QVERIFY2(std::abs(faster / (10.09 / 5.99) - 1) < 0.25, qPrintable(QString::number(faster)));
  }
};

ZP_TEST(AutocastTest)
#include "autocast_test.moc"
