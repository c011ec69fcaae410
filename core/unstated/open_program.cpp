// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/catalog/catalog.h"
#include "core/plan/optimizers.h"
#include "core/sharding/encoder.h"
#include "core/sharding/framework.h"
#include "core/sharding/program_way.h"
#include "core/sharding/roles.h"
#include "core/sharding/types_of.h"
#include "core/unstated/open_settings.h"

namespace zp {
namespace {

using Values = std::vector<KeyValue>;

template <class Enum>
KeyValue word(Enum value) {
  return name_of(value);
}

bool is_deepspeed(const Plan& plan) { return plan.training.framework == Framework::deepspeed; }
bool is_pytorch(const Plan& plan) { return !is_deepspeed(plan); }
bool has_shape(const Plan& plan) { return plan.model.has_shape(); }

bool takes_kernel_of_loss(const Plan& plan) { return is_decoder_alone(plan.model); }
bool is_16_bit(const Plan& plan) { return plan.training.precision != Precision::fp32; }

/// Returns true if the GPU's generation supports FlashAttention-2, and for a GPU given by figures alone.
bool runs_flash_2(const Plan& plan) {
  const GpuPreset* gpu = binding_preset(plan.cluster);
  constexpr std::array older = {"Pascal", "Volta", "Turing", "GCN5", "CDNA1"};
  return gpu == nullptr || std::ranges::find(older, gpu->generation) == older.end();
}

/// Returns true if the GPU has the units that FlashAttention-3, FlashAttention-4 and cuDNN's kernel use.
bool runs_flash_3(const Plan& plan) {
  const GpuPreset* gpu = binding_preset(plan.cluster);
  constexpr std::array newer = {"Hopper", "Blackwell", "Blackwell Ultra"};
  return gpu != nullptr && gpu->gpu_class == "datacenter" &&
         std::ranges::find(newer, gpu->generation) != newer.end();
}

bool chooses_attention(const Plan& plan) {
  const Training& training = plan.training;
  return has_shape(plan) && training.attention_kernel == AttentionKernel::automatic &&
         training.context_parallel <= 1 && !plan.model.architecture.has_position_bias();
}

bool chooses_kernel(const Plan& plan) {
  return has_shape(plan) && plan.training.attention == Attention::sdpa && runs_flash_2(plan);
}

Values attention_kernels(const Plan& plan) {
  Values values = {word(AttentionKernel::flash_2)};
  if (runs_flash_3(plan)) values.push_back(word(AttentionKernel::flash_3));
  return values;
}

Values losses(const Plan& /*plan*/) {
  return {word(FusedLoss::none),    word(FusedLoss::shifted),  word(FusedLoss::native),
          word(FusedLoss::chunked), word(FusedLoss::compiled), word(FusedLoss::fused)};
}

Values checkpointings(const Plan& /*plan*/) {
  return {word(Checkpointing::none), word(Checkpointing::selective), word(Checkpointing::full)};
}

bool checkpoints_blocks(const Plan& plan) {
  return has_shape(plan) && plan.training.activation_checkpointing == Checkpointing::full;
}

KeyValue recompute_in_effect(const Plan& plan) {
  return word(traits_of(plan).recomputes_needed ? Recompute::needed : Recompute::whole);
}

// Number types, for PyTorch's own data parallelism: DeepSpeed casts every parameter to its own type.

template <Dtype PerTensor<Dtype>::*type>
KeyValue type_in_effect(const Plan& plan) {
  return word(types_of(plan).*type);
}
template <TypeOrigin TypeOrigins::*origin>
bool plan_states_type(const Plan& plan) {
  return resolved_types(plan).origins.*origin == TypeOrigin::plan;
}
Values fp32_or_precision(const Plan& plan) {
  return {word(Dtype::fp32), word(dtype_of(plan.training.precision))};
}

bool trains_weights(const Plan& plan) {
  return is_pytorch(plan) && is_16_bit(plan) && !plan.training.has_adapters();
}
bool freezes_weights(const Plan& plan) {
  return is_pytorch(plan) && is_16_bit(plan) && plan.training.has_adapters() &&
         !plan.training.quantizes_frozen();
}
bool trains_adapters(const Plan& plan) {
  return is_pytorch(plan) && is_16_bit(plan) && plan.training.has_adapters();
}
bool gathers_fp32_weights(const Plan& plan) {
  return trains_weights(plan) && types_of(plan).weights == Dtype::fp32;
}
bool reduces_in_pytorch(const Plan& plan) {
  return is_pytorch(plan) && is_16_bit(plan) && data_parallel_world(plan) > 1;
}
bool has_16_bit_logits(const Plan& plan) { return has_shape(plan) && is_16_bit(plan); }

KeyValue accumulation_in_effect(const Plan& plan) { return type_in_effect<&NumericTypes::gradients>(plan); }
bool accumulates_in_deepspeed(const Plan& plan) { return is_deepspeed(plan) && is_16_bit(plan); }

// Optimizer, data, buckets.

bool steps_with_adam(const Plan& plan) {
  return plan.training.optimizer == Optimizer::adam || plan.training.optimizer == Optimizer::adamw;
}
bool steps_in_pytorch(const Plan& plan) { return is_pytorch(plan) && steps_with_adam(plan); }
KeyValue optimizer_kernel_in_effect(const Plan& plan) {
  const bool is_foreach = plan.training.optimizer_kernel == OptimizerKernel::foreach;
  return word(is_foreach ? OptimizerKernel::foreach : OptimizerKernel::fused);
}
bool steps_on_gpu(const Plan& plan) {
  return steps_with_adam(plan) && plan.zero.offload_optimizer.device == Device::none;
}

KeyValue lengths_in_effect(const Plan& plan) {
  return word(batches_vary(plan.training) ? BatchLengths::varying : BatchLengths::fixed);
}

bool keeps_cache_with_eager(const Plan& plan) {
  return has_shape(plan) && plan.training.attention == Attention::eager &&
         plan.training.activation_checkpointing == Checkpointing::none;
}

bool has_quantised_base_of_experts(const Plan& plan) {
  return plan.training.quantizes_frozen() && plan.model.architecture.has_experts();
}
bool has_experts(const Plan& plan) { return plan.model.architecture.experts > 0; }

bool has_buckets(const Plan& plan) {
  return is_deepspeed(plan) && plan.zero.stage > 0 && zero_world(plan) > 1;
}
bool gathers_in_buckets(const Plan& plan) {
  return has_buckets(plan) && (plan.zero.stage == 1 || plan.zero.stage == 2);
}
constexpr std::int64_t deepspeed_bucket = 500'000'000;  // deepspeed/runtime/zero/config.py
constexpr std::int64_t tutorial_bucket = 200'000'000;   // transformers docs, main_classes/deepspeed
/// Returns DeepSpeed's default size, that of transformers' examples, and the value that Trainer fills in for
/// "auto".
Values reduce_buckets(const Plan& plan) {
  Values values = {deepspeed_bucket, tutorial_bucket};
  const std::int64_t hidden = plan.model.architecture.hidden_size;
  if (has_shape(plan) && hidden > 0) values.emplace_back(hidden * hidden);
  return values;
}
Values gather_buckets(const Plan& /*plan*/) { return {deepspeed_bucket, tutorial_bucket}; }

bool partitions_in_stage_3(const Plan& plan) { return has_buckets(plan) && plan.zero.stage == 3; }

bool is_sharded_by_fsdp(const Plan& plan) {
  return is_pytorch(plan) && plan.zero.stage >= 2 && plan.cluster.ranks() > 1;
}
KeyValue fsdp_in_effect(const Plan& plan) {
  return std::int64_t{program_way(plan).framework == ProgramFramework::fsdp1 ? 1 : 2};
}

Values flags(const Plan& /*plan*/) { return {false, true}; }
Values none(const Plan& /*plan*/) { return {}; }
bool always(const Plan& /*plan*/) { return true; }

bool could_name_program(const Plan& plan) {
  return has_shape(plan) && plan.training.method.method == Method::sft;
}
/// Returns the programs that train with the plan's framework.
Values programs(const Plan& plan) {
  Values values;
  const ProgramFramework framework = program_way(plan).framework;
  for (const ProgramEntry& entry : program_entries())
    if (entry.trains_with(framework)) values.emplace_back(std::string_view(entry.id));
  return values;
}

/// Returns the first day of the month in which a method was published, as 20240201; 0 for older ones.
/// Sources: arXiv 2305.18290 (DPO), 2306.13649 (GKD), 2402.01306 (KTO), 2402.03300 (GRPO), 2403.07691 (ORPO).
constexpr std::int32_t published(Method method) {
  switch (method) {
    case Method::dpo:
      return 20230501;
    case Method::distillation:
      return 20230601;
    case Method::kto:
    case Method::grpo:
      return 20240201;
    case Method::orpo:
      return 20240301;
    default:
      return 0;
  }
}

/// Returns, for each change of one of the program's defaults, the last release before the change. Releases
/// that are older than the plan's method are left out.
Values releases(const Plan& plan) {
  Values values;
  const Program program = plan.training.program;
  const std::int32_t first_day = published(plan.training.method.method);
  for (const std::string& text : releases_before_changes(program)) {
    const auto of = parse_releases(text, program);
    if (of && (of->day == 0 || of->day >= first_day)) values.emplace_back(std::string_view(text));
  }
  return values;
}

constexpr std::string_view public_runs =
    "public configurations, tests/data/public-jobs.json and tests/data/blind";

constexpr auto program_rows = std::to_array<OpenSetting>({
    {.path = "training.program",
     .title = "Program",
     .kind = OpenKind::program,
     .matters = could_name_program,
     .values = programs,
     .moves_defaults = true,
     .source = "resources/catalog/programs.json"},
    {.path = "training.program_version",
     .title = "Release",
     .kind = OpenKind::program,
     .matters = [](const Plan& plan) { return plan.training.program != Program::none; },
     .values = releases,
     .assumed = [](const Plan&) -> KeyValue { return newest_release; },
     .stated_elsewhere = [](const Plan& plan) { return plan.training.releases.are_stated(); },
     .set =
         [](Plan& plan, const KeyValue& value) {
           plan.training.releases =
               parse_releases(std::get<std::string_view>(value), plan.training.program).value();
         },
     .moves_defaults = true,
     .follows_program = true,
     .source = "resources/catalog/programs.json"},
    {.path = "training.precision",
     .title = "Precision",
     .kind = OpenKind::program,
     .matters = always,
     .values = [](const Plan&) -> Values {
       return {word(Precision::bf16), word(Precision::fp16), word(Precision::fp32)};
     },
     .source = public_runs},
    {.path = "training.attention",
     .title = "Attention",
     .kind = OpenKind::program,
     .matters = chooses_attention,
     .values = [](const Plan&) -> Values {
       return {word(Attention::sdpa), word(Attention::eager)};
     },
     .source = "transformers modeling_utils.py: sdpa where the model supports it, else eager"},
    {.path = "training.attention_kernel",
     .title = "Attention kernel",
     .kind = OpenKind::program,
     .matters = chooses_kernel,
     .values = attention_kernels,
     .source = public_runs},
    {.path = "training.fused_loss",
     .title = "Loss",
     .kind = OpenKind::program,
     .matters = takes_kernel_of_loss,
     .values = losses,
     .source = "docs/memory.md, the loss"},
    {.path = "training.fused_norm",
     .title = "Fused norms",
     .kind = OpenKind::program,
     .matters = has_shape,
     .values = flags,
     .source = "Liger-Kernel, Transformer Engine and torch.compile are switched on by the user"},
    {.path = "training.fused_mlp",
     .title = "MLP kernel",
     .kind = OpenKind::program,
     .matters = has_shape,
     .values = [](const Plan&) -> Values {
       return {word(FusedMlp::none), word(FusedMlp::fused)};
     },
     .assumed =
         [](const Plan& plan) { return word(plan.training.fuses_mlp() ? FusedMlp::fused : FusedMlp::none); },
     .source = "as training.fused_norm"},
    {.path = "training.activation_checkpointing",
     .title = "Checkpointing",
     .kind = OpenKind::program,
     .matters = has_shape,
     .values = checkpointings,
     .source = public_runs},
    {.path = "training.recompute",
     .title = "Recompute",
     .kind = OpenKind::program,
     .matters = checkpoints_blocks,
     .values = [](const Plan&) -> Values {
       return {word(Recompute::whole), word(Recompute::needed)};
     },
     .assumed = recompute_in_effect,
     .source = "torch utils/checkpoint.py, use_reentrant"},
    {.path = "training.types.weights",
     .title = "Weights loaded in",
     .kind = OpenKind::program,
     .matters = trains_weights,
     .values = fp32_or_precision,
     .assumed = type_in_effect<&NumericTypes::weights>,
     .stated_elsewhere = plan_states_type<&TypeOrigins::weights>,
     .source = "transformers modeling_utils.py: fp32 unless a dtype is named, before 5.0"},
    {.path = "training.types.frozen",
     .title = "Frozen weights in",
     .kind = OpenKind::program,
     .matters = freezes_weights,
     .values = fp32_or_precision,
     .assumed = type_in_effect<&NumericTypes::frozen>,
     .stated_elsewhere = plan_states_type<&TypeOrigins::frozen>,
     .source = "as training.types.weights"},
    {.path = "training.types.adapters",
     .title = "Adapters in",
     .kind = OpenKind::program,
     .matters = trains_adapters,
     .values = fp32_or_precision,
     .assumed = type_in_effect<&NumericTypes::adapters>,
     .stated_elsewhere = plan_states_type<&TypeOrigins::adapters>,
     .source = "PEFT mapping_func.py, autocast_adapter_dtype"},
    {.path = "training.types.gathered",
     .title = "Weights used in",
     .kind = OpenKind::program,
     .matters = gathers_fp32_weights,
     .values = fp32_or_precision,
     .assumed = type_in_effect<&NumericTypes::gathered>,
     .stated_elsewhere = plan_states_type<&TypeOrigins::gathered>,
     .source = "FSDP with a mixed-precision policy, or autocast without one"},
    {.path = "training.types.reduced",
     .title = "Reduced in",
     .kind = OpenKind::program,
     .matters = reduces_in_pytorch,
     .values = fp32_or_precision,
     .assumed = type_in_effect<&NumericTypes::reduced>,
     .stated_elsewhere = plan_states_type<&TypeOrigins::reduced>,
     .source = "composer mosaic_parallelism.py: DEFAULT reduces in fp32, PURE in 16 bits"},
    {.path = "training.types.logits",
     .title = "Logits in",
     .kind = OpenKind::program,
     .matters = has_16_bit_logits,
     .values = fp32_or_precision,
     .assumed = type_in_effect<&NumericTypes::logits>,
     .stated_elsewhere = plan_states_type<&TypeOrigins::logits>,
     .source = "accelerate operations.py, convert_to_fp32"},
    {.path = "training.gradient_accumulation_dtype",
     .title = "Gradients added in",
     .kind = OpenKind::program,
     .matters = accumulates_in_deepspeed,
     .values = fp32_or_precision,
     .assumed = accumulation_in_effect,
     .stated_elsewhere = plan_states_type<&TypeOrigins::gradients>,
     .source = "deepspeed/runtime/engine.py, get_data_types"},
    {.path = "training.optimizer",
     .title = "Optimizer",
     .kind = OpenKind::program,
     .matters = steps_on_gpu,
     .values = [](const Plan&) -> Values {
       return {word(Optimizer::adamw), word(Optimizer::adamw8bit), word(Optimizer::paged_adamw8bit)};
     },
     .source = public_runs},
    {.path = "training.optimizer_kernel",
     .title = "Optimizer kernel",
     .kind = OpenKind::program,
     .matters = steps_in_pytorch,
     .values = [](const Plan&) -> Values {
       return {word(OptimizerKernel::fused), word(OptimizerKernel::foreach)};
     },
     .assumed = optimizer_kernel_in_effect,
     .source = "torch/optim/adam.py: foreach unless fused is asked for"},
    {.path = "training.keeps_outputs",
     .title = "Outputs held",
     .kind = OpenKind::program,
     .matters = has_shape,
     .values = flags,
     .source = "loops of their own: outputs = model(…); outputs.loss.backward()"},
    {.path = "training.keeps_cache",
     .title = "Cache kept",
     .kind = OpenKind::program,
     .matters = keeps_cache_with_eager,
     .values = flags,
     .source = "transformers configuration_utils.py, use_cache"},
    {.path = "training.checkpoints_on_host",
     .title = "Checkpoints on host",
     .kind = OpenKind::program,
     .matters = checkpoints_blocks,
     .values = none,
     .source = "programs that have such an option, resources/catalog/programs.json"},
    {.path = "training.tiled_mlp",
     .title = "Tiled MLP",
     .kind = OpenKind::program,
     .matters = has_shape,
     .values = none,
     .source = "as training.checkpoints_on_host"},
    {.path = "training.experts",
     .title = "Experts",
     .kind = OpenKind::program,
     .matters = has_experts,
     .values = [](const Plan&) -> Values {
       return {word(Experts::loop), word(Experts::grouped)};
     },
     .source = "transformers before and since 5"},
    {.path = "training.quantize_experts",
     .title = "Quantised experts",
     .kind = OpenKind::program,
     .matters = has_quantised_base_of_experts,
     .values = flags,
     .source = "Axolotl's quantize_moe_experts; unsloth_zoo temporary_patches/gpt_oss.py"},
    {.path = "training.fsdp_version",
     .title = "FSDP version",
     .kind = OpenKind::program,
     .matters = is_sharded_by_fsdp,
     .values = [](const Plan&) -> Values {
       return {std::int64_t{1}, std::int64_t{2}};
     },
     .assumed = fsdp_in_effect,
     .moves_defaults = true,
     .source = "torch.distributed.fsdp"},
    {.path = "training.fsdp_wrap",
     .title = "FSDP units",
     .kind = OpenKind::program,
     .matters = is_sharded_by_fsdp,
     .values = [](const Plan&) -> Values {
       return {word(FsdpWrap::blocks), word(FsdpWrap::all)};
     },
     .source = "torchtitan and torchtune wrap embedding and head, accelerate does not"},
    {.path = "training.zero_init",
     .title = "zero.Init",
     .kind = OpenKind::program,
     .matters = partitions_in_stage_3,
     .values = flags,
     .source = "zero.Init is the user's call without transformers"},
    {.path = "zero.reduce_bucket_size",
     .title = "Reduce bucket",
     .kind = OpenKind::program,
     .matters = has_buckets,
     .values = reduce_buckets,
     .source = "deepspeed/runtime/zero/config.py; transformers integrations/deepspeed.py"},
    {.path = "zero.allgather_bucket_size",
     .title = "Gather bucket",
     .kind = OpenKind::program,
     .matters = gathers_in_buckets,
     .values = gather_buckets,
     .source = "as zero.reduce_bucket_size"},
    {.path = "zero.overlap_comm",
     .title = "Overlap",
     .kind = OpenKind::program,
     .matters = has_buckets,
     .values = flags,
     .assumed = [](const Plan& plan) -> KeyValue { return plan.zero.overlaps(); },
     .set = [](Plan& plan, const KeyValue& value) { plan.zero.overlap_comm = std::get<bool>(value); },
     .source = "transformers' examples switch it on at every stage"},
    {.path = "zero.offload_optimizer.pin_memory",
     .title = "Pinned memory",
     .kind = OpenKind::program,
     .matters = [](const Plan& plan) { return plan.zero.offload_optimizer.device == Device::cpu; },
     .values = flags,
     .source = "transformers' examples pin, DeepSpeed before 0.19.5 does not"},
    {.path = "training.batch_lengths",
     .title = "Batch lengths",
     .kind = OpenKind::run,
     .matters = has_shape,
     .values = [](const Plan&) -> Values {
       return {word(BatchLengths::fixed), word(BatchLengths::varying)};
     },
     .assumed = lengths_in_effect,
     .source = public_runs},
});

}  // namespace

std::span<const OpenSetting> open_rows::of_program() { return program_rows; }

}  // namespace zp
