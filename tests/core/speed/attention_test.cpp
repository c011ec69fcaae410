// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/catalog/programs.h"
#include "core/plan/plan.h"
#include "core/speed/step_time.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan of BigScience's 182B of tr11-176B-ml/chronicles-prequel.md, whose attention is written out,
/// on A100.
Plan with_heads(std::int64_t heads) {
  Plan plan;
  Architecture& shape = plan.model.architecture;
  shape.hidden_size = 13'824;
  shape.layers = 13;
  shape.attention_heads = shape.kv_heads = heads;
  shape.head_dim = shape.hidden_size / heads;
  shape.intermediate_size = 4 * shape.hidden_size;
  shape.vocab_size = 250'880;
  plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("a100-sxm4-80gb"));
  plan.training.precision = Precision::fp16;
  plan.training.attention = Attention::eager;
  return plan;
}

double seconds(const Plan& plan) { return estimate_speed(plan).ledger.busy(TimeId::forward_attention); }

}  // namespace

class AttentionTimeTest : public QObject {
  Q_OBJECT

 private slots:
  /// Each of 128 heads is 108 wide, no multiple of 8, and runs at 0.88 of an A100's 19.5 TFLOPS of fp32. Each
  /// of 96 is 144 wide, and waits for its scores in memory: 2 bytes each at 0.62 of 2,039 GB/s.
  void rows_that_do_not_begin_at_16_bytes_run_without_tensor_cores() {
    const double ratio = seconds(with_heads(128)) / seconds(with_heads(96));
    const double expected = 128 * 2 * 108 / (19.5e12 * 0.88) / (96 * 2 / (2039e9 * 0.62));
    QVERIFY2(std::abs(ratio / expected - 1) < 0.01, qPrintable(QString::number(ratio)));
  }
  /// A head of 64 takes 2 · 64 FLOP a score in each product, 0.55 ps at an A100's 234 TFLOPS, while its 2
  /// bytes take 1.58 ps at 0.62 of 2,039 GB/s. Of a head of 256 the arithmetic takes longer: 2.19 ps.
  void narrow_heads_wait_for_the_scores_in_memory() {
    Plan narrow = with_heads(13'824 / 64), wide = with_heads(13'824 / 256);
    narrow.training.micro_batch_size = wide.training.micro_batch_size = 4;
    const auto a_score = [](const Plan& plan) {
      const double s = static_cast<double>(plan.training.sequence_length);
      const double heads = static_cast<double>(plan.model.architecture.attention_heads);
      return seconds(plan) / (2 * 4 * s * s * heads * 13);
    };
    const double bytes = 2 / (2039e9 * 0.62), flop = 2 * 256 / (312e12 * 0.75);
    QVERIFY2(std::abs(a_score(narrow) / bytes - 1) < 0.01, qPrintable(QString::number(a_score(narrow))));
    QVERIFY2(std::abs(a_score(wide) / flop - 1) < 0.01, qPrintable(QString::number(a_score(wide))));
  }
  void a_fused_kernel_pads_the_rows() {
    Plan aligned = with_heads(96), other = with_heads(128);
    aligned.training.attention = other.training.attention = Attention::sdpa;
    QVERIFY(std::abs(seconds(other) / seconds(aligned) - 1) < 1e-9);
  }
  /// ATen/native/transformers/cuda/sdp_utils.cpp, check_prefer_cudnn_attention.
  void pytorch_on_hopper_is_as_fast_as_flash_3_since_2_11() {
    const auto time = [](const char* gpu, const char* torch, AttentionKernel kernel) {
      Plan plan = with_heads(108);
      plan.cluster.gpu = gpu_from_preset(catalog().find_gpu(gpu));
      plan.training.attention = Attention::sdpa;
      plan.training.attention_kernel = kernel;
      plan.training.releases = parse_releases(torch, Program::none).value();
      return seconds(plan);
    };
    using enum AttentionKernel;
    QCOMPARE(time("h100-sxm5-80gb", "", automatic), time("h100-sxm5-80gb", "", flash_3));
    QCOMPARE(time("h100-sxm5-80gb", "torch 2.11", automatic), time("h100-sxm5-80gb", "", flash_3));
    QCOMPARE(time("h100-sxm5-80gb", "torch 2.10", automatic), time("h100-sxm5-80gb", "", flash_2));
    QCOMPARE(time("a100-sxm4-80gb", "", automatic), time("a100-sxm4-80gb", "", flash_2));
    QVERIFY(time("h100-sxm5-80gb", "", flash_3) < 0.7 * time("h100-sxm5-80gb", "", flash_2));
  }
  /// The kernel computes the whole square at 0.345 of the peak, while FlashAttention-2 computes half of it at
  /// 0.59; both are limited to what an A100's products reach.
  void a_mask_is_computed_by_the_memory_efficient_kernel() {
    Plan causal = with_heads(96);
    causal.training.attention = Attention::sdpa;
    Plan padded = causal, packed = causal, told = causal;
    padded.training.padding_share = 0.1;
    packed.training.example_length = told.training.example_length = packed.training.sequence_length / 4;
    told.training.attention_kernel = AttentionKernel::flash_2;
    const double ratio = 2 * 0.59 / 0.345;
    QVERIFY(std::abs(seconds(padded) / seconds(causal) - ratio) < 1e-9);
    QVERIFY(std::abs(seconds(packed) / seconds(causal) - ratio) < 1e-9);
    QVERIFY(std::abs(seconds(told) / seconds(causal) - 0.25) < 1e-9);
  }
  /// TRL's collator pads a batch to its longest sequence (programs.json, trl.len), so that the others need a
  /// mask; one sequence alone needs none (transformers modeling_attn_mask_utils.py).
  void sequences_of_a_batch_that_differ_in_length_make_a_mask() {
    Plan plan = with_heads(96);
    plan.training.attention = Attention::sdpa;
    plan.training.micro_batch_size = 2;
    const double equal = seconds(plan);
    plan.training.batch_lengths = BatchLengths::varying;
    QVERIFY(std::abs(seconds(plan) / equal - 2 * 0.59 / 0.345) < 1e-9);
    Plan by_program = plan;
    by_program.training.batch_lengths = BatchLengths::automatic;
    QVERIFY(std::abs(seconds(by_program) / equal - 1) < 1e-9);
    by_program.training.program = program_named("trl");
    QVERIFY(std::abs(seconds(by_program) / seconds(plan) - 1) < 1e-9);
    plan.training.micro_batch_size = 1;
    QVERIFY(std::abs(seconds(plan) / (equal / 2) - 1) < 1e-9);
    by_program.training.attention_kernel = AttentionKernel::flash_2;
    QVERIFY(std::abs(seconds(by_program) / equal - 1) < 1e-9);
  }
  void four_bytes_an_element_are_aligned_at_fours() {
    Plan aligned = with_heads(96), other = with_heads(128);
    aligned.training.precision = other.training.precision = Precision::fp32;
    QVERIFY(std::abs(seconds(other) / seconds(aligned) - 1) < 1e-9);
  }
};

ZP_TEST(AttentionTimeTest)
#include "attention_test.moc"
