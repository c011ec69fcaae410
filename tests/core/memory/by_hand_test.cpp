// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;
using enum EntryId;

namespace {

constexpr std::int64_t llama_parameters = 6'738'415'616;

/// Returns the estimate of a plan with that model, followed by those other keys.
MemoryEstimate estimate_of(const std::string& model, const std::string& keys) {
  return estimate_memory(read_plan("{\"model\": " + model + keys + "}").plan);
}
MemoryEstimate llama(const std::string& keys) { return estimate_of(R"({"preset": "llama-2-7b"})", keys); }

std::int64_t held(const MemoryEstimate& estimate, EntryId id) { return estimate.ledger.bytes(id).value(); }

std::string shape(const std::string& more) {
  return R"({"architecture": {"hidden_size": 4096, "layers": 2, "attention_heads": 32, "vocab_size": 32000)" +
         more + "}}";
}

}  // namespace

/// Tests of entries worked out by hand, where an error of one sign or digit would change
/// little else (tests/mutation/run).
class ByHandTest : public QObject {
  Q_OBJECT

 private slots:
  /// zero.Init loads a file of 5 GB; at worst the whole model, and nothing on a meta device.
  void loading_under_zero_init() {
    const MemoryEstimate estimate = llama(R"(, "zero": {"stage": 3})");
    const Entry* loading = estimate.ledger.find(host_loading);
    QVERIFY(loading != nullptr);
    QCOMPARE(loading->low.value(), std::int64_t{0});
    QCOMPARE(loading->bytes.value(), std::int64_t{5'000'000'000});
    QCOMPARE(loading->high.value(), 2 * llama_parameters);
    const Entry* whole = llama(R"(, "zero": {"stage": 2})").ledger.find(host_loading);
    QVERIFY(whole != nullptr);
    QCOMPARE(whole->bytes.value(), 2 * llama_parameters);
    QCOMPARE(whole->high.value(), 4 * llama_parameters);
  }

  /// At worst two tensors of the largest size are cut; there is no border if one rank has everything.
  void gradients_at_the_borders_of_partitions() {
    const MemoryEstimate eight = llama(R"(, "zero": {"stage": 2})");
    const Entry* borders = eight.ledger.find(states_gradient_borders);
    QVERIFY(borders != nullptr);
    QCOMPARE(borders->low.value(), std::int64_t{0});
    QCOMPARE(borders->high.value(), std::int64_t{2} * 2 * 32'000 * 4'096);
    // The mean over all elements of the length of the element's own tensor, in 16 bits.
    QCOMPARE(borders->bytes.value(), std::int64_t{78'818'602});
    const MemoryEstimate one = llama(R"(, "zero": {"stage": 2}, "cluster": {"gpus_per_node": 1})");
    QVERIFY(one.ledger.find(states_gradient_borders) == nullptr);
  }

  /// Without a contiguous bucket, gradients of other ranks wait; two ranks are enough for that.
  void gradients_that_wait() {
    const auto waiting = [](int gpus) {
      return held(
          llama(R"(, "zero": {"stage": 2, "contiguous_gradients": false}, "cluster": {"gpus_per_node": )" +
                std::to_string(gpus) + "}"),
          buffers_waiting_gradients);
    };
    QCOMPARE(waiting(1), std::int64_t{0});
    QCOMPARE(waiting(2), std::int64_t{2} * 500'000'000);
  }

  /// A norm keeps its input in fp32 and in 16 bits, its variance, and the input of the projections behind it.
  void a_norm_before_the_mlp() {
    const auto saved = [](const char* norms) {
      return held(
          estimate_of(shape(R"(, "intermediate_size": 1024, "norms_per_layer": )" + std::string(norms)),
                      R"(, "training": {"sequence_length": 128})"),
          activations_saved_blocks);
    };
    QCOMPARE(saved("2") - saved("1"), std::int64_t{2} * 128 * (6 * 4096 + 4 + 2 * 4096));
  }

  /// Tensors below 1 MiB are not swapped and take no buffer; those of 4,096 × 4,096 / 8, 16 MiB, are swapped.
  void buffers_for_swapped_weights() {
    const std::string model =
        R"({"tensors": [{"shape": [4096, 4096], "name": "a"}, {"shape": [4096], "name": "b"},
                                              {"shape": [4096, 4096], "name": "c"}, {"shape": [4096], "name": "d"}]})";
    const std::string keys = R"(, "zero": {"stage": 3, "offload_param": "nvme", "offload_optimizer": "nvme"},
        "cluster": {"nvme": {"capacity_gib": 3500, "read_gb_per_s": 6, "write_gb_per_s": 4}})";
    QCOMPARE(estimate_of(model, keys).nvme.smallest_buffers.parameter_buffer_count, 2);
  }

  /// The files hold the master, two states of Adam and the gradient, 4 bytes each, padded to the size
  /// of one read.
  void optimizer_in_files() {
    const MemoryEstimate estimate =
        llama(R"(, "zero": {"stage": 3, "offload_param": "nvme", "offload_optimizer": "nvme"},
              "cluster": {"nvme": {"capacity_gib": 3500, "read_gb_per_s": 6, "write_gb_per_s": 4}})");
    QCOMPARE(held(estimate, nvme_optimizer), 16 * llama_parameters);
  }

  /// The gradients at both ends of the stream, and those of query, key and value, 12,288 elements a token:
  /// more than a small MLP or short scores have.
  void gradients_while_attention_runs_eagerly() {
    const std::string model = shape(R"(, "block": "gpt", "intermediate_size": 4096)");
    const MemoryEstimate estimate =
        estimate_of(model, R"(, "training": {"sequence_length": 128, "attention": "eager"})");
    QCOMPARE(held(estimate, activations_gradients), std::int64_t{2} * (2 * 4096 + 3 * 4096) * 128);
  }

  /// 4 tensors of 512 elements in 16 bits for each token and layer, counted once, because every
  /// token visits them.
  void experts_that_every_token_visits() {
    const auto saved = [](const char* shared) {
      const std::string experts =
          R"(, "experts": 8, "experts_per_token": 2, "expert_intermediate_size": 1024)";
      return held(estimate_of(shape(experts + shared), R"(, "training": {"sequence_length": 128})"),
                  activations_saved_blocks);
    };
    QCOMPARE(saved(R"(, "shared_expert_intermediate_size": 512)") - saved(""),
             std::int64_t{2} * 128 * 4 * 2 * 512);
  }

  /// The 4,096 tokens are in chunks of 4096 / (32000 / 4096, rounded up), rounded up to a power of two: 512.
  void a_fused_loss_works_in_chunks() {
    const MemoryEstimate estimate =
        llama(R"(, "training": {"sequence_length": 4096, "fused_loss": "fused"})");
    QCOMPARE(held(estimate, logits_fp32), std::int64_t{4} * 32'000 * 512);
  }

  /// An eighth of the tokens is processed at a time: their logits in 16 bits and in fp32, and the gradients.
  void a_chunked_loss() {
    const MemoryEstimate estimate =
        llama(R"(, "training": {"sequence_length": 4096, "fused_loss": "chunked"})");
    QCOMPARE(held(estimate, logits_output), std::int64_t{2} * 32'000 * 512);
    QCOMPARE(held(estimate, logits_fp32), std::int64_t{4} * 32'000 * 512);
    QCOMPARE(held(estimate, logits_gradient), std::int64_t{8} * 32'000 * 512);
  }

  void gradients_sent_in_another_type() {
    QCOMPARE(held(llama(R"(, "zero": {"stage": 2})"), buffers_communication_cast), std::int64_t{0});
    QCOMPARE(held(llama(R"(, "zero": {"stage": 2}, "deepspeed_config": {"communication_data_type": "fp32"})"),
                  buffers_communication_cast),
             std::int64_t{4} * 500'000'000);
  }

  /// If a gradient is cut at the border of a partition, the norm squares only the part within: of an
  /// embedding of 131 million, the 83 million that a rank of eight has, at 8 bytes each where the master has
  /// 4; with four ranks, the whole.
  void the_norm_of_what_the_partition_has() {
    const auto of_ranks = [](const char* gpus) {
      return estimate_of(
          shape(""), R"(, "zero": {"stage": 1}, "cluster": {"gpus_per_node": )" + std::string(gpus) + "}");
    };
    const MemoryEstimate eight = of_ranks("8");
    QCOMPARE(held(eight, step_norm), 2 * held(eight, states_master));
    QVERIFY(held(eight, step_norm) < std::int64_t{8} * 32'000 * 4'096);
    QCOMPARE(held(of_ranks("4"), step_norm), std::int64_t{8} * 32'000 * 4'096);
  }

  /// In fp16 the step looks for overflow first, which since 0.13.3 takes 11 bytes an element, before 4.
  void the_overflow_check_of_fp16() {
    const auto with = [](const char* version) {
      return held(
          estimate_of(shape(""), std::string(R"(, "zero": {"stage": 1}, "cluster": {"gpus_per_node": 4},
                                  "training": {"precision": "fp16"}, "target": {"deepspeed_version": ")") +
                                     version + "\"}"),
          step_norm);
    };
    QCOMPARE(with("0.13.3"), std::int64_t{11} * 32'000 * 4'096);
    QCOMPARE(with("0.13.2"), std::int64_t{8} * 32'000 * 4'096);
  }

  /// Since 0.19 the weights are flattened on the GPU if there is room for both copies, less the space of one
  /// rank's eighth of the master; before, only the zeros for the gradient count.
  void building_the_flat_weights() {
    constexpr std::int64_t partition = (llama_parameters + 15) / 16 * 2;  // two elements per rank
    const auto built = [](const DeepSpeedVersion& version) {
      Plan plan = example_plan().plan;  // Llama-2 7B at stage 2
      plan.target.deepspeed_version = version;
      return estimate_memory(plan).ledger.bytes(init_workspace).value();
    };
    QCOMPARE(built({0, 19, 0}), 16 * partition - 4 * partition);
    QCOMPARE(built({0, 18, 9}), 4 * partition);
  }

  /// Two of eight experts, and everything else.
  void parameters_that_one_token_visits() {
    QCOMPARE(estimate_of(R"({"preset": "mixtral-8x7b"})", "").model.active.value(),
             std::int64_t{12'879'925'248});
    QCOMPARE(llama("").model.active.value(), llama_parameters);
  }

  /// Merged adapters need the whole model, other weights are gathered one at a time; undivided
  /// weights need nothing.
  void weights_for_an_engine() {
    const auto gathered = [](int stage, const char* lora) {
      return held(llama(R"(, "training": {"method": "grpo", "generation": "vllm")" + std::string(lora) +
                        R"(}, "zero": {"stage": )" + std::to_string(stage) + "}"),
                  generation_weights);
    };
    const char* const adapters = R"(, "lora": {"rank": 8})";
    QCOMPARE(gathered(2, ""), std::int64_t{0});
    QCOMPARE(gathered(2, adapters), std::int64_t{0});
    QCOMPARE(gathered(3, ""), std::int64_t{2} * 32'000 * 4'096);
    QCOMPARE(gathered(3, adapters), 2 * (llama_parameters + 32LL * 2 * 8 * 2 * 4'096));
  }
};

ZP_TEST(ByHandTest)
#include "by_hand_test.moc"
