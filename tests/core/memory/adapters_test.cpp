// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/memory/explain.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace {

// Parameters of Llama-2 7B: all, the linear layers of its blocks, and a table of embeddings.
constexpr std::int64_t base_parameters = 6'738'415'616;
constexpr std::int64_t base_block = 4LL * 4096 * 4096 + 3LL * 4096 * 11008;
constexpr std::int64_t base_linear = 32 * base_block;
constexpr std::int64_t base_table = 32'000LL * 4096;
constexpr std::uint8_t every_linear_layer =
    lora_q | lora_k | lora_v | lora_o | lora_gate | lora_up | lora_down;

Plan adapted(std::string_view model, int stage, FrozenPrecision frozen = FrozenPrecision::automatic) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(model));
  plan.zero.stage = stage;
  plan.training.lora.rank = 8;
  plan.training.frozen_precision = frozen;
  return plan;
}
Plan qlora(int stage) { return adapted("llama-2-7b", stage, FrozenPrecision::nf4); }

double in_gib(Bytes held) { return to_gib(held); }

}  // namespace

/// Tests of a frozen base in 8 or 4 bits, of the adapters beside it, and of optimizers that leave the GPU.
class AdaptersTest : public QObject {
  Q_OBJECT

 private slots:
  void linear_layers_take_half_a_byte_and_the_rest_two() {
    const Plan plan = qlora(0);
    const std::int64_t adapters = 32LL * 2 * (4096 + 4096) * 8;
    QCOMPARE(bytes(plan, states_weights), base_linear / 2 + 2 * (base_parameters - base_linear + adapters));
  }

  void scales_are_quantised_too_unless_that_is_off() {
    Plan plan = qlora(0);
    QCOMPARE(bytes(plan, states_quantization), base_linear / 64 + 4 * (base_linear / (64LL * 256)));
    plan.training.double_quantization = false;
    QCOMPARE(bytes(plan, states_quantization), 4 * (base_linear / 64));
    // QLoRA, arXiv 2305.14314, section 3: 0.5 bits per weight without double quantization, 0.127 with it.
    const double bits = 8.0 * static_cast<double>(bytes(qlora(0), states_quantization)) / base_linear;
    QVERIFY(std::abs(bits - 0.127) < 0.0005);
  }

  void integers_have_a_scale_for_each_output() {
    const Plan plan = adapted("llama-2-7b", 0, FrozenPrecision::int8);
    const std::int64_t rows = 32LL * (5 * 4096 + 2 * 11008);
    QCOMPARE(bytes(plan, states_quantization), 4 * rows);
    QCOMPARE(bytes(plan, states_weights) - bytes(qlora(0), states_weights), base_linear / 2);
  }

  /// zero.Init skips quantised models (transformers modeling_utils.py, get_init_context), and the engine
  /// moves a model that it did not make to the GPU (DeepSpeed runtime/engine.py,
  /// _configure_distributed_model).
  void at_stage_3_the_whole_quantised_base_comes_to_every_gpu() {
    Plan plan = qlora(3);
    plan.cluster.gpus_per_node = 8;
    const Ledger ledger = estimate_memory(plan).ledger;
    const std::int64_t adapters = 32LL * 2 * (4096 + 4096) * 8;
    const std::int64_t whole = base_linear / 2 + 2 * (base_parameters - base_linear + adapters);
    QCOMPARE(ledger.bytes(init_whole_model).value(), whole + 2 * base_table / 8);
    QVERIFY(!ledger.find(states_weights)->moments.has(Moment::loading));
    const Plan in_16_bits = adapted("llama-2-7b", 3);
    QCOMPARE(bytes(in_16_bits, init_whole_model), 2 * base_table);
  }

  void one_layer_is_dequantised_at_a_time() {
    QCOMPARE(bytes(qlora(0), gathered_dequantized), 2LL * 4096 * 11008);
    const MemoryEstimate integers = estimate_memory(adapted("llama-2-7b", 0, FrozenPrecision::int8));
    const Entry* entry = integers.ledger.find(gathered_dequantized);
    QVERIFY(entry != nullptr);
    QVERIFY(!entry->moments.has(Moment::forward) && entry->moments.has(Moment::backward_first));
  }

  void stage_2_keeps_the_base_whole_and_stage_3_divides_all_but_the_scales() {
    const std::int64_t whole = bytes(qlora(2), states_weights), part = bytes(qlora(3), states_weights);
    QVERIFY(whole > base_linear / 2 + 4 * base_table);
    QVERIFY(std::abs(part - whole / 8) < 1'000'000);
    QCOMPARE(bytes(qlora(3), states_quantization), bytes(qlora(2), states_quantization));
  }

  void stage_3_gathers_what_is_stored() {
    Plan plan = qlora(3);
    plan.zero.stage3_max_live_parameters = plan.zero.stage3_max_reuse_distance = 1'000'000'000'000;
    const std::int64_t all = bytes(qlora(0), states_weights);
    QCOMPARE(bytes(plan, gathered_kept) + bytes(plan, gathered_live), all);
  }

  void a_bare_count_is_stored_as_its_shape_is() {
    Plan plan = qlora(0);
    const double of_shape = static_cast<double>(bytes(plan, states_weights)) / base_parameters;
    plan.model = model_from_parameters(Params(base_parameters));
    const double of_count = static_cast<double>(bytes(plan, states_weights)) / base_parameters;
    QVERIFY(std::abs(of_count / of_shape - 1) < 0.02);
  }

  void stacked_experts_stay_in_the_weights_type() {
    Plan plan = adapted("mixtral-8x7b", 0, FrozenPrecision::nf4);
    const std::int64_t newest = bytes(plan, states_weights);
    plan.training.releases = *parse_releases("transformers 4.57", Program::none);
    const std::int64_t one_by_one = bytes(plan, states_weights);
    QVERIFY(newest > 3 * one_by_one);  // transformers 5 stacks them, also where a loop multiplies them
    plan.training.experts = Experts::grouped;
    QCOMPARE(bytes(plan, states_weights), newest);
    plan.training.quantize_experts = true;
    QCOMPARE(bytes(plan, states_weights), one_by_one);
  }

  /// Ranks that divide the experts hold as many scales less, and bring back their own part alone.
  void ranks_divide_stacked_quantised_experts() {
    Plan whole = adapted("mixtral-8x7b", 2, FrozenPrecision::nf4);
    whole.training.experts = Experts::grouped;
    whole.training.quantize_experts = true;
    Plan divided = whole;
    divided.training.expert_parallel = 8;
    QCOMPARE(8 * bytes(divided, gathered_dequantized), bytes(whole, gathered_dequantized));
    QVERIFY(bytes(divided, states_quantization) < bytes(whole, states_quantization) / 4);
  }

  /// Axolotl's README on MoE expert quantization: without quantize_moe_experts most of the model stays in
  /// bf16. unsloth_zoo temporary_patches/gpt_oss.py gives GPT-OSS experts that are linear layers.
  void experts_of_gpt_oss_are_parameters_in_every_release() {
    Plan plan = adapted("gpt-oss-20b", 0, FrozenPrecision::nf4);
    plan.training.releases = *parse_releases("transformers 4.57", Program::none);
    const std::int64_t in_16_bits = bytes(plan, states_weights);
    plan.training.quantize_experts = true;
    QVERIFY(in_16_bits > 3 * bytes(plan, states_weights));
  }

  /// Parameters that PEFT's print_trainable_parameters names of Qwen3-30B-A3B with adapters on all linear
  /// layers. With an nn.Linear for each expert (transformers before 5), LLaMA-Factory logs 211,378,176 at
  /// rank 4 with the router's among them, which no target of a plan names; at rank 8 without it 421,920,768.
  /// Where the experts are stacked, adapters on attention are left: 6.685M (ml-explore/mlx-lm issue 571).
  void experts_that_are_modules_have_adapters_data() {
    QTest::addColumn<std::int64_t>("rank");
    QTest::addColumn<bool>("is_grouped");
    QTest::addColumn<std::int64_t>("trainable");
    constexpr std::int64_t of_router = 48LL * 4 * (2048 + 128);
    QTest::newRow("rank 4") << std::int64_t{4} << false << 211'378'176 - of_router;
    QTest::newRow("rank 8") << std::int64_t{8} << false << std::int64_t{421'920'768};
    QTest::newRow("stacked") << std::int64_t{8} << true << std::int64_t{6'684'672};
  }
  void experts_that_are_modules_have_adapters() {
    QFETCH(std::int64_t, rank);
    QFETCH(bool, is_grouped);
    QFETCH(std::int64_t, trainable);
    Plan plan = adapted("qwen3-30b-a3b", 0);
    plan.training.lora.rank = static_cast<int>(rank);
    plan.training.lora.targets = every_linear_layer;
    if (is_grouped) plan.training.experts = Experts::grouped;
    const MemoryEstimate whole = estimate_memory(plan);
    QCOMPARE(whole.model.trainable.value(), trainable);
    QCOMPARE(bytes(plan, states_gradients), 2 * trainable);
    QCOMPARE(bytes(plan, states_optimizer), 8 * trainable);
    plan.zero.stage = 2;  // over 8 GPUs
    QCOMPARE(bytes(plan, states_optimizer), trainable);
  }

  /// Qwen1.5-MoE-A2.7B (config.json): 60 routed experts of 1,408 and a shared one of 5,632 in each of 24
  /// layers. The shared expert is a module whether or not the routed ones are stacked.
  void a_shared_expert_has_adapters_of_its_own() {
    Plan plan = adapted("qwen1.5-moe-a2.7b", 0);
    plan.training.lora.targets = lora_gate | lora_up | lora_down;
    const auto trainable = [&] { return model_size(plan).trainable.value(); };
    constexpr std::int64_t of_shared = 24LL * 3 * 8 * (2048 + 5632);
    QCOMPARE(trainable(), of_shared + 24LL * 60 * 3 * 8 * (2048 + 1408));
    plan.training.experts = Experts::grouped;
    QCOMPARE(trainable(), of_shared);
  }

  void nothing_is_quantised_without_adapters() {
    Plan plan = qlora(2);
    plan.training.lora.rank = 0;
    Plan plain = plan;
    plain.training.frozen_precision = FrozenPrecision::automatic;
    QVERIFY(estimate_memory(plan) == estimate_memory(plain));
  }

  void modules_to_save_are_trained_copies() {
    Plan plan = adapted("llama-2-7b", 2);
    const ModelSize before = model_size(plan);
    plan.training.lora.modules_to_save = ModulesToSave::both;
    QCOMPARE((model_size(plan).trainable - before.trainable).value(), 2 * base_table);
    QCOMPARE((model_size(plan).parameters - before.parameters).value(), 2 * base_table);
    plan.model.architecture.tied_embeddings = true;  // makes two copies from one table
    const ModelSize tied = model_size(plan);
    QCOMPARE((tied.trainable - before.trainable).value(), 2 * base_table);
  }

  void dora_trains_a_magnitude_for_each_output() {
    Plan plan = adapted("llama-2-7b", 2);
    const ModelSize before = model_size(plan);
    const std::int64_t saved = bytes(plan, activations_saved_blocks);
    plan.training.lora.dora = true;
    QCOMPARE((model_size(plan).trainable - before.trainable).value(), 32LL * 2 * 4096);
    // The product, its scaled form, the sum, and the tensor beside the weight; and the identity.
    QCOMPARE(bytes(plan, activations_dora), 2LL * 5 * 4096 * 4096);
    QCOMPARE(bytes(plan, activations_saved_blocks) - saved, 32LL * 2048 * 2 * 2 * 2 * 4096);
  }

  void adapters_keep_their_first_product_and_what_dropout_leaves() {
    Plan plan = adapted("llama-2-7b", 2), full = plan;
    full.training.lora.rank = 0;
    const std::int64_t of_targets =
        bytes(plan, activations_saved_blocks) - bytes(full, activations_saved_blocks);
    QCOMPARE(of_targets, 32LL * 2048 * 2 * 2 * 8);
    const std::int64_t without = bytes(plan, activations_saved_blocks);
    plan.training.lora.dropout = 0.1;
    QCOMPARE(bytes(plan, activations_saved_blocks) - without, 32LL * 2048 * 2 * (1 + 2) * 4096);
  }

  /// With PEFT's autocast_adapter_dtype, weights, gradients and both moments of an adapter take 4 bytes each;
  /// those of a 16-bit base take 2.
  void upcast_adapters_are_fp32_but_under_deepspeed() {
    constexpr std::int64_t adapters = 32LL * 2 * (4096 + 4096) * 8;
    Plan plan = adapted("llama-2-7b", 0);
    plan.training.low_precision_master = plan.training.low_precision_states = true;
    const auto states = [&] {
      return bytes(plan, states_weights) + bytes(plan, states_gradients) + bytes(plan, states_optimizer);
    };
    const std::int64_t under_deepspeed = states();
    plan.training.lora.in_fp32 = true;
    QCOMPARE(states(), under_deepspeed);
    plan.training.framework = Framework::fsdp;
    QCOMPARE(states(), 2 * base_parameters + 16 * adapters);
    plan.training.lora.in_fp32 = false;
    QCOMPARE(states(), 2 * base_parameters + 8 * adapters);
  }

  void paged_states_lie_in_host_memory() {
    Plan plan = adapted("llama-2-7b", 2);
    plan.training.optimizer = Optimizer::paged_adamw;
    Plan plain = plan;
    plain.training.optimizer = Optimizer::adamw;
    QCOMPARE(bytes(plan, states_optimizer), 0);
    QCOMPARE(bytes(plan, host_optimizer), bytes(plain, states_optimizer));
    plan.training.optimizer = Optimizer::paged_adamw8bit;
    QVERIFY(bytes(plan, host_optimizer) < bytes(plain, states_optimizer) / 3);
  }

  /// DeepSpeed pull request 8029 trains Qwen3-8B with LoRA of rank 16, 7.67 million parameters, in fp16
  /// without ZeRO. After the fix 15.36 GiB were allocated. Before, it ran out of memory with
  /// 37.9 GiB allocated.
  void frozen_weights_had_masters_before_0_19_2() {
    Plan plan = adapted("qwen3-8b", 0);
    plan.training.lora.rank = 16;
    plan.training.precision = Precision::fp16;
    QVERIFY(std::abs(in_gib(estimate_memory(plan).gpu.steady) - 15.36) < 0.01);
    plan.target.deepspeed_version = {0, 19, 1};
    QVERIFY(in_gib(estimate_memory(plan).gpu.steady) > 37.9);
    plan.training.precision = Precision::bf16;
    QVERIFY(in_gib(estimate_memory(plan).gpu.steady) > 37.9);
    plan.target.deepspeed_version = {0, 17, 5};  // bf16 had another optimizer then
    QVERIFY(in_gib(estimate_memory(plan).gpu.steady) < 16);
    plan.training.precision = Precision::fp16;
    QVERIFY(in_gib(estimate_memory(plan).gpu.steady) > 37.9);
    plan.training.program = program_named("deepspeed-chat");  // gives its optimizer no frozen weights
    QVERIFY(in_gib(estimate_memory(plan).gpu.steady) < 16);
  }

  void every_entry_has_words() {
    Plan plan = qlora(3);
    plan.training.lora.dora = true;
    plan.training.optimizer = Optimizer::paged_adamw8bit;
    const MemoryEstimate estimate = estimate_memory(plan);
    const Explanations explanations(plan, estimate.ledger);
    for (const EntryId id : {states_quantization, gathered_dequantized, activations_dora, host_optimizer}) {
      const Explanation& words = explanations.of(id);
      QVERIFY(!words.title.empty() && !words.source.empty());
      QCOMPARE(static_cast<std::int64_t>(words.bytes.value()), estimate.ledger.bytes(id).value());
    }
  }
};

ZP_TEST(AdaptersTest)
#include "adapters_test.moc"
