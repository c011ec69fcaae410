// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/torchtitan_limits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "core/catalog/torchtitan_models.h"
#include "core/sharding/fp8.h"
#include "core/sharding/sharding.h"
#include "core/sharding/types_of.h"

namespace zp {
namespace {

const TorchtitanModel* model_of(const Plan& plan) {
  const TorchtitanModel* const model = plan.model.preset ? torchtitan_model(plan.model.preset->id) : nullptr;
  return model != nullptr && model->is_in_last_release ? model : nullptr;
}
bool is_family(const Plan& plan, std::initializer_list<std::string_view> families) {
  return std::ranges::find(families, model_of(plan)->name) != families.end();
}

/// Returns true if more than one kind of parallelism is combined with data parallelism.
bool divides_otherwise(const Training& training) {
  return training.tensor_parallel > 1 || training.pipeline_parallel > 1 || training.context_parallel > 1;
}

struct Limit {
  bool (*is_met)(const Plan&);
  std::string_view reason, fix;
};
/// The order matters: all rows after the first assume a model that torchtitan has.
constexpr auto limits = std::to_array<Limit>({
    // models/*/__init__.py
    {[](const Plan& plan) { return model_of(plan) == nullptr; },
     "torchtitan 0.2.2 has no flavor of this model",
     "Choose one of its models: Llama 3.1 8B, 70B or 405B, Llama 4, Qwen3, DeepSeek-V2 or -V3, gpt-oss."},
    // train.py
    {[](const Plan& plan) { return plan.training.has_adapters(); }, "torchtitan trains all weights",
     "Set training.lora.rank to 0."},
    {[](const Plan& plan) { return !plan.training.method.is_plain(); },
     "torchtitan trains with the loss of the next token", "Set training.method to pretrain or sft."},
    // config/job_config.py, Training
    {[](const Plan& plan) {
       return plan.training.precision == Precision::fp16 || types_of(plan).weights == Dtype::fp16;
     },
     "torchtitan trains in bf16 or fp32", "Set training.precision to bf16."},
    // components/quantization
    {[](const Plan& plan) { return multiplies_in_fp8(plan) && fp8_recipe(plan).keeps_fp8; },
     "torchtitan multiplies in fp8 by torchao", "Set training.fp8_recipe to tensorwise or rowwise."},
    // components/optimizer.py, build_optimizers
    {[](const Plan& plan) {
       return plan.training.optimizer != Optimizer::adam && plan.training.optimizer != Optimizer::adamw;
     },
     "torchtitan has Adam and AdamW", "Set training.optimizer to adamw."},
    {[](const Plan& plan) {
       return plan.training.optimizer_in_backward &&
              (plan.training.pipeline_parallel > 1 || plan.training.expert_parallel > 1);
     },
     "torchtitan steps no parameter in the backward pass of a pipeline or of divided experts",
     "Set training.optimizer_in_backward to false."},
    // models/*/infra/parallelize.py
    {[](const Plan& plan) {
       return plan.zero.stage == 0 && divides_otherwise(plan.training) && data_parallel_world(plan) > 1;
     },
     "torchtitan's DDP divides only the batch", "Set training.sharding to full."},
    {[](const Plan& plan) {
       return plan.training.pipeline_parallel > 1 && is_family(plan, {"qwen3", "gpt_oss"});
     },
     "torchtitan has no pipeline for this model", "Set training.pipeline_parallel to 1."},
    {[](const Plan& plan) {
       return plan.training.context_parallel > 1 && is_family(plan, {"gpt_oss", "deepseek_v3"});
     },
     "torchtitan runs flex attention in this model, which has no context parallelism",
     "Set training.context_parallel to 1."},
    {[](const Plan& plan) {
       const std::int64_t parts = std::int64_t{2} * std::max(plan.training.tensor_parallel, 1) *
                                  std::max(plan.training.context_parallel, 1);
       return plan.training.sequence_length % parts != 0;
     },
     "torchtitan needs a sequence length divisible by twice its tensor and context parallel ranks",
     "Set training.sequence_length to a multiple of that."},
    // distributed/parallel_dims.py
    {[](const Plan& plan) {
       return plan.zero.stage > 0 && sharding_of(plan).ranks % sequence_ranks(plan.training) != 0;
     },
     "the ranks of one copy of the states have to be a multiple of those of a sequence",
     "Set training.shard_ranks to a multiple of training.context_parallel, or to 0."},
    {[](const Plan& plan) {
       const int ranks = sharding_of(plan).ranks * std::max(plan.training.tensor_parallel, 1);
       return plan.training.expert_parallel > 1 &&
              (plan.zero.stage == 0 || ranks % plan.training.expert_parallel != 0);
     },
     "torchtitan divides experts among the ranks that share one copy of the states",
     "Set training.sharding to full and training.expert_parallel to a divisor of those ranks."},
});

}  // namespace

std::string torchtitan_limit(const Plan& plan) {
  const auto* const limit =
      std::ranges::find_if(limits, [&](const Limit& each) { return each.is_met(plan); });
  return limit == limits.end() ? "" : std::string(limit->reason) + ". " + std::string(limit->fix);
}

}  // namespace zp
