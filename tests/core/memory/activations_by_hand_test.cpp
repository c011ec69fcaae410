// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <string>

#include "core/activations/activations.h"
#include "core/activations/vision_terms.h"
#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "core/sharding/parallelism.h"
#include "core/sharding/types_of.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace {

Plan plan_with_training(const std::string& model, const std::string& training) {
  return read_plan(R"({"model": {"preset": ")" + model +
                   R"("}, "cluster": {"gpu": {"preset": "h100-sxm5-80gb"}}, "zero": {"stage": 3},
                       "training": {)" +
                   training + "}}")
      .plan;
}

}  // namespace

/// Tests of entries of the activations, worked out by hand from the published shapes of the models, where an
/// error of one sign or digit would change little else (tests/mutation/run).
class ActivationsByHandTest : public QObject {
  Q_OBJECT

 private slots:
  /// Llama-2 7B (4,096 wide, MLP of 11,008), 4,096 tokens in four chunks: the residual stream's gradient
  /// twice in 2 bytes; of half a chunk, 512 tokens, five tensors of the MLP and one of the stream; the
  /// gradients of both of the MLP's matrices in fp32 and in 16 bits.
  void gradients_of_an_mlp_in_chunks() {
    const Plan plan = plan_with_training(
        "llama-2-7b", R"("sequence_length": 4096, "fused_norm": true, "fpdt": true, "fpdt_chunk": 1024,
                         "fpdt_offload": true, "activation_checkpointing": "none")");
    QCOMPARE(bytes(plan, activations_gradients),
             2LL * 2 * 4'096 * 4'096 + 2LL * 512 * (5 * 11'008 + 4'096) + (4 + 2) * 2LL * 4'096 * 11'008);
    // A 32nd of a chunk has 32 tokens: logits and their copy in 16 bits, and two tensors in fp32; two
    // gradients of the head's input, and that of its weights in fp32 and in 16 bits.
    QCOMPARE(bytes(plan, logits_gradient),
             (2 * 2 + 2 * 4) * 32'000LL * 32 + 2LL * 2 * 4'096 * 4'096 + (4 + 2) * 32'000LL * 4'096);
  }
  /// Without offload, 65,536 tokens in four chunks: the stream's gradient twice, those of the output and the
  /// input of attention, and the gradients of query, key and value in fp32, of all tokens; of a chunk, the
  /// kernel's own gradients with its accumulator; the projections' gradients. What the MLP saved is gone.
  void gradients_of_attention_in_chunks() {
    const Plan plan = plan_with_training(
        "llama-2-7b", R"("sequence_length": 65536, "fused_norm": true, "fpdt": true, "fpdt_chunk": 16384,
                         "fpdt_offload": false, "activation_checkpointing": "none")");
    const std::int64_t width = 4'096, tokens = 65'536;
    const std::int64_t whole = (2 + 2) * 2 * width * tokens, in_fp32 = 4 * 3 * width * tokens;
    const std::int64_t kernel = ((2 + 4) + 2 * 2) * width * (tokens / 4),
                       weights = (4 + 2) * width * 3 * width;
    const std::int64_t mlp_saved = (2 * 2 * width + 4) * tokens;
    QCOMPARE(bytes(plan, activations_gradients), whole + in_fp32 + kernel + weights - mlp_saved);
  }

  /// FLAN-T5 XL (2,048 wide, gated MLP of 5,120, 32 heads of 64): two sequences of 64 source and 32 target
  /// tokens. The encoder's block holds most: the stream's gradient twice, two tensors of the MLP, and the
  /// gradient of the encoder's output; its position bias is the larger one.
  void gradients_of_an_encoder_and_a_decoder() {
    const Plan plan = plan_with_training(
        "flan-t5-xl", R"("micro_batch_size": 2, "sequence_length": 32, "encoder_length": 64)");
    const std::int64_t source = 2 * 64;
    QCOMPARE(bytes(plan, activations_gradients),
             (2 * 2 * 2'048 + 2 * 2 * 5'120) * source + 2 * 2'048 * source + 2 * 32 * 2 * 64 * 64);
    // T5's norm keeps an fp32 copy, the normalised tensor and one number, at the end of both stacks.
    QCOMPARE(bytes(plan, activations_final_norm), ((4 + 2) * 2'048 + 4) * (source + 2 * 32));
  }

  /// Qwen2.5-VL's tower has 32 blocks of 16 heads, 28 of which attend within windows of 8 × 8 patches; a
  /// score has its softmax in fp32 and a copy in 16 bits. An image of 1,024 × 1,024 has 5,476 patches.
  void written_out_scores_of_windows() {
    Plan plan = plan_with_training("qwen2.5-vl-7b", R"("sequence_length": 4096)");
    plan.training.attention_kernel = AttentionKernel::automatic;
    plan.training.attention = Attention::eager;
    const std::int64_t saved = 32 * (28 * 1'280 + 8 * 3'420 + 8);
    const std::int64_t scores = 16 * (4 + 2) * (4 * 5'476 + 28 * 8 * 8);
    QCOMPARE(bytes(plan, vision_saved_blocks), (saved + scores) * 5'476LL);
  }
  /// RMSNorm keeps a copy of its own, so that the checkpoint is no part of the recomputed block; the stream's
  /// gradient twice and gate and up of the MLP, 3,420 each, come on top.
  void a_recomputed_block_of_a_tower() {
    Plan plan = plan_with_training("qwen2.5-vl-7b", R"("sequence_length": 4096)");
    plan.training.attention_kernel = AttentionKernel::flash_2;
    plan.training.activation_checkpointing = Checkpointing::full;
    QCOMPARE(vision_terms<double>(plan, parallelism_of(plan)).at_work,
             ((28 * 1'280 + 8 * 3'420 + 72) + (2 * 2 * 1'280 + 2 * 2 * 3'420)) * 5'476.0);
  }

  /// Mixtral 8x7B (4,096 wide, 32 heads of 128, experts of 14,336, two a token) over two tensor-parallel
  /// ranks: the mask of each adapter's dropout, a byte, and its output.
  void dropout_of_adapters_on_experts_of_two_ranks() {
    Plan plan = plan_with_training("mixtral-8x7b", R"("sequence_length": 4096, "tensor_parallel": 2,
        "lora": {"rank": 8, "dropout": 0.1, "targets": ["q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"]})");
    const BlockOperations all = block_operations<BlockOperations>(plan.model.architecture, plan.training,
                                                                  types_of(plan), BlockKind::experts);
    const auto dropout = std::ranges::find(all.operations(), "adapter dropout", &SavedByOperation::operation);
    QVERIFY(dropout != all.operations().end());
    const double inputs = 3 * 4'096 + 32 * 128 / 2 + 2 * (2 * 4'096 + 14'336 / 2);
    const double element = plan.training.multiplies_adapters_in_fp32() ? 4 : 2;
    QCOMPARE(dropout->bytes_per_token, (1 + element) * inputs);
  }
};

ZP_TEST(ActivationsByHandTest)
#include "activations_by_hand_test.moc"
