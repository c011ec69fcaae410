// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <span>

#include "core/catalog/tensors.h"
#include "core/config/sections.h"
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
  const std::int64_t world = plan.zero.mics_shard_size > 0 ? plan.zero.mics_shard_size : std::max(zero_world(plan), 1);
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

/// Tensors of a parameter that are on the drive together: master copy, gradient and the optimizer's states
/// (swap_tensor/pipelined_optimizer_swapper.py:204-216; states: memory by optimizer as in deepspeed/ops).
std::int64_t swapped_tensors(const Training& training) {
  const OptimizerOptions& options = training.optimizer_options;
  switch (training.optimizer) {
    case Optimizer::adagrad: return 3;
    case Optimizer::sgd: return options.momentum ? 3 : 2;
    case Optimizer::rmsprop: return 3 + (options.momentum ? 1 : 0) + (options.centered ? 1 : 0);
    case Optimizer::muon:
    case Optimizer::adam:
    case Optimizer::adamw:
    case Optimizer::lion:
    case Optimizer::lamb:
    case Optimizer::adamw8bit: return 4;
  }
  return 4;
}

void report_nvme_optimizer(Draft& draft, const Partition& partition) {
  const OffloadOptimizer& offload = draft.plan.zero.offload_optimizer;
  if (draft.optimizer_device() != Device::nvme) return;
  const std::int64_t needed = swapped_tensors(draft.plan.training) *
                              (1 + (offload.pipeline_read ? 1 : 0) + (offload.pipeline_write ? 1 : 0));
  if (offload.buffer_count < needed)
    draft.report(Severity::fails_later, "nvme_buffer_count", "zero.offload_optimizer.buffer_count",
                 "The optimizer swaps " + format_count(needed) + " buffers at once and has " +
                     format_count(offload.buffer_count) + "; DeepSpeed stops with \"ran out of swap buffers\".",
                 "Set zero.offload_optimizer.buffer_count to " + format_count(needed) + " or more.");
  constexpr std::int64_t usual_sub_group = 100'000'000;  // what NVMe examples of DeepSpeed and Hugging Face lower it to
  const std::int64_t sub_group = std::min(draft.plan.zero.sub_group_size, partition.trained);
  if (sub_group <= usual_sub_group) return;
  const Bytes staging = bytes_of(4.0 * static_cast<double>(offload.buffer_count) * static_cast<double>(sub_group));
  draft.report(Severity::wasteful, "nvme_sub_group", "zero.sub_group_size",
               "Every GPU pins " + format_bytes(staging) + " of host memory to stage the optimizer, one sub-group in " +
                   format_count(offload.buffer_count) + " buffers.",
               "Set zero.sub_group_size to " + format_count(usual_sub_group) + '.');
}

void report_nvme_param(Draft& draft, const Partition& partition) {
  const Zero& zero = draft.plan.zero;
  if (draft.param_device() != Device::nvme) return;
  if (zero.offload_param.buffer_size < partition.largest_tensor)
    draft.report(Severity::fails_later, "nvme_buffer_size", "zero.offload_param.buffer_size",
                 "One rank's share of the largest tensor has " + format_count(partition.largest_tensor) +
                     " elements and does not fit a buffer of " + format_count(zero.offload_param.buffer_size) + '.',
                 "Set zero.offload_param.buffer_size to " + format_count(partition.largest_tensor) + " or more.");
  const std::int64_t sub_group =
      std::min(zero.sub_group_size + partition.largest_tensor, std::max(partition.trained, std::int64_t{0}));
  if (zero.offload_optimizer.fast_init && draft.optimizer_device() == Device::nvme &&
      zero.offload_param.buffer_size < sub_group)
    draft.report(Severity::fails_later, "nvme_fast_init", "zero.offload_optimizer.fast_init",
                 "fast_init reads a whole sub-group of up to " + format_count(sub_group) +
                     " elements into one parameter buffer of " + format_count(zero.offload_param.buffer_size) + '.',
                 "Switch fast_init off, lower zero.sub_group_size or raise zero.offload_param.buffer_size.");
}

void report_optimizer(Draft& draft) {
  const Training& training = draft.plan.training;
  const bool offloaded = draft.optimizer_device() != Device::none;
  if (offloaded && (training.optimizer == Optimizer::lamb || training.optimizer == Optimizer::adamw8bit))
    draft.report(Severity::fails_later, "no_cpu_kernel", "zero.offload_optimizer",
                 std::string(name_of(training.optimizer)) + " has no step on the CPU, where offload puts its states.",
                 "Use adamw, adagrad or lion with offload, or offload nothing.");
  const bool adam = training.optimizer == Optimizer::adam || training.optimizer == Optimizer::adamw;
  if (adam && training.optimizer_options.amsgrad && !training.optimizer_options.torch_adam && !offloaded)
    draft.report(Severity::refused, "amsgrad_needs_torch_adam", "deepspeed_config.optimizer.params.amsgrad",
                 "DeepSpeed's fused Adam refuses amsgrad.", "Set optimizer.params.torch_adam to true, or amsgrad to false.");
}

void report_parallelism(Draft& draft) {
  const Plan& plan = draft.plan;
  constexpr DeepSpeedVersion first_with_stage3{0, 19, 4};  // the assertion in runtime/engine.py is gone since
  if (plan.training.tensor_parallel > 1 && plan.zero.stage == 3 && draft.version() < first_with_stage3)
    draft.report(Severity::refused, "tensor_parallel_stage", "training.tensor_parallel",
                 "DeepSpeed " + name_of(draft.version()) + " allows its tensor parallelism up to stage 2.",
                 "Choose stage 2, or DeepSpeed " + name_of(first_with_stage3) + " or newer.");
  if (plan.model.architecture.has_experts() && plan.zero.stage == 3 && plan.model.source != ModelSource::tensors &&
      !find_node(draft.out, "zero_optimization.leaf_module"))
    draft.report(Severity::fails_later, "experts_need_leaf_modules", "zero.stage",
                 "At stage 3 ranks that route tokens to different experts gather different weights and wait for each "
                 "other for ever, unless the expert block is a leaf module.",
                 "Name its class in zero.leaf_module.classes (DeepSpeed 0.18 or newer), or call "
                 "deepspeed.utils.set_z3_leaf_modules in the program.");
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
  const Zero& zero = draft.plan.zero;
  const Partition partition = partition_of(draft.plan);
  report_nvme_optimizer(draft, partition);
  report_nvme_param(draft, partition);
  report_optimizer(draft);
  report_parallelism(draft);
  report_program(draft);
  if ((zero.stage == 1 || zero.stage == 2) && zero.allgather_bucket_size % 2 != 0)
    draft.report(Severity::refused, "odd_bucket", "zero.allgather_bucket_size",
                 "DeepSpeed asserts that allgather_bucket_size is even at stage 1 and 2.", "Make it even.");
}

}  // namespace zp
