// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/activations/activations.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/sharding/types_of.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan of Llama-3 8B: h 4,096, 32 heads, 8 key-value heads of 128, MLP 14,336, vocabulary 128,256.
Plan plan_8b() {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3-8b"));
  plan.training.sequence_length = 8192;
  return plan;
}

double kept(const Plan& plan) {
  return kept_operations(plan.model.architecture, plan.training, types_of(plan), BlockKind::dense)
      .bytes_per_token();
}
double whole(const Plan& plan) {
  return block_operations(plan.model.architecture, plan.training, types_of(plan), BlockKind::dense)
      .bytes_per_token();
}

}  // namespace

/// Tests of the switches for activations, in bytes per token of one block.
class ActivationsTest : public QObject {
  Q_OBJECT

 private slots:
  void selective_keeps_attention_and_every_second_matrix_product() {
    Plan plan = plan_8b();
    plan.training.activation_checkpointing = Checkpointing::selective;
    const double input = 2 * 4096, attention = 2 * 4096 + 4 * 32;
    const double q = 2 * 4096, v = 2 * 1024, gate = 2 * 14336, down = 2 * 4096;  // without k, o and up
    QCOMPARE(kept(plan), input + attention + q + v + gate + down);
  }

  void selective_with_eager_attention_leaves_out_the_scores_only() {
    Plan plan = plan_8b();
    plan.training.attention = Attention::eager;
    const double all = whole(plan);
    plan.training.activation_checkpointing = Checkpointing::selective;
    QCOMPARE(kept(plan), all - 6.0 * 32 * 8192);
  }

  /// torch's min_act_size and max_act_size: the block's input, and what no checkpointing keeps.
  void a_memory_budget_lies_between_full_and_none() {
    Plan plan = plan_8b();
    const double all = activation_terms(plan).blocks_saved;
    plan.training.activation_checkpointing = Checkpointing::full;
    const double inputs = activation_terms(plan).blocks_saved;
    plan.training.activation_checkpointing = Checkpointing::memory_budget;
    for (const double budget : {0.0, 0.4, 1.0}) {
      plan.training.memory_budget = budget;
      const ActivationTerms terms = activation_terms(plan);
      QVERIFY(std::abs(terms.blocks_saved - (inputs + budget * (all - inputs))) < 1);
      QVERIFY(std::abs(terms.live_block - (1 - budget) * (all - inputs) / 32) < 1);
    }
  }

  void what_is_recomputed_of_a_block_is_what_was_not_kept() {
    Plan plan = plan_8b();
    for (const Checkpointing checkpointing : {Checkpointing::selective, Checkpointing::full}) {
      plan.training.activation_checkpointing = checkpointing;
      const ActivationTerms terms = activation_terms(plan);
      const double of_kept = checkpointing == Checkpointing::selective ? kept(plan) : 0;
      QCOMPARE(terms.live_block, (whole(plan) - of_kept) * 8192);
    }
  }

  void a_fused_norm_shares_the_checkpoint_it_starts_from() {
    Plan plan = plan_8b();
    plan.training.activation_checkpointing = Checkpointing::full;
    plan.training.fused_norm = true;
    QCOMPARE(activation_terms(plan).live_block, (whole(plan) - 2 * 4096) * 8192);
    plan.training.checkpoints_on_host = true;  // then the checkpoint is copied back
    QCOMPARE(activation_terms(plan).live_block, whole(plan) * 8192);
  }

  void a_tiled_mlp_keeps_its_input_alone() {
    Plan plan = plan_8b();
    const double plain = whole(plan);
    plan.training.fused_norm = true;  // tiles replace the fused kernel too
    const double fused = whole(plan) + 3 * 2.0 * 14336;
    plan.training.tiled_mlp = true;
    QCOMPARE(whole(plan), fused - 6 * 2.0 * 14336);
    plan.training.fused_norm = false;
    QCOMPARE(plain - whole(plan), 4 * 2.0 * 14336);
  }

  void a_tile_of_the_mlp_has_as_many_tokens_as_the_model_is_wide() {
    Plan plan = plan_8b();
    plan.training.tiled_mlp = true;
    plan.training.activation_checkpointing = Checkpointing::full;
    const double tile = 2.0 * 4096 * (6 * 14336 + 4096);
    QCOMPARE(activation_terms(plan).block_gradients, 3 * 2.0 * 4096 * 8192 + tile);
  }

  void a_kernel_that_is_named_reads_grouped_heads_as_they_are() {
    Plan plan = plan_8b();
    const double repeated = whole(plan);
    plan.training.attention_kernel = AttentionKernel::flash_2;
    QCOMPARE(repeated - whole(plan), 2.0 * 2 * (32 - 8) * 128);
    plan.training.sequence_parallel = 16;  // each rank gets a head of its own
    const double exchanged = 2 * 4096;
    QCOMPARE(repeated - (whole(plan) - exchanged), 2.0 * 2 * (32 - 16) * 128);
  }

  void a_loss_in_the_logits_type_has_no_fp32_copy() {
    Plan plan = plan_8b();
    const ActivationTerms upcast = activation_terms(plan);
    plan.training.fused_loss = FusedLoss::native;
    const ActivationTerms native = activation_terms(plan);
    QCOMPARE(native.logits_fp32, 0.0);
    QCOMPARE(native.logits_gradient, upcast.logits_gradient / 2);
  }

  void a_tile_of_the_loss_is_a_gibibyte_of_fp32_logits_three_times() {
    Plan plan = plan_8b();
    plan.training.fused_loss = FusedLoss::tiled;
    QVERIFY(std::abs(activation_terms(plan).logits_fp32 - 3 * 1024.0 * 1024 * 1024) < 1);
  }

  /// transformers before 4.49 takes 4 bytes for each of the predicted positions in the forward pass. The
  /// output that the caller holds stays for the backward pass: those 4 bytes, and today 2, the logits
  /// as they are.
  void shifted_logits_are_copied_and_outputs_are_held() {
    Plan plan = plan_8b();
    const double vocabulary = 128'256;
    QCOMPARE(activation_terms(plan).logits_shifted, 0.0);
    plan.training.fused_loss = FusedLoss::shifted;
    plan.training.micro_batch_size = 2;
    QCOMPARE(activation_terms(plan).logits_shifted, 4 * vocabulary * 2 * 8191);
    plan.cluster.gpu.memory_gib = 1000;  // the allocator keeps all that was freed
    const auto kept = [&plan] { return estimate_memory(plan).ledger.bytes(EntryId::logits_cached).value(); };
    const std::int64_t of_two = kept();
    plan.training.micro_batch_size = 1;  // logits[..., :-1, :] of one sequence is contiguous: no copy
    QCOMPARE(activation_terms(plan).logits_shifted, 0.0);
    QCOMPARE(kept(), std::int64_t{2} * 128'256 * 8192);          // in 16 bits
    QCOMPARE(of_two, std::int64_t{2 + 4} * 128'256 * 8192 * 2);  // and in fp32
    for (const auto& [loss, bytes] : {std::pair(FusedLoss::none, 2.0), std::pair(FusedLoss::shifted, 4.0)}) {
      plan.training.fused_loss = loss;
      const auto head = [&](bool keeps) {
        plan.training.keeps_outputs = keeps;
        double sum = 0;
        const MemoryEstimate estimate = estimate_memory(plan);
        for (const Entry& entry : estimate.ledger.entries())
          if (entry.place == Place::gpu && entry.moments.has(Moment::backward_head) &&
              entry.id != EntryId::logits_cached && entry.id != EntryId::fragmentation_allocator)
            sum += static_cast<double>(entry.bytes.value());
        return sum;
      };
      QCOMPARE(head(true) - head(false), bytes * vocabulary * 8192);
    }
  }

  void a_fused_mlp_drops_the_activated_gate() {
    Plan plan = plan_8b();
    const double plain = whole(plan);
    plan.training.fused_mlp = FusedMlp::fused;
    QCOMPARE(plain - whole(plan), 2.0 * 14336);
  }

  void kernels_that_fuse_norms_fuse_the_mlp_unless_told_otherwise() {
    Plan plan = plan_8b();
    plan.training.fused_norm = true;
    const double fused = whole(plan);
    plan.training.fused_mlp = FusedMlp::none;
    QCOMPARE(whole(plan) - fused, 2.0 * 14336);
  }

  void a_compiled_loss_never_writes_fp32_logits() {
    Plan plan = plan_8b();
    plan.training.fused_loss = FusedLoss::compiled;
    const ActivationTerms terms = activation_terms(plan);
    QCOMPARE(terms.logits_fp32, 0.0);
    QCOMPARE(terms.logits_gradient, 2.0 * 128'256 * 8192);
    QCOMPARE(terms.logits_saved, (2.0 * 4096 + 2.0 * 128'256 + 8) * 8192);
  }

  void partitioned_checkpoints_are_divided_by_tensor_parallelism() {
    Plan plan = plan_8b();
    plan.training.activation_checkpointing = Checkpointing::full;
    plan.training.tensor_parallel = 4;
    const double copied = activation_terms(plan).blocks_saved;
    plan.training.partition_activations = true;
    QCOMPARE(activation_terms(plan).blocks_saved, copied / 4);
  }

  void dropout_in_fp32_keeps_its_output_beside_the_softmax() {
    Plan plan = plan_8b();
    plan.training.precision = Precision::fp32;
    plan.training.attention = Attention::eager;
    const double without = whole(plan);
    plan.training.dropout = 0.1;
    QCOMPARE(whole(plan) - without, 32.0 * 8192 * (1 + 4));  // mask and output
  }

  /// An adapter keeps, for each target, the product with A, 2 bytes for each of 8; with dropout also a mask
  /// and its output for each input; with DoRA also both outputs (PEFT tuners/lora/layer.py, dora.py). In a
  /// block of experts a token does so in each expert that it visits, if each is a module.
  void adapters_keep_what_each_target_reads_and_gives_data() {
    QTest::addColumn<int>("target");
    QTest::addColumn<double>("input");
    QTest::addColumn<double>("output");
    QTest::addColumn<bool>("of_mlp");
    QTest::newRow("q_proj") << int{lora_q} << 4096.0 << 4096.0 << false;
    QTest::newRow("k_proj") << int{lora_k} << 4096.0 << 1024.0 << false;
    QTest::newRow("v_proj") << int{lora_v} << 4096.0 << 1024.0 << false;
    QTest::newRow("o_proj") << int{lora_o} << 4096.0 << 4096.0 << false;
    QTest::newRow("gate_proj") << int{lora_gate} << 4096.0 << 14336.0 << true;
    QTest::newRow("up_proj") << int{lora_up} << 4096.0 << 14336.0 << true;
    QTest::newRow("down_proj") << int{lora_down} << 14336.0 << 4096.0 << true;
  }
  void adapters_keep_what_each_target_reads_and_gives() {
    QFETCH(int, target);
    QFETCH(double, input);
    QFETCH(double, output);
    QFETCH(bool, of_mlp);
    Plan plan = plan_8b();
    const double without = whole(plan);
    Lora& lora = plan.training.lora;
    lora.rank = 8;
    lora.targets = static_cast<std::uint8_t>(target);
    QCOMPARE(whole(plan) - without, 2.0 * 8);
    lora.dropout = 0.1;
    QCOMPARE(whole(plan) - without, 2.0 * 8 + 3 * input);
    lora.dora = true;
    QCOMPARE(whole(plan) - without, 2.0 * 8 + 3 * input + 2 * 2 * output);
    lora.dora = false;

    // In upcast adapters, the product and the output of dropout are fp32. DeepSpeed's engine casts adapters
    // back, autocast casts their inputs.
    lora.in_fp32 = true;
    QCOMPARE(whole(plan) - without, 2.0 * 8 + 3 * input);
    plan.training.framework = Framework::fsdp;
    QCOMPARE(whole(plan) - without, 2.0 * 8 + 3 * input);
    plan.training.low_precision_master = true;
    QCOMPARE(whole(plan) - without, 4.0 * 8 + 5 * input);
    lora.dropout = 0;
    QCOMPARE(whole(plan) - without, 4.0 * 8 + 4 * input);
    lora.dropout = 0.1;

    plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));
    const auto of_experts = [&] {
      return block_operations(plan.model.architecture, plan.training, types_of(plan), BlockKind::experts)
          .bytes_per_token();
    };
    // Mixtral's widths are those of Llama-3 8B, and a token visits two of its experts.
    const double adapted = of_experts(), each = 4.0 * 8 + 5 * input;
    plan.training.experts = Experts::grouped;
    const double stacked = of_experts();
    plan.training.experts = Experts::loop;
    lora = {};
    const double plain = of_experts();
    QCOMPARE(adapted - plain, (of_mlp ? 2 : 1) * each);
    QCOMPARE(stacked - plain, of_mlp ? 0 : each);
  }

  /// Gemma 2's tanh keeps its output until the head's backward pass is over; a compiled loss makes it again.
  void capped_logits_are_kept_once_more() {
    Plan plan = plan_8b();
    plan.training.fused_loss = FusedLoss::native;
    const std::int64_t logits = 2LL * 128'256 * 8192;
    QCOMPARE(estimate_memory(plan).ledger.find(EntryId::logits_capped), nullptr);
    plan.model.architecture.final_logit_softcapping = true;
    const auto estimate = estimate_memory(plan);
    const Entry* capped = estimate.ledger.find(EntryId::logits_capped);
    QVERIFY(capped != nullptr);
    QCOMPARE(capped->bytes.value(), logits);
    QVERIFY(capped->moments.has(Moment::forward) && capped->moments.has(Moment::backward_head));
    QVERIFY(!capped->moments.has(Moment::backward_first));
    plan.training.fused_loss = FusedLoss::compiled;
    QCOMPARE(estimate_memory(plan).ledger.find(EntryId::logits_capped), nullptr);
  }

  /// A fused kernel keeps the input and one rsqrt per row; for query and key, one per head.
  void fused_norms_of_query_and_key() {
    Plan plan = plan_8b();
    plan.training.fused_norm = true;
    const double without = whole(plan);
    plan.model.architecture.qk_norm = QkNorm::head;
    QCOMPARE(whole(plan) - without, 2.0 * 4096 + 4 * 32 + 2.0 * 1024 + 4 * 8);
    plan.model.architecture.qk_norm = QkNorm::full;
    QCOMPARE(whole(plan) - without, 2.0 * 4096 + 4 + 2.0 * 1024 + 4);
  }

  void selective_products_are_divided_by_tensor_parallelism() {
    Plan plan = plan_8b();
    plan.training.activation_checkpointing = Checkpointing::selective;
    plan.training.tensor_parallel = 2;
    const double of_rank =
        (2 * 4096 + 4 * 32 + 2 * 4096 + 2 * 1024 + 2 * 14336) / 2.0;  // attention, q, v and gate
    QCOMPARE(kept(plan), 2 * 4096 + of_rank + 2 * 4096);              // input and down
  }

  /// All are 16 bits: the gradients at both ends of the stream, and the two inner tensors of a gated MLP.
  void gradients_while_the_mlp_runs() {
    Plan plan = plan_8b();
    QCOMPARE(activation_terms(plan).block_gradients, 2.0 * (2 * 4096 + 2 * 14336) * 8192);
    plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));  // two experts of 14,336
    QCOMPARE(activation_terms(plan).block_gradients, 2.0 * (2 * 4096 + 2 * 2 * 14336) * 8192);
  }

  /// At the softmax, with the MLP's tensors freed: the softmax and its gradient in fp32 and the result, in
  /// fp16 of 2 bytes, where the softmax and a copy in 16 bits are saved; the stream's gradients and that of
  /// the values of 32 heads.
  void gradients_of_written_out_scores() {
    Plan plan = plan_8b();
    plan.training.attention = Attention::eager;
    const double h = 4096, gone = (6 * h + 4) + 2 * h + 4 * 2 * 14336, scores = 32 * 8192;
    const auto with_bytes = [&](double of_score) {
      return (2 * 2 * h + 2 * h + of_score * scores - gone) * 8192;
    };
    QCOMPARE(activation_terms(plan).block_gradients, with_bytes(12 - 6));
    plan.training.dropout = 0.1;
    QCOMPARE(activation_terms(plan).block_gradients, with_bytes(12 - 7));
    plan.training.dropout = 0;
    plan.training.precision = Precision::fp16;
    QCOMPARE(activation_terms(plan).block_gradients, with_bytes(10 - 6));
  }

  /// Beside a narrow MLP, attention has the larger gradients: the stream's twice, and once more if it is
  /// recomputed, those of output, query, key and value, and the query's in fp32; the MLP's tensors are freed.
  void gradients_while_attention_runs() {
    Plan plan = plan_8b();
    Architecture& shape = plan.model.architecture;
    shape.kv_heads = shape.attention_heads;
    shape.intermediate_size = 128;
    const double h = 4096, gone = (6 * h + 4) + 2 * h + 4 * 2 * 128;
    QCOMPARE(activation_terms(plan).block_gradients, (2 * 6 * h + 4 * h - gone) * 8192);
    plan.training.activation_checkpointing = Checkpointing::full;
    QCOMPARE(activation_terms(plan).block_gradients, (2 * 7 * h + 4 * h - gone) * 8192);
  }

  /// Flash attention 3 keeps the gradients of grouped keys and values in fp32, flash attention 2 keeps them
  /// for every head.
  void gradients_of_grouped_heads() {
    Plan plan = plan_8b();
    plan.model.architecture.intermediate_size = 128;
    const auto gradients = [&](AttentionKernel kernel) {
      plan.training.attention_kernel = kernel;
      return activation_terms(plan).block_gradients / 8192;
    };
    const double two = gradients(AttentionKernel::flash_2);
    QCOMPARE(two - gradients(AttentionKernel::flash_3), 2.0 * 2 * 4096 - 2.0 * 4 * 1024);
  }

  void a_scattered_checkpoint_is_what_a_fused_norm_keeps() {
    Plan plan = plan_8b();
    plan.training.activation_checkpointing = Checkpointing::full;
    plan.training.fused_norm = true;
    plan.training.tensor_parallel = 4;
    plan.training.scatter_stream = true;
    QCOMPARE(activation_terms(plan).live_block, (whole(plan) - 2 * 1024) * 8192);
  }

  void one_rank_partitions_no_checkpoint() {
    Plan plan = plan_8b();
    plan.training.activation_checkpointing = Checkpointing::full;
    const double live = activation_terms(plan).live_block;
    plan.training.partition_activations = true;
    QCOMPARE(activation_terms(plan).live_block, live);
  }

  /// Because the loss is run backward at once, it leaves the gradients of the stream and of the head.
  void the_gradient_of_a_head_whose_loss_is_tiled() {
    Plan plan = plan_8b();
    plan.training.fused_loss = FusedLoss::tiled;
    QCOMPARE(activation_terms(plan).logits_saved, 2.0 * 4096 * 8192 + 2.0 * 128'256 * 4096);
    plan.training.lora.rank = 8;
    QCOMPARE(activation_terms(plan).logits_saved, 2.0 * 4096 * 8192);
  }

  /// A block is evaluated with the same experts as it is trained with, if it has any.
  void an_evaluated_block_has_experts() {
    Plan plan = plan_8b();
    plan.training.eval_batch_size = 2;
    const auto block = [&] { return evaluation_terms<double>(plan, parallelism_of(plan)).block; };
    QCOMPARE(block(), whole(plan) * 2 * 8192);
    plan.model = model_from_preset(catalog().find_model("mixtral-8x7b"));
    const double experts =
        block_operations(plan.model.architecture, plan.training, types_of(plan), BlockKind::experts)
            .bytes_per_token();
    QCOMPARE(block(), experts * 2 * 8192);
  }

  /// If a model has layers of both kinds, the larger kind is the live block.
  void dense_layers_beside_experts() {
    Plan plan = plan_8b();
    plan.model = model_from_preset(catalog().find_model("deepseek-v3-671b"));
    const Architecture& shape = plan.model.architecture;
    const double experts =
        block_operations(shape, plan.training, types_of(plan), BlockKind::experts).bytes_per_token();
    const ActivationTerms terms = activation_terms(plan);
    QCOMPARE(terms.blocks_saved, (3 * whole(plan) + 58 * experts) * 8192);
    QCOMPARE(terms.live_block, std::max(whole(plan), experts) * 8192);
    plan.model.architecture.dense_intermediate_size = 400'000;
    QCOMPARE(activation_terms(plan).live_block, whole(plan) * 8192);
  }
};

ZP_TEST(ActivationsTest)
#include "activations_test.moc"
