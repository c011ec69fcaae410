// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/openrlhf_limits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

#include "core/catalog/programs.h"
#include "core/export/method_arguments.h"
#include "core/plan/method_program.h"
#include "core/sharding/roles.h"

namespace zp {
namespace {

bool is_by_ray(const Plan& plan) { return row_of(plan.training.method.method).generates; }

struct OpenrlhfLimit {
  bool (*is_met)(const Plan&);
  std::string_view reason, fix;
};
/// Sources: cli/train_*.py, utils/deepspeed/deepspeed_utils.py and models/actor.py.
constexpr auto openrlhf_limits = std::to_array<OpenrlhfLimit>({
    {[](const Plan& plan) {
       const Method method = plan.training.method.method;
       return method != Method::pretrain && !method_program(program_named("openrlhf")).has(method);
     },
     "OpenRLHF trains by SFT, reward modelling, DPO, PPO and GRPO", "Export for TRL or another program."},
    {[](const Plan& plan) { return plan.training.precision == Precision::fp32; },
     "OpenRLHF trains in bf16 or fp16", "Set training.precision to bf16."},
    {[](const Plan& plan) { return plan.training.frozen_precision == FrozenPrecision::int8; },
     "OpenRLHF loads a base in 4 bits or whole", "Set training.frozen_precision to nf4 or auto."},
    {[](const Plan& plan) {
       const Optimizer optimizer = plan.training.optimizer;
       return optimizer != Optimizer::adam && optimizer != Optimizer::adamw && optimizer != Optimizer::muon;
     },
     "OpenRLHF has Adam and Muon of DeepSpeed", "Set training.optimizer to adam."},
    {[](const Plan& plan) { return plan.zero.offload_param.device != Device::none && plan.zero.stage == 3; },
     "OpenRLHF creates its ds_config itself, and keeps the weights on the GPUs",
     "Set zero.offload_param to none."},
    {[](const Plan& plan) { return plan.zero.offload_optimizer.device == Device::nvme; },
     "OpenRLHF offloads the optimizer only to the CPU", "Set zero.offload_optimizer to cpu."},
    {[](const Plan& plan) { return plan.training.sequence_parallel > 1; },
     "OpenRLHF divides sequences by ring attention, and not by Ulysses",
     "Set training.context_parallel instead of training.sequence_parallel."},
    {[](const Plan& plan) { return plan.training.context_parallel > 1 && !runs_flash_attention(plan); },
     "OpenRLHF's ring attention is ring-flash-attn's",
     "Set training.attention_kernel to flash_2, and training.attention to sdpa."},
    {[](const Plan& plan) { return plan.training.expert_parallel > 1; },
     "OpenRLHF keeps all experts on every rank", "Set training.expert_parallel to 1."},
    {[](const Plan& plan) {
       return plan.training.tensor_parallel > 1 && plan.training.precision != Precision::bf16;
     },
     "OpenRLHF divides layers only in bf16", "Set training.precision to bf16."},
    {[](const Plan& plan) { return is_by_ray(plan) && generation_of(plan) == Generation::training; },
     "OpenRLHF's train_ppo_ray generates by vLLM", "Set training.generation to vllm or server."},
    {[](const Plan& plan) {
       const int gpus =
           generation_of(plan) == Generation::server && plan.training.method.rollout.engine_gpus > 0
               ? plan.training.method.rollout.engine_gpus
               : plan.cluster.ranks();
       return is_by_ray(plan) && gpus % std::max(plan.training.method.engine_ranks, 1) != 0;
     },
     "OpenRLHF divides all GPUs of generation among its engines",
     "Set training.engine_ranks to a divisor of the GPUs."},
    {[](const Plan& plan) {
       return is_by_ray(plan) && plan.training.method.completion_length >= plan.training.sequence_length;
     },
     "the completion leaves no room for a prompt",
     "Set training.sequence_length to prompt and completion together."},
    {[](const Plan& plan) {
       return plan.training.method.method == Method::grpo && rollout_batch_of(plan).samples < 2;
     },
     "OpenRLHF's GRPO compares at least two completions of a prompt",
     "Set training.rl.samples to 2 or more."},
    {[](const Plan& plan) {
       return is_by_ray(plan) && train_batch_size(plan) % rollout_batch_of(plan).samples != 0;
     },
     "the global batch holds whole groups of completions",
     "Set training.rl.samples to a divisor of the global batch."},
});

}  // namespace

std::string openrlhf_limit(const Plan& plan) {
  const auto* const limit =
      std::ranges::find_if(openrlhf_limits, [&](const OpenrlhfLimit& each) { return each.is_met(plan); });
  return limit == openrlhf_limits.end() ? "" : std::string(limit->reason) + ". " + std::string(limit->fix);
}

}  // namespace zp
