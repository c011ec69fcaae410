// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <span>

#include "core/catalog/tensors.h"
#include "core/deepspeed/schema.h"
#include "core/export/sections.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::int64_t divided_up(std::int64_t amount, std::int64_t parts) { return (amount + parts - 1) / parts; }

struct Partition {
  std::int64_t largest_tensor = 0;  ///< elements of it on one rank
  std::int64_t trained = 0;         ///< all trained elements on one rank
};

Partition partition_of(const Plan& plan) {
  const std::int64_t tensor = std::max(plan.training.tensor_parallel, 1);
  const std::int64_t world =
      plan.zero.mics_shard_size > 0 ? plan.zero.mics_shard_size : std::max(zero_world(plan), 1);
  TensorList shape;
  std::span<const TensorKind> kinds = plan.model.tensors.kinds();
  if (plan.model.source != ModelSource::tensors) {
    shape = tensors_of(plan.model.architecture);
    kinds = shape.kinds();
  }
  Partition partition;
  std::int64_t trained = 0;
  for (const TensorKind& kind : kinds) {
    partition.largest_tensor = std::max(partition.largest_tensor, kind.numel());
    if (kind.trainable) trained += kind.total();
  }
  if (plan.model.source == ModelSource::parameters) trained = plan.model.stated_parameters.value();
  partition.largest_tensor = divided_up(divided_up(partition.largest_tensor, tensor), world);
  partition.trained = plan.training.lora.rank > 0 ? 0 : divided_up(divided_up(trained, tensor), world);
  return partition;
}

void report_nvme(Draft& draft) {
  const Zero& zero = draft.plan.zero;
  if (draft.optimizer_device() != Device::nvme) return;
  const Partition partition = partition_of(draft.plan);
  constexpr std::int64_t usual_sub_group =
      100'000'000;  // what NVMe examples of DeepSpeed and Hugging Face lower it to
  if (const std::int64_t staged = std::min(zero.sub_group_size, partition.trained);
      staged > usual_sub_group) {
    const std::int64_t buffers = zero.offload_optimizer.buffer_count;
    const Bytes bytes = bytes_of(4.0 * static_cast<double>(buffers) * static_cast<double>(staged));
    draft.report(Severity::wasteful, "nvme_sub_group", "zero.sub_group_size",
                 "Every GPU pins " + format_bytes(bytes) +
                     " of host memory to stage the optimizer: one sub-group in " + format_count(buffers) +
                     " buffers.",
                 "Set zero.sub_group_size to " + format_count(usual_sub_group) + '.');
  }
  // swap_tensor/optimizer_utils.py:285-287
  const std::int64_t sub_group = std::min(zero.sub_group_size + partition.largest_tensor, partition.trained);
  if (zero.offload_optimizer.fast_init && draft.param_device() == Device::nvme &&
      zero.offload_param.buffer_size < sub_group)
    draft.report(Severity::fails_later, "nvme_fast_init", "zero.offload_optimizer.fast_init",
                 "fast_init reads a whole sub-group of up to " + format_count(sub_group) +
                     " elements into one parameter buffer of " +
                     format_count(zero.offload_param.buffer_size) + '.',
                 "Switch fast_init off, lower zero.sub_group_size or raise zero.offload_param.buffer_size.");
}

void report_parallelism(Draft& draft) {
  const Plan& plan = draft.plan;
  constexpr DeepSpeedVersion first_with_stage3{0, 19, 4};  // the assertion in runtime/engine.py is gone since
  if (plan.training.tensor_parallel > 1 && plan.zero.stage == 3 && draft.version() < first_with_stage3)
    draft.report(Severity::refused, "tensor_parallel_stage", "training.tensor_parallel",
                 "DeepSpeed " + name_of(draft.version()) + " allows its tensor parallelism up to stage 2.",
                 "Choose stage 2, or DeepSpeed " + name_of(first_with_stage3) + " or newer.");
  const bool experts = plan.model.source != ModelSource::tensors && plan.model.architecture.has_experts();
  if (!experts || plan.zero.stage != 3 || find_node(draft.out, "zero_optimization.leaf_module")) return;
  const SchemaKey* key = schema().find("zero_optimization.leaf_module");
  const bool has_key = key && known_to(*key, draft.version());
  draft.report(
      has_key ? Severity::style : Severity::fails_later, "experts_need_leaf_modules", "zero.stage",
      std::string(
          "At stage 3 ranks whose tokens visit different experts wait for each other for ever, unless "
          "the expert block is a leaf module.") +
          (has_key ? " DeepSpeed does this itself for Mixtral, Qwen2-MoE and Qwen3-MoE of transformers."
                   : ""),
      has_key ? "For other models name the block's class in zero.leaf_module.classes."
              : "Call deepspeed.utils.set_z3_leaf_modules in the program.");
}

void report_program(Draft& draft) {
  const Training& training = draft.plan.training;
  if (training.activation_checkpointing != Checkpointing::none && !draft.for_trainer())
    draft.report(Severity::style, "checkpointing_in_program", "training.activation_checkpointing",
                 "The file has no activation_checkpointing section: DeepSpeed's engine does not act on one.",
                 "Switch checkpointing on in the program, for Hugging Face models with "
                 "model.gradient_checkpointing_enable().");
  if (draft.out.child("activation_checkpointing"))
    draft.report(Severity::ignored, "checkpointing_section", "deepspeed_config.activation_checkpointing",
                 "This section acts only in programs that call deepspeed.checkpointing.configure and use "
                 "deepspeed.checkpointing.checkpoint.",
                 "Remove it for Hugging Face models.");
  if (training.framework == Framework::fsdp)
    draft.report(Severity::style, "not_deepspeed", "training.framework",
                 "The plan estimates PyTorch FSDP; the exported files start DeepSpeed.",
                 "Set training.framework to deepspeed to estimate what is exported.");
}

}  // namespace

void report_rules(Draft& draft) {
  report_nvme(draft);
  report_parallelism(draft);
  report_program(draft);
}

}  // namespace zp
