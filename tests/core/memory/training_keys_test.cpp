// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;
using enum EntryId;

namespace training_keys {

/// Returns Llama-2 7B (32 layers of 4,096, 32 heads, vocabulary 32,000) in bf16, 1,024 tokens on each of 8
/// GPUs.
MemoryEstimate memory_of_llama(const std::string& training, const std::string& gpus = "8") {
  return estimate_memory(read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3},
                                       "cluster": {"gpus_per_node": )" +
                                   gpus + R"(}, "training": {"sequence_length": 1024, )" + training + "}}")
                             .plan);
}
std::int64_t bytes_held(const MemoryEstimate& estimate, EntryId id) {
  return estimate.ledger.bytes(id).value();
}

constexpr std::int64_t block_input_bytes = 2 * 4'096 * 1'024;  ///< bytes of a block's input

}  // namespace training_keys

using namespace training_keys;

/// Tests of keys of `training` that move bytes, worked out by hand.
class TrainingKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void a_checkpoint_covers_several_blocks() {
    const MemoryEstimate one = memory_of_llama(R"("activation_checkpointing": "full")");
    const MemoryEstimate four =
        memory_of_llama(R"("activation_checkpointing": "full", "blocks_per_checkpoint": 4)");
    const MemoryEstimate all =
        memory_of_llama(R"("activation_checkpointing": "full", "blocks_per_checkpoint": 100)");
    const std::int64_t whole =
        (bytes_held(memory_of_llama(R"("activation_checkpointing": "none")"), activations_saved_blocks)) / 32;
    QCOMPARE(bytes_held(one, activations_saved_blocks), 32 * block_input_bytes);
    QCOMPARE(bytes_held(four, activations_saved_blocks), 8 * block_input_bytes);
    QCOMPARE(bytes_held(four, activations_live_block) - bytes_held(one, activations_live_block), 3 * whole);
    QCOMPARE(bytes_held(all, activations_saved_blocks), block_input_bytes);
  }

  /// 1,024 tokens of a vocabulary of 32,000, in eight chunks, in chunks of 256, and in one.
  void a_chunk_of_the_loss_has_the_stated_tokens() {
    const auto logits = [](const char* chunk) {
      return bytes_held(
          memory_of_llama(std::string(R"("fused_loss": "chunked", "fused_loss_chunk": )") + chunk),
          logits_output);
    };
    QCOMPARE(logits("0"), 2LL * 32'000 * 1'024 / 8);
    QCOMPARE(logits("256"), 2LL * 32'000 * 256);
    QCOMPARE(logits("4096"), 2LL * 32'000 * 1'024);
  }

  void each_child_of_a_block_is_checkpointed_apart() {
    const MemoryEstimate blocks = memory_of_llama(R"("activation_checkpointing": "full")");
    const MemoryEstimate children =
        memory_of_llama(R"("activation_checkpointing": "full", "checkpoint_unit": "children")");
    QCOMPARE(bytes_held(children, activations_saved_blocks),
             4 * bytes_held(blocks, activations_saved_blocks));
    QVERIFY(bytes_held(children, activations_live_block) < bytes_held(blocks, activations_live_block));
  }

  void ranks_that_share_a_sequence_gather_its_keys_and_values() {
    const std::string full = R"("activation_checkpointing": "full")";
    const MemoryEstimate whole = memory_of_llama(full),
                         shared = memory_of_llama(full + R"(, "context_parallel": 8)");
    QCOMPARE(bytes_held(shared, activations_saved_blocks), bytes_held(whole, activations_saved_blocks) / 8);
    QCOMPARE(bytes_held(shared, activations_live_block), bytes_held(whole, activations_live_block) / 8);
    QCOMPARE(bytes_held(shared, activations_context), 2 * block_input_bytes * 7 / 8);
    QCOMPARE(
        data_parallel_world(read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 8},
                                               "training": {"context_parallel": 4}})")
                                .plan),
        2);
  }

  /// The query's gradient in fp32, those of keys and values in fp32 twice, and keys and values as they are
  /// sent, of a token (torch distributed/tensor/experimental/_attention.py).
  void a_ring_adds_up_gradients_in_fp32() {
    const std::string rings =
        R"("framework": "fsdp", "activation_checkpointing": "full", "context_parallel": )";
    const auto of_attention = [&](const std::string& ranks) {
      const MemoryEstimate estimate = memory_of_llama(rings + ranks);
      return bytes_held(estimate, activations_gradients) * std::stoll(ranks);
    };
    const std::int64_t width = 4'096, tokens = 1'024;
    const std::int64_t mlp = (2 * 2 * 4'096 + 2 * 2 * 11'008) * tokens;
    const std::int64_t attention = (65'668 + 3 * 2 * width + 2 * 4 * width + 4 * width - 186'504) * tokens;
    QCOMPARE(of_attention("1"), mlp);
    QCOMPARE(of_attention("2"), std::max(mlp, attention + (4 + 2 * 4 * 2 + 2 * 2) * width * tokens));
  }

  void logits_are_divided_over_the_vocabulary_unless_the_plan_says_not() {
    const std::string tensor = R"("tensor_parallel": 4)";
    const std::int64_t divided = bytes_held(memory_of_llama(tensor), logits_output);
    QCOMPARE(divided, 2 * 32'000 * 1'024 / 4);
    QCOMPARE(bytes_held(memory_of_llama(tensor + R"(, "loss_parallel": false)"), logits_output), 4 * divided);
  }

  /// Written-out attention multiplies copies of the keys and values that the model returns.
  void a_model_that_returns_its_cache_keeps_keys_and_values() {
    const std::string keeps = R"("keeps_cache": true, "attention": )";
    QCOMPARE(bytes_held(memory_of_llama(keeps + R"("eager")"), activations_cache),
             32 * 2 * block_input_bytes);
    QCOMPARE(bytes_held(memory_of_llama(keeps + R"("sdpa")"), activations_cache), 0);
    // A wrapper around the blocks leaves the cache on, and keys and values are what each block returns.
    QCOMPARE(bytes_held(memory_of_llama(keeps + R"("sdpa", "activation_checkpointing": "full")"),
                        activations_cache),
             32 * 2 * block_input_bytes);
    QCOMPARE(bytes_held(memory_of_llama(R"("attention": "eager")"), activations_cache), 0);
  }

  void a_gradient_is_freed_once_its_parameter_is_stepped() {
    const std::string torch = R"("framework": "fsdp", "optimizer_kernel": "foreach")";
    const std::string in_backward = torch + R"(, "optimizer_in_backward": true)";
    QCOMPARE(bytes_held(memory_of_llama(in_backward, "1"), states_gradients), 4 * 32'000LL * 4'096);
    QCOMPARE(bytes_held(memory_of_llama(in_backward, "1"), step_optimizer), 0);
    QCOMPARE(bytes_held(memory_of_llama(torch, "1"), states_gradients), 4 * 6'738'415'616);
    const std::string accumulates = R"(, "gradient_accumulation_steps": 2)";
    QCOMPARE(bytes_held(memory_of_llama(in_backward + accumulates, "1"), states_gradients),
             4 * 6'738'415'616);
  }
};

ZP_TEST(TrainingKeysTest)
#include "training_keys_test.moc"
