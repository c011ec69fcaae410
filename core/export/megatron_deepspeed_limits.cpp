// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/megatron_deepspeed_limits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "core/sharding/sequence_chunks.h"
#include "core/sharding/sharding.h"

namespace zp {
namespace {

struct MegatronDeepspeedLimit {
  bool (*is_met)(const Plan&);
  std::string_view reason, fix;
};

bool has_plain_mlp_with_biases(const Architecture& shape) {
  return !shape.gated_mlp && shape.mlp_bias && shape.qkv_bias;
}

/// Sources: megatron/arguments.py (validate_args), core/parallel_state.py (initialize_model_parallel),
/// optimizer/__init__.py (get_megatron_optimizer), model/gpt_model.py and transformer.py; for FPDT,
/// DeepSpeed's sequence/fpdt_layer.py.
constexpr auto megatron_deepspeed_limits = std::to_array<MegatronDeepspeedLimit>({
    {[](const Plan& plan) { return !plan.training.method.is_plain(); },
     "Megatron-DeepSpeed's pretrain_gpt.py trains only on text", "Export for TRL or another program."},
    {[](const Plan& plan) { return plan.model.has_vision() || plan.training.has_adapters(); },
     "Megatron-DeepSpeed trains all weights of a language model",
     "Set training.lora.rank to 0, or export for another program."},
    {[](const Plan& plan) { return !plan.model.has_shape(); },
     "Megatron-DeepSpeed builds the model from its shape, which the plan does not state",
     "Set model.preset or model.architecture."},
    {[](const Plan& plan) {
       const Architecture& shape = plan.model.architecture;
       return shape.has_experts() || shape.has_latent_attention() || shape.other_parameters > 0;
     },
     "Megatron-DeepSpeed's pretrain_gpt.py has the experts of DeepSpeed-MoE and no latent attention",
     "Choose a dense model."},
    {[](const Plan& plan) {
       const Architecture& shape = plan.model.architecture;
       return shape.norms_per_layer != 2 || shape.qk_norm != QkNorm::none || shape.embedding_norm ||
              shape.attention_sinks || shape.lm_head_bias || shape.final_logit_softcapping ||
              (shape.norm != Norm::rmsnorm && shape.norm != Norm::layernorm);
     },
     "Megatron-DeepSpeed's blocks have two norms, layernorm or rmsnorm, and no others",
     "Choose a model of the kind of GPT or Llama."},
    {[](const Plan& plan) {
       const std::int64_t rows = plan.model.architecture.learned_positions;
       return rows > 0 && rows < plan.training.sequence_length;
     },
     "Megatron-DeepSpeed requires as many positions as a sequence has tokens",
     "Set training.sequence_length to at most the model's positions."},
    {[](const Plan& plan) {
       const Architecture& shape = plan.model.architecture;
       return shape.qkv_bias != shape.mlp_bias || shape.qkv_bias != shape.attention_output_bias;
     },
     "Megatron-DeepSpeed's linear layers have biases all together or none",
     "Choose a model with biases in all linear layers or in none."},
    {[](const Plan& plan) {
       const Optimizer optimizer = plan.training.optimizer;
       return optimizer != Optimizer::adam && optimizer != Optimizer::adamw && optimizer != Optimizer::sgd;
     },
     "Megatron-DeepSpeed builds Adam or SGD", "Set training.optimizer to adam."},
    {[](const Plan& plan) {
       return plan.training.optimizer == Optimizer::sgd && homes_of(plan).states != Device::none;
     },
     "Megatron-DeepSpeed runs only Adam on the CPU",
     "Set training.optimizer to adam, or zero.offload_optimizer to none."},
    {[](const Plan& plan) {
       return plan.training.sequence_parallel > 1 &&
              (plan.training.tensor_parallel > 1 || plan.training.pipeline_parallel > 1);
     },
     "Megatron-DeepSpeed has Ulysses without tensor parallelism and without a pipeline",
     "Set training.tensor_parallel and training.pipeline_parallel to 1."},
    {[](const Plan& plan) {
       return plan.training.sequence_parallel > 1 &&
              plan.target.deepspeed_version < DeepSpeedVersion{0, 10, 2};
     },
     "Megatron-DeepSpeed requires DeepSpeed 0.10.2 for Ulysses",
     "Set target.deepspeed_version to 0.10.2 or newer."},
    {[](const Plan& plan) {
       return plan.model.architecture.attention_heads % std::max(1, plan.training.tensor_parallel) != 0 ||
              plan.training.sequence_length % std::max(1, plan.training.sequence_parallel) != 0;
     },
     "the heads divide among the ranks of a layer, and the tokens among those of a sequence",
     "Set training.tensor_parallel and training.sequence_parallel to divisors."},
    {[](const Plan& plan) {
       return plan.training.fpdt && !has_plain_mlp_with_biases(plan.model.architecture);
     },
     "FPDT's MLP and projections are GPT's: a GELU, and biases in all linear layers",
     "Set training.fpdt to false, or choose a model with biases and without a gated MLP."},
    {[](const Plan& plan) {
       return plan.training.fpdt && (plan.training.attention != Attention::sdpa ||
                                     plan.training.attention_kernel != AttentionKernel::flash_2);
     },
     "FPDT's attention is flash-attention's second library",
     "Set training.attention to sdpa, and training.attention_kernel to flash_2."},
    {[](const Plan& plan) {
       const std::int64_t chunk = std::max<std::int64_t>(1, plan.training.fpdt_chunk);
       const std::int64_t ranks = std::max(1, plan.training.sequence_parallel);
       constexpr std::int64_t parts_of_loss = 32;
       return plan.training.fpdt &&
              (plan.training.sequence_length % chunk != 0 || chunk % (ranks * parts_of_loss) != 0);
     },
     "FPDT cuts the sequence into whole chunks, and a rank's part of a chunk into 32 for the loss",
     "Set training.fpdt_chunk to a divisor of the sequence and a multiple of 32 ranks."},
    {[](const Plan& plan) {
       return plan.training.fpdt &&
              (plan.training.tensor_parallel > 1 || plan.training.pipeline_parallel > 1);
     },
     "FPDT is Ulysses': without tensor parallelism and without a pipeline",
     "Set training.tensor_parallel and training.pipeline_parallel to 1."},
    {[](const Plan& plan) { return plan.training.context_parallel > 1 || plan.training.expert_parallel > 1; },
     "Megatron-DeepSpeed divides a sequence by Ulysses, and has no experts here to divide",
     "Set training.context_parallel and training.expert_parallel to 1."},
    {[](const Plan& plan) {
       return plan.training.pipeline_parallel > 1 &&
              plan.training.pipeline_schedule != PipelineSchedule::one_f_one_b;
     },
     "Megatron-DeepSpeed's pipeline is DeepSpeed's, whose schedule is 1F1B",
     "Set training.pipeline_schedule to 1f1b."},
});

}  // namespace

std::string megatron_deepspeed_limit(const Plan& plan) {
  const auto* const limit = std::ranges::find_if(
      megatron_deepspeed_limits, [&](const MegatronDeepspeedLimit& each) { return each.is_met(plan); });
  return limit == megatron_deepspeed_limits.end()
             ? ""
             : std::string(limit->reason) + ". " + std::string(limit->fix);
}

}  // namespace zp
