// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/random_plan.h"

#include "core/catalog/architecture_fields.h"
#include "core/catalog/catalog.h"
#include "core/catalog/programs.h"
#include "core/search/candidates.h"
#include "tests/support/agreeing_types.h"

namespace zp::test {

rc::Gen<Architecture> any_shape() {
  return rc::gen::exec([] {
    const auto flag = [] { return *rc::gen::arbitrary<bool>(); };
    const auto rarely = [] { return *rc::gen::inRange(0, 4) == 0; };
    const auto width = [] {
      return *rc::gen::element<std::int64_t>(1, 2, 3, 8, 64, 96, 128, 1'000, 2'048, 4'096, 8'192);
    };
    const Block block = *rc::gen::element(Block::llama, Block::gpt);
    Architecture shape = default_architecture(block);
    shape.layers = *rc::gen::element<std::int64_t>(1, 2, 3, 16, 61, 96);
    shape.kv_heads = *rc::gen::element<std::int64_t>(1, 2, 8);
    shape.attention_heads = shape.kv_heads * *rc::gen::element<std::int64_t>(1, 1, 2, 8);
    shape.head_dim = *rc::gen::element<std::int64_t>(1, 2, 64, 128);
    shape.hidden_size = flag() ? shape.attention_heads * shape.head_dim : width();
    shape.intermediate_size = width();
    shape.vocab_size = *rc::gen::element<std::int64_t>(1, 2, 257, 32'000, 151'936);
    shape.max_position_embeddings = rarely() ? 512 : 0;
    shape.learned_positions = rarely() ? 1'024 : 0;
    shape.tied_embeddings = flag();
    shape.gated_mlp = flag();
    shape.qkv_bias = shape.attention_output_bias = shape.mlp_bias = rarely();
    shape.norm = *rc::gen::element(Norm::rmsnorm, Norm::layernorm, Norm::layernorm_plain);
    shape.qk_norm = *rc::gen::element(QkNorm::none, QkNorm::head, QkNorm::full);
    if (flag()) {
      shape.experts = *rc::gen::element<std::int64_t>(1, 2, 8, 128);
      shape.experts_per_token = *rc::gen::inRange<std::int64_t>(1, shape.experts + 1);
      shape.expert_intermediate_size = width();
      shape.dense_layers = rarely() ? *rc::gen::inRange<std::int64_t>(0, shape.layers) : 0;
      shape.dense_intermediate_size = width();
      if (rarely()) shape.shared_expert_intermediate_size = width();
      shape.router_bias = rarely();
      shape.expert_bias = rarely();
    }
    if (rarely()) {
      shape.q_lora_rank = flag() ? width() : 0;
      shape.kv_lora_rank = width();
      shape.qk_nope_head_dim = shape.qk_rope_head_dim = shape.v_head_dim = shape.head_dim;
    }
    if (rarely()) shape.other_parameters = *rc::gen::inRange<std::int64_t>(1, 1'000'000'000);
    return shape;
  });
}

namespace {

/// Removes features that plans do not describe for models with an encoder.
void leave_out_beside_encoder(Plan& plan) {
  Training& training = plan.training;
  if (!plan.model.has_shape() || !plan.model.architecture.has_encoder()) return;
  training.tensor_parallel = training.pipeline_parallel = training.sequence_parallel =
      training.context_parallel = training.expert_parallel = 1;
  training.fpdt = training.tiled_mlp = training.domino = false;
  if (training.activation_checkpointing != Checkpointing::full)
    training.activation_checkpointing = Checkpointing::none;
  training.checkpoint_unit = CheckpointUnit::block;
  training.blocks_per_checkpoint = 1;
  training.activation_offload = ActivationOffload::none;
}

/// Turns all blocks of a dense model into an encoder's, or half of them.
void give_encoder(Plan& plan) {
  Architecture& shape = plan.model.architecture;
  if (!plan.model.has_shape() || shape.has_experts() || shape.has_latent_attention()) return;
  shape.encoder_layers = *rc::gen::arbitrary<bool>() ? shape.layers : shape.layers / 2;
  shape.post_norm = *rc::gen::arbitrary<bool>();
  if (*rc::gen::arbitrary<bool>()) shape.learned_positions = 0;
  plan.model.source = ModelSource::architecture;
  plan.model.preset = {};
  plan.training.encoder_length = *rc::gen::element<std::int64_t>(0, 64, 4'096);
}

}  // namespace

rc::Gen<Plan> any_plan(Models of) {
  return rc::gen::exec([of] {
    Plan plan;
    if (of == Models::of_any_shape && *rc::gen::inRange(0, 2) == 0)
      plan.model = model_from_architecture(*any_shape());
    else if (*rc::gen::inRange(0, 4) == 0)
      plan.model =
          model_from_parameters(Params(*rc::gen::inRange<std::int64_t>(1'000'000, 2'000'000'000'000)));
    else
      plan.model = model_from_preset(*rc::gen::elementOf(catalog().models));
    plan.cluster.nodes = *rc::gen::inRange(1, 9);
    plan.cluster.gpus_per_node = *rc::gen::element(1, 2, 4, 8);
    Training& training = plan.training;
    training.precision = *rc::gen::element(Precision::bf16, Precision::fp16, Precision::fp32);
    training.optimizer =
        *rc::gen::element(Optimizer::adam, Optimizer::adamw, Optimizer::adagrad, Optimizer::sgd,
                          Optimizer::rmsprop, Optimizer::lion, Optimizer::muon, Optimizer::paged_adamw);
    training.micro_batch_size = *rc::gen::inRange(1, 33);
    training.gradient_accumulation_steps = *rc::gen::inRange(1, 5);
    training.sequence_length = *rc::gen::inRange(1, 16385);
    training.activation_checkpointing = *rc::gen::element(Checkpointing::none, Checkpointing::selective,
                                                          Checkpointing::full, Checkpointing::memory_budget);
    training.attention = *rc::gen::element(Attention::sdpa, Attention::eager);
    training.fused_loss =
        *rc::gen::element(FusedLoss::none, FusedLoss::chunked, FusedLoss::fused, FusedLoss::compiled,
                          FusedLoss::tiled, FusedLoss::native, FusedLoss::shifted);
    training.fused_loss_chunk = *rc::gen::element<std::int64_t>(0, 0, 128, 256, 4096);
    training.batch_lengths =
        *rc::gen::element(BatchLengths::automatic, BatchLengths::fixed, BatchLengths::varying);
    training.checkpoint_unit = *rc::gen::element(CheckpointUnit::block, CheckpointUnit::children);
    training.blocks_per_checkpoint = *rc::gen::inRange(1, 4);
    training.loss_parallel = *rc::gen::arbitrary<bool>();
    training.keeps_cache = *rc::gen::arbitrary<bool>();
    training.optimizer_in_backward = *rc::gen::arbitrary<bool>();
    training.keeps_outputs = *rc::gen::arbitrary<bool>();
    training.tiled_mlp = *rc::gen::arbitrary<bool>();
    training.scatter_stream = *rc::gen::arbitrary<bool>();
    // 2 is `foreach`, which is a macro in files that include Qt headers.
    training.optimizer_kernel = *rc::gen::element(OptimizerKernel::automatic, OptimizerKernel{2});
    training.data_workers = *rc::gen::inRange(0, 3);
    training.attention_kernel =
        *rc::gen::element(AttentionKernel::automatic, AttentionKernel::flash_2, AttentionKernel::flash_3);
    training.fused_norm = *rc::gen::arbitrary<bool>();
    training.partition_activations = *rc::gen::arbitrary<bool>();
    training.framework =
        *rc::gen::weightedElement<Framework>({{4, Framework::deepspeed}, {1, Framework::fsdp}});
    training.dropout = *rc::gen::element(0.0, 0.1);
    training.checkpoints_on_host = *rc::gen::arbitrary<bool>();
    training.activation_offload = *rc::gen::weightedElement<ActivationOffload>(
        {{4, ActivationOffload::none}, {1, ActivationOffload::streamed}, {1, ActivationOffload::disk}});
    training.gradient_accumulation_dtype =
        *rc::gen::element(AccumulationDtype::automatic, AccumulationDtype::fp32);
    training.zero_init = *rc::gen::arbitrary<bool>();
    const auto strategies = all_strategies();
    plan = with_strategy(plan, strategies[*rc::gen::inRange<std::size_t>(0, strategies.size())]);
    if (*rc::gen::arbitrary<bool>()) plan.zero.overlap_comm = *rc::gen::arbitrary<bool>();
    plan.zero.reduce_bucket_size = *rc::gen::inRange(1'000, 1'000'000'000);
    leave_out_beside_encoder(plan);
    return plan;
  });
}

rc::Gen<Plan> any_plan_of_all_kinds(Models of) {
  return rc::gen::exec([of] {
    const auto rarely = [] { return *rc::gen::inRange(0, 6) == 0; };
    const auto count = [](std::int64_t low, std::int64_t high) { return *rc::gen::inRange(low, high); };
    Plan plan = *any_plan(of);
    const Architecture& shape = plan.model.architecture;
    Training& training = plan.training;
    if (rarely()) training.tensor_parallel = *rc::gen::element(2, 4, 8);
    if (rarely()) training.sequence_parallel = *rc::gen::element(2, 4);
    if (rarely()) training.context_parallel = 2;
    const int ranks = plan.cluster.ranks();
    if (ranks % training.tensor_parallel != 0 || shape.attention_heads % training.tensor_parallel != 0)
      training.tensor_parallel = 1;
    if (ranks % (training.tensor_parallel * training.sequence_parallel) != 0 ||
        shape.attention_heads % training.sequence_parallel != 0)
      training.sequence_parallel = 1;
    if (ranks % (training.tensor_parallel * sequence_ranks(training)) != 0) training.context_parallel = 1;
    if (rarely()) {
      const int stages = *rc::gen::element(2, 4);
      const int shared = training.tensor_parallel * sequence_ranks(training) * stages;
      if (ranks % shared == 0 && shape.layers >= stages) training.pipeline_parallel = stages;
      training.pipeline_partition = *rc::gen::element(PipelinePartition::parameters,
                                                      PipelinePartition::uniform, PipelinePartition::blocks);
      if (rarely())
        training.pipeline_schedule =
            static_cast<PipelineSchedule>(count(0, std::ssize(words_of<PipelineSchedule>)));
      if (rarely()) training.pipeline_chunks = *rc::gen::element(1, 2, 3, 4);
    }
    if (shape.has_experts() && *rc::gen::inRange(0, 3) == 0)
      for (const int size : {2, 4, 8})
        if (ranks % size == 0 && shape.experts % size == 0 && count(0, 2) == 0)
          training.expert_parallel = size;
    if (shape.has_experts() && rarely()) training.experts = Experts::grouped;
    if (rarely()) training.optimizer = static_cast<Optimizer>(count(0, std::ssize(words_of<Optimizer>)));
    training.optimizer_rank = *rc::gen::element(1, 16, 128, 4096);
    training.optimizer_options = {rarely(), rarely(), rarely(), rarely(), !rarely()};
    if (rarely())
      training.lora = {count(1, 65),
                       static_cast<std::uint8_t>(count(1, 128)),
                       *rc::gen::element(0.0, 0.1),
                       *rc::gen::arbitrary<bool>(),
                       *rc::gen::element(ModulesToSave::none, ModulesToSave::lm_head, ModulesToSave::both),
                       *rc::gen::arbitrary<bool>()};
    training.frozen_precision =
        *rc::gen::element(FrozenPrecision::automatic, FrozenPrecision::int8, FrozenPrecision::nf4);
    training.double_quantization = !rarely();
    training.quantize_experts = rarely();
    if (rarely()) {
      MethodSettings& method = training.method;
      method.method = static_cast<Method>(count(0, 9));
      if (rarely()) training.program = static_cast<Program>(count(0, std::ssize(program_words())));
      method.reference = *rc::gen::element(Reference::automatic, Reference::model, Reference::none);
      method.generation = *rc::gen::element(Generation::training, Generation::vllm, Generation::server);
      method.completion_length = count(1, 4096);
      method.engine_share = *rc::gen::element(0.3, 0.5, 0.9);
      method.engine_sleeps = *rc::gen::arbitrary<bool>();
      method.rests_on_host =
          *rc::gen::element(HostRest::none, HostRest::optimizer, HostRest::weights, HostRest::all);
      if (row_of(method.method).generates && *rc::gen::arbitrary<bool>())
        method.rollout = {.prompts = count(0, 512),
                          .samples = count(0, 32),
                          .prompt_tokens = count(0, 4096),
                          .response_tokens = count(1, 4096),
                          .response_tokens_max = count(0, 8192),
                          .engine_gpus = static_cast<int>(count(0, 16)),
                          .overlaps = *rc::gen::arbitrary<bool>(),
                          .reward_seconds = *rc::gen::element(0.0, 2.0, 30.0),
                          .scored_batch = count(0, 64)};
      method.roles[1] = {*rc::gen::arbitrary<bool>(), {}, count(0, 2) * 1'000'000'000};
    }
    if (plan.model.has_vision()) {
      const auto part = [&] { return static_cast<PartTraining>(count(0, 3)); };
      training.vision = {part(),
                         part(),
                         part(),
                         static_cast<TowerGraph>(count(0, 3)),
                         static_cast<TowerCheckpointing>(count(0, 3)),
                         *rc::gen::element(0.0, 0.5, 1.0, 3.0),
                         rarely() ? count(1, 5'000) : 0,
                         count(1, 5'000'000),
                         *rc::gen::element(0.5, 1.0, 2.0),
                         rarely() ? count(1, 100) : 0};
    }
    if (rarely()) training.example_length = count(1, 4096);
    if (rarely()) {
      training.eval_batch_size = count(1, 17);
      training.eval_kept_batches = count(0, 4);
    }
    if (rarely() && training.lora.rank == 0)
      plan.model.architecture.frozen_parameters = count(1, 100'000'000);
    training.communication_dtype = *rc::gen::element(AccumulationDtype::automatic,
                                                     AccumulationDtype::automatic, AccumulationDtype::fp32);
    training.low_precision_master = rarely();
    training.low_precision_states = rarely();
    training.autocasts = rarely();
    training.autocast_dtype = *rc::gen::element(AccumulationDtype::automatic, AccumulationDtype::bf16);
    if (rarely())
      for (const TensorTypeRow& row : tensor_type_rows)
        if (rarely())
          training.types.*row.stated =
              *rc::gen::element(StatedType::fp32, StatedType::bf16, StatedType::fp16);
    if (rarely()) {
      training.types.products = StatedType::fp8;
      training.fp8_recipe =
          *rc::gen::element(Fp8Recipe::automatic, Fp8Recipe::tensorwise, Fp8Recipe::rowwise,
                            Fp8Recipe::rowwise_with_gw_hp, Fp8Recipe::mxfp8, Fp8Recipe::te_delayed,
                            Fp8Recipe::te_current, Fp8Recipe::te_blockwise, Fp8Recipe::te_mxfp8);
      if (training.framework == Framework::fsdp && rarely()) training.types.gathered = StatedType::fp8;
    }
    training.recompute = *rc::gen::element(Recompute::automatic, Recompute::whole, Recompute::needed);
    training.fused_mlp = *rc::gen::element(FusedMlp::automatic, FusedMlp::none, FusedMlp::fused);
    training.fsdp_wrap = *rc::gen::element(FsdpWrap::blocks, FsdpWrap::all, FsdpWrap::none);
    plan.cluster.gpu.memory_gib = *rc::gen::element(24.0, 80.0, 192.0);
    plan.target.deepspeed_version =
        *rc::gen::element(DeepSpeedVersion{0, 14, 5}, DeepSpeedVersion{0, 18, 9}, DeepSpeedVersion{});

    Zero& zero = plan.zero;
    zero.contiguous_gradients = !rarely();
    zero.reduce_scatter = !rarely();
    if (rarely()) zero.sub_group_size = count(1'000, 1'000'000'000);
    if (rarely()) zero.stage3_prefetch_bucket_size = count(0, 1'000'000'000);
    if (rarely()) zero.stage3_max_live_parameters = count(0, 2'000'000'000);
    if (rarely()) zero.stage3_max_reuse_distance = count(0, 20'000'000'000);
    if (rarely()) zero.stage3_param_persistence_threshold = count(0, 10'000'000);
    if (rarely()) zero.zero_hpz_partition_size = *rc::gen::element(2, 4, 8);
    if (rarely()) zero.mics_shard_size = *rc::gen::element(1, 2, 4, 8);
    zero.zero_quantized_weights = rarely();
    zero.zero_quantized_gradients = rarely();
    zero.zero_quantized_nontrainable_weights = rarely();
    zero.stage3_allgather_sequential = rarely();
    zero.memory_efficient_linear = !rarely();
    zero.use_gds = rarely();
    zero.leaf_modules = *rc::gen::element(LeafModules::automatic, LeafModules::none, LeafModules::experts);
    zero.offload_optimizer.pin_memory = !rarely();
    zero.offload_optimizer.buffer_count = count(1, 10);
    if (rarely()) zero.offload_optimizer.ratio = *rc::gen::element(0.0, 0.3, 0.5, 0.9);
    zero.offload_optimizer.super_offload = rarely();
    if (rarely()) training.gradient_clipping = 0;
    training.deepcompile.enabled = rarely();
    if (training.deepcompile.enabled) {
      const int pass = *rc::gen::element(0, 1, 2);
      training.deepcompile.offload_opt_states = pass == 1;
      training.deepcompile.offload_activation = pass == 2;
      if (pass == 1 && rarely()) {  // with a release that has the pass, and GPUs of every size
        zero.stage = 3;
        zero.offload_optimizer.device = zero.offload_param.device = Device::none;
        plan.target.deepspeed_version = {0, 19, 6};
        plan.cluster.gpu.memory_gib = *rc::gen::element(24.0, 80.0, 400.0);
      }
    }
    if (rarely()) training.deepcompile.offload_opt_states = training.deepcompile.offload_activation = true;
    training.deepcompile.offload_activation_pin_memory = !rarely();
    training.deepcompile.offload_parameters = rarely();
    training.domino = rarely();
    training.fpdt = rarely();
    if (training.fpdt) {
      training.fpdt_chunk = *rc::gen::element<std::int64_t>(128, 1'024, 65'536);
      training.fpdt_offload = !rarely();
    }
    zero.zenflow.enabled = rarely();
    if (zero.zenflow.enabled) {
      zero.zenflow.topk_ratio = *rc::gen::element(0.0, 0.05, 0.1, 1.0);
      zero.zenflow.update_interval = *rc::gen::element<std::int64_t>(0, 1, 4, 16);
      zero.zenflow.overlap_step = !rarely();
      zero.zenflow.offload = rarely();
    }
    zero.offload_param.buffer_count = count(1, 10);
    zero.offload_param.buffer_size = count(1'000, 1'000'000'000);
    zero.offload_param.max_in_cpu = *rc::gen::element<std::int64_t>(0, 1'000'000, 1'000'000'000);
    if (rarely()) plan.model.architecture.final_logit_softcapping = true;
    if (rarely()) give_encoder(plan);
    leave_out_beside_encoder(plan);
    let_types_agree(training);
    return plan;
  });
}

}  // namespace zp::test
