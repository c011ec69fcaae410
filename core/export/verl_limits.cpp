// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/verl_limits.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/export/method_arguments.h"
#include "core/sharding/program_way.h"
#include "core/sharding/roles.h"
#include "core/sharding/sharding.h"

namespace zp {
namespace {

constexpr auto verl_optimizers =
    std::to_array<VerlOptimizer>({{Optimizer::adamw, "AdamW", "torch.optim"},
                                  {Optimizer::adam, "Adam", "torch.optim"},
                                  {Optimizer::adamw8bit, "AdamW8bit", "bitsandbytes.optim"},
                                  {Optimizer::paged_adamw, "PagedAdamW", "bitsandbytes.optim"},
                                  {Optimizer::paged_adamw8bit, "PagedAdamW8bit", "bitsandbytes.optim"},
                                  {Optimizer::adamw8bit_torchao, "AdamW8bit", "torchao.optim"},
                                  {Optimizer::adamw4bit, "AdamW4bit", "torchao.optim"},
                                  {Optimizer::adamw_fp8, "AdamWFp8", "torchao.optim"}});

bool generates(const Plan& plan) { return row_of(plan.training.method.method).generates; }
bool is_fsdp1(const Plan& plan) { return program_way(plan).framework == ProgramFramework::fsdp1; }
bool offloads(const Plan& plan) { return homes_of(plan).weights != Device::none; }

struct VerlLimit {
  bool (*is_met)(const Plan&);
  std::string_view reason, fix;
};
/// Limits of both commands, then of main_ppo, then of the SFT trainer.
constexpr auto verl_limits = std::to_array<VerlLimit>({
    {[](const Plan& plan) { return !plan.training.method.is_plain() && !generates(plan); },
     "verl trains by SFT, PPO and GRPO", "Set training.method to sft, ppo or grpo, or export for TRL."},
    {[](const Plan& plan) { return plan.training.quantizes_frozen(); }, "verl loads no quantised base",
     "Set training.frozen_precision to auto."},
    {[](const Plan& plan) {
       return plan.training.precision == Precision::fp32 ||
              (plan.training.precision == Precision::fp16 && !generates(plan));
     },
     "verl computes in bf16, and main_ppo in fp16 too", "Set training.precision to bf16."},
    {[](const Plan& plan) { return verl_optimizer_of(plan) == nullptr; },
     "verl builds its optimizer from PyTorch, bitsandbytes or torchao, which have none of this kind",
     "Set training.optimizer to adamw."},
    {[](const Plan& plan) { return plan.training.sequence_parallel > 1 && !runs_flash_attention(plan); },
     "verl divides sequences by Ulysses only with flash-attention",
     "Set training.attention_kernel to flash_2, and training.attention to sdpa."},
    // workers/fsdp_workers.py, utils/config.py: validate_config, workers/rollout/base.py
    {[](const Plan& plan) { return generates(plan) && generation_of(plan) != Generation::vllm; },
     "verl generates by an engine on the GPUs that train", "Set training.generation to vllm."},
    {[](const Plan& plan) {
       return generates(plan) && plan.cluster.ranks() % std::max(plan.training.method.engine_ranks, 1) != 0;
     },
     "verl divides all GPUs among its engines", "Set training.engine_ranks to a divisor of the GPUs."},
    {[](const Plan& plan) {
       return generates(plan) && plan.training.method.completion_length >= plan.training.sequence_length;
     },
     "the completion leaves no room for a prompt",
     "Set training.sequence_length to prompt and completion together."},
    {[](const Plan& plan) {
       return generates(plan) && train_batch_size(plan) % rollout_batch_of(plan).samples != 0;
     },
     "verl counts the batch of a step in prompts, with all their completions",
     "Set training.rl.samples to a divisor of the global batch."},
    {[](const Plan& plan) {
       const RolloutBatch batch = rollout_batch_of(plan);
       return generates(plan) &&
              (batch.prompts < batch.mini_batch || batch.prompts * batch.samples % plan.cluster.ranks() != 0);
     },
     "one generation of verl fills an optimizer step at least, and its sequences divide among the GPUs",
     "Set training.rl.prompts to 0, or to a multiple of the global batch over training.rl.samples."},
    {[](const Plan& plan) { return generates(plan) && is_fsdp1(plan) && offloads(plan); },
     "verl offloads a policy during training only with FSDP2",
     "Set training.fsdp_version to 2, or training.rests_on_host to all instead of zero.offload_param."},
    {[](const Plan& plan) { return generates(plan) && is_fsdp1(plan) && plan.training.tiled_mlp; },
     "verl tiles the MLP only with FSDP2", "Set training.fsdp_version to 2."},
    // trainer/fsdp_sft_trainer.py: _build_model_optimizer passes FSDP2 a policy that it does not support
    {[](const Plan& plan) { return !generates(plan) && !is_fsdp1(plan) && offloads(plan); },
     "verl's SFT offloads only with FSDP1",
     "Set training.fsdp_version to 1, or zero.offload_param and zero.offload_optimizer to none."},
    {[](const Plan& plan) { return !generates(plan) && plan.zero.stage < 3; },
     "verl's SFT divides the weights too", "Set training.sharding to full."},
    {[](const Plan& plan) { return !generates(plan) && sharding_of(plan).replicas > 1; },
     "verl's SFT divides among all GPUs", "Set training.shard_ranks to 0."},
});

}  // namespace

const VerlOptimizer* verl_optimizer_of(const Plan& plan) {
  const auto* const row =
      std::ranges::find(verl_optimizers, plan.training.optimizer, &VerlOptimizer::optimizer);
  return row == verl_optimizers.end() ? nullptr : row;
}

std::string verl_limit(const Plan& plan) {
  const auto* const limit =
      std::ranges::find_if(verl_limits, [&](const VerlLimit& each) { return each.is_met(plan); });
  return limit == verl_limits.end() ? "" : std::string(limit->reason) + ". " + std::string(limit->fix);
}

}  // namespace zp
