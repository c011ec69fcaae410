// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "core/sharding/framework.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan replicated(bool autocasts) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("gpt-2-xl-1.5b"));
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
  /// Each of 1.56 billion weights is read in 4 bytes and written in 2, whatever the batch; the cost per token
  /// is added.
  void weights_are_cast_once_a_pass() {
    const auto of_weights = [](bool autocasts) {
      Plan one = replicated(autocasts), two = one;
      one.training.micro_batch_size = 1;
      two.training.micro_batch_size = 2;
      return 2 * amount(one, TimeId::forward_memory) - amount(two, TimeId::forward_memory);
    };
    QVERIFY(std::abs(of_weights(false)) < 1);
    // The matrices are 48 blocks of 12 · 1,600², and the head of 50,257 · 1,600.
    const double weights = 48.0 * 12 * 1600 * 1600 + 50'257.0 * 1600;
    QVERIFY(std::abs(of_weights(true) / (6 * weights) - 1) < 1e-6);
  }

  /// GPT-2 XL under autocast, 1,600 wide, in bytes per element of the width. Compiled: two kernels read and
  /// write the fp32 stream, read a branch and write a product's input, 24; attention's output 4; GELU on four
  /// times the width 16. One after another: norms 16, sums 20, casts 12, attention 4, GELU 16.
  void a_compiled_block_has_one_kernel_between_products() {
    const auto of_a_token = [](FusedLoss loss) {
      Plan one = replicated(true);
      one.training.fused_norm = true;
      one.training.fused_loss = loss;
      one.training.micro_batch_size = 1;
      Plan two = one;
      two.training.micro_batch_size = 2;
      return (amount(two, TimeId::forward_memory) - amount(one, TimeId::forward_memory)) /
             (48.0 * 1600 * static_cast<double>(one.training.sequence_length));
    };
    QVERIFY(std::abs(of_a_token(FusedLoss::compiled) - 44) < 1e-6);
    QVERIFY(std::abs(of_a_token(FusedLoss::none) - 68) < 1e-6);
  }

  /// The scores of GPT-2 XL's 25 heads in bf16, scaled, masked, through softmax: 12 bytes each. A fused
  /// kernel reads and writes them once. A batched product needs queries, keys and values head by head, which
  /// takes a copy of each, 4 bytes per element, from the second sequence of a micro batch on.
  void written_out_scores_pass_through_several_kernels() {
    const auto of_a_micro_batch = [](bool fused, std::int64_t sequences) {
      Plan plan = replicated(false);
      plan.training.attention = Attention::eager;
      plan.training.fused_norm = fused;
      plan.training.micro_batch_size = sequences;
      return amount(plan, TimeId::forward_memory) / static_cast<double>(sequences);
    };
    const auto sequence = static_cast<double>(replicated(false).training.sequence_length);
    const double scores = 48 * 25 * sequence * sequence, copied = 48 * 3 * 1600 * sequence;
    const double more = of_a_micro_batch(false, 1) - of_a_micro_batch(true, 1);
    QVERIFY(std::abs(more / (8 * scores) - 1) < 1e-6);
    const double copies = of_a_micro_batch(false, 2) - of_a_micro_batch(false, 1);
    QVERIFY(std::abs(copies / (4 * copied) - 1) < 1e-6);
  }

  /// The fused kernel reads scores of 2 bytes and writes as many, and casts nothing on its way.
  void autocast_does_not_divide_a_fused_softmax() {
    Plan plan = replicated(true);
    plan.training.fused_norm = true;
    plan.training.micro_batch_size = 1;
    const double without = amount(plan, TimeId::forward_memory);
    plan.training.attention = Attention::eager;
    const auto sequence = static_cast<double>(plan.training.sequence_length);
    const double scores = 48 * 25 * sequence * sequence;
    QVERIFY(std::abs((amount(plan, TimeId::forward_memory) - without) / (4 * scores) - 1) < 1e-6);
  }

  /// The bytes that an adapter of q_proj moves for one token and block of Llama 2 7B, 4,096 in and out.
  void adapters_in_fp32_move_more_data() {
    QTest::addColumn<bool>("in_fp32");
    QTest::addColumn<bool>("autocasts");
    QTest::addColumn<double>("dropout");
    QTest::addColumn<double>("forward");
    QTest::addColumn<double>("backward");
    // Dropout moves 5 bytes; scaling and adding 4 + 6. Backward: dropout 5, the sum of two gradients 6,
    // scaling 4.
    QTest::newRow("16 bits") << false << false << 0.1 << 15.0 << 15.0;
    QTest::newRow("16 bits, no dropout") << false << false << 0.0 << 10.0 << 10.0;
    // The cast moves 6, dropout 9; scaling 8, adding to 2 bytes 10, and casting back 6. Backward: 9, 6 and 6;
    // 6, 6, 8.
    QTest::newRow("fp32") << true << false << 0.1 << 39.0 << 41.0;
    // The casts to fp32 and back move 12, dropout 9; the rest is as in 16 bits.
    QTest::newRow("fp32 under autocast") << true << true << 0.1 << 31.0 << 31.0;
  }
  void adapters_in_fp32_move_more() {
    QFETCH(bool, in_fp32);
    QFETCH(bool, autocasts);
    QFETCH(double, dropout);
    QFETCH(double, forward);
    QFETCH(double, backward);
    Plan plan = replicated(autocasts);
    plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
    plan.training.lora = {.rank = 8, .targets = lora_q, .dropout = dropout, .in_fp32 = in_fp32};
    Plan both = plan;
    both.training.lora.targets = lora_q | lora_o;  // doubles the width
    const auto moved = [&](TimeId id) {
      const double tokens = 8 * 2048, blocks = 32;
      return (amount(both, id) - amount(plan, id)) / (tokens * blocks * 4096);
    };
    QVERIFY(std::abs(moved(TimeId::forward_memory) - forward) < 1e-6);
    QVERIFY(std::abs(moved(TimeId::backward_memory) - backward) < 1e-6);
  }

  /// The products run without tensor cores: A100 has 19.5 TFLOPS of fp32 beside 312 of bf16.
  void products_of_fp32_adapters_take_longer() {
    Plan plan = replicated(false);
    plan.training.lora = {.rank = 64, .targets = lora_q};
    const auto products = [&] {
      const StepTime time = estimate_speed(plan);
      return time.ledger.find(TimeId::forward_matmul)->busy;
    };
    const double in_16_bits = products();
    plan.training.lora.in_fp32 = true;
    QVERIFY(products() > in_16_bits);
    plan.training.framework = Framework::deepspeed;
    QCOMPARE(products(), in_16_bits);
  }

  /// The logits are divided, go through the tanh and are multiplied: 6 times the logits of 2 bytes; backward
  /// also reads the tanh's output, 7 times.
  void capped_logits_are_read_and_written_more() {
    Plan plan = replicated(false);
    const auto seconds = [&](TimeId id) { return estimate_speed(plan).ledger.find(id)->busy; };
    const double forward = seconds(TimeId::forward_head), backward = seconds(TimeId::backward_head);
    plan.model.architecture.final_logit_softcapping = true;
    const double logits = 2 * 50'257.0 * 8 * 2048 / gpu_rates(plan).memory;
    QVERIFY(std::abs((seconds(TimeId::forward_head) - forward) / (6 * logits) - 1) < 1e-9);
    QVERIFY(std::abs((seconds(TimeId::backward_head) - backward) / (7 * logits) - 1) < 1e-9);
  }

  void gradients_travel_in_the_parameters_type() {
    QCOMPARE(amount(replicated(true), TimeId::reduce_gradients),
             2 * amount(replicated(false), TimeId::reduce_gradients));
  }

  /// In each token and block, two norms read and write 8 bytes an element instead of 4, two additions 10
  /// instead of 6, and two products cast their input, 6.
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

  /// BERT-large on a V100 of 16 GB, with four micro batches of one sequence and checkpointing, trains 10.09
  /// samples a second under autocast, 5.99 in fp32 (transformers, perf_train_gpu_one.md). The four kernels of
  /// written-out scores weigh more in fp32 here than they did there.
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
    QVERIFY2(std::abs(faster / (10.09 / 5.99) - 1) < 0.3, qPrintable(QString::number(faster)));
  }
};

ZP_TEST(AutocastTest)
#include "autocast_test.moc"
