// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/key_effect_rows.h"

namespace zp::key_effect_rows {
namespace {

using enum KeyEffect;

/// Keys below zero_optimization.
constexpr auto rows_of_zero = std::to_array<KeyEffectRow>({
    {"zero_optimization.offload_optimizer.fast_init", not_counted,
     "The time that the optimizer's states take to reach the drives at the start is not counted."},
    {"zero_optimization.offload_optimizer.nvme_path", paths,
     "It names a folder; cluster.nvme states its speed."},
    {"zero_optimization.offload_param.nvme_path", paths, "It names a folder; cluster.nvme states its speed."},
    {"zero_optimization.zenflow.select_strategy", not_counted,
     "Choosing columns anew costs one step now and then, with its norms and broadcasts, and empties their "
     "moments."},
    {"zero_optimization.zenflow.select_interval", not_counted,
     "Choosing columns anew costs one step now and then, with its norms and broadcasts, and empties their "
     "moments."},
    {"zero_optimization.zenflow.auto_ratio", not_counted,
     "It affects the automatic update_interval, which is counted as 4 micro batches."},
    {"zero_optimization.zenflow.steps_per_epoch", not_counted,
     "It tells ZenFlow when an epoch ends, at which it may choose the important columns anew."},
    {"zero_optimization.zenflow.full_warm_up_rounds", not_counted,
     "The first micro batches step all columns; the times are those of later ones."},
    {"zero_optimization.stage3_module_granularity_threshold", not_counted,
     "Modules below the threshold are gathered as one; the gathers are counted module by module."},
    {.covers = "zero_optimization.zeropp_loco_param",
     .effect = not_counted,
     .reason = "LoCo keeps an error of the quantised gradients on every GPU; its bytes and its time are not "
               "counted.",
     .below = "zero_optimization.zero_quantized_gradients"},
    {"zero_optimization.mics_hierarchical_params_gather", not_counted,
     "MiCS gathers inside nodes first and between them afterwards; the gathers are counted in one step."},
    {"zero_optimization.pipeline_loading_checkpoint", not_counted,
     "Ranks load the checkpoint one after another, with less host memory; they are counted as loading at "
     "once."},
    {"zero_optimization.save_muon_momentum_buffer_in_memory", not_counted,
     "Muon's momentum stays in memory instead of on the drives; the bytes are counted on the drives."},
    {"zero_optimization.enable_sanity_checks", not_counted,
     "The checks of every gathered parameter take time on the host that is not counted."},
    {"zero_optimization.elastic_checkpoint", checkpoints,
     "It decides how states are stored for another number of ranks."},
    {"zero_optimization.load_from_fp32_weights", checkpoints,
     "It decides from which of two copies in a checkpoint the weights are read."},
    {"zero_optimization.ignore_unused_parameters", permission,
     "It decides whether a parameter without gradient is an error."},
    {"zero_optimization.override_module_apply", permission,
     "It decides whether Module.apply gathers the parameters it is called on, while the model is built."},
    {"zero_optimization.log_trace_cache_warnings", logging,
     "It decides whether DeepSpeed reports a changed order of modules."},
    {"zero_optimization.cpu_offload_use_pin_memory", unread, "Its value is not passed on."},
    {"zero_optimization.allgather_partitions", unread, "No code of DeepSpeed reads it."},
    {"zero_optimization.legacy_stage1", unread, "DeepSpeed stops if it is true."},
    {"zero_optimization.grad_hooks", unread, "DeepSpeed refuses it."},
    {"zero_optimization.leaf_module", not_counted,
     "Modules that are named here are gathered whole; zero.leaf_modules says which are counted so."},
    {"zero_optimization.round_robin_gradients", not_counted,
     "Gradients are assigned to the ranks in turn, so that their copies to the host run concurrently; the "
     "times assume one contiguous part per rank."},
});

/// Keys about optimizer, precision and gradients.
constexpr auto rows_of_numbers = std::to_array<KeyEffectRow>({
    {.covers = "torch_autocast.lower_precision_safe_modules",
     .effect = not_counted,
     .reason =
         "Under torch_autocast the figures take DeepSpeed's own list: linear layers are cast, gathered and "
         "reduced in its type, and everything else in fp32."},
    {"optimizer.legacy_fusion", not_counted,
     "The unfused fp16 wrapper of stage 0 has its own buffers, which are not counted."},
    {"optimizer.params.max_grad_norm", unread,
     "DeepSpeed's engine stops at it; gradient_clipping states it."},
    {"scheduler", numerics, "The learning rate over the steps."},
    {"zero_allow_untested_optimizer", permission,
     "It decides whether DeepSpeed accepts optimizers that it does not know."},
    {"zero_force_ds_cpu_optimizer", permission,
     "It decides whether DeepSpeed accepts another optimizer than its own with offload."},
    {"fp16.auto_cast", numerics, "The type that inputs of the model are cast to."},
    {"fp16.loss_scale", numerics, "The loss scale."},
    {"fp16.initial_scale_power", numerics, "The first loss scale."},
    {"fp16.loss_scale_window", numerics, "It decides when the loss scale grows."},
    {"fp16.hysteresis", numerics, "It decides when the loss scale shrinks."},
    {"fp16.consecutive_hysteresis", numerics, "It decides when the loss scale shrinks."},
    {"fp16.min_loss_scale", numerics, "The smallest loss scale."},
    {"bf16.immediate_grad_update", not_counted,
     "Each gradient is added to its fp32 sum in the backward pass; the figures assume that all of them are "
     "kept until its end."},
    {"bf16.check_grad_overflow", not_counted,
     "The time to search the gradients for infinities is not counted."},
    {.covers = "amp",
     .effect = not_counted,
     .reason = "Apex AMP casts for each product; the figures are those of the plan's own precision.",
     .switches = {"amp.enabled"}},
    {"data_types.param_dtype", numerics, "It must be the type that bf16 or fp16 selects."},
    {"data_types.buffer_dtype", not_counted, "The model's buffers, which are no weights, are not counted."},
    {"seq_parallel_comm_data_type", not_counted,
     "Gradients of sequence parallelism are counted in the type of other gradients."},
    {"prescale_gradients", numerics,
     "It decides whether gradients are divided before or after they are added up."},
    {"gradient_predivide_factor", numerics, "The divisor of gradients before they are added up."},
    {"gradient_allreduce_op", numerics, "It decides whether gradients are added up or averaged."},
    {"sparse_gradients", not_counted,
     "Gradients of embeddings travel as the rows that were used; they are counted whole."},
    {"disable_allgather", unread, "No code of DeepSpeed reads it."},
    {"managed_gradient_accumulation", permission,
     "It decides whether DeepSpeed or the program counts micro batches."},
    {"data_parallel_size", layout, "It follows from the ranks and sequence_parallel_size."},
    {"use_data_before_expert_parallelism", not_counted,
     "It decides which ranks hold the same experts, and so which links they use; the figures place them side "
     "by side."},
    {"allgather_size", unread, "Read with a zero_optimization that is true or false, which states no sizes."},
});

}  // namespace

std::span<const KeyEffectRow> of_zero() { return rows_of_zero; }
std::span<const KeyEffectRow> of_numbers() { return rows_of_numbers; }

}  // namespace zp::key_effect_rows
