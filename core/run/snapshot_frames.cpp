// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/snapshot_frames.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view stage12 = "deepspeed/runtime/zero/stage_1_and_2.py";
constexpr std::string_view stage3 = "deepspeed/runtime/zero/stage3.py";
constexpr std::string_view partition = "deepspeed/runtime/zero/partition_parameters.py";
constexpr std::string_view bf16 = "deepspeed/runtime/bf16_optimizer.py";
constexpr std::string_view engine = "deepspeed/runtime/engine.py";

/// Rows for functions of DeepSpeed 0.12 to 0.19, transformers 4.30 to 4.57 and PyTorch 2.1 to 2.9. A frame
/// has the first row that matches it; a stack has the row of its innermost frame with a row.
constexpr auto roles = std::to_array<FrameRole>({
    {stage12, "setup_buckets", buffers_reduce, buffers_reduce},
    {stage12, "reduce_gradients", buffers_reduce, buffers_reduce},
    {stage12, "reduce_independent_p_g_buckets_and_remove_grads", buffers_waiting_gradients,
     buffers_large_gradient},
    {stage12, "allreduce_bucket", buffers_reduce_copy, buffers_reduce_copy},
    {stage12, "average_tensor", buffers_reduce_copy, buffers_reduce_copy},
    {stage12, "gradient_reduction_w_predivide", buffers_communication_cast, buffers_communication_cast},
    {stage12, "copy_grads_in_partition", states_gradients, states_gradients},
    {stage12, "fill_grad_accum_attribute", states_gradients, states_gradients},
    {stage12, "_fill_param_grad_accum_attribute", states_gradients, states_gradients},
    {stage12, "set_none_gradients_to_zero", states_gradients, states_gradients},
    {stage12, "get_all_grad_tensors", states_accumulated_gradients, states_gradients},
    {stage12, "get_flat_partition", states_accumulated_gradients, step_flat_gradients},
    {stage12, "async_accumulate_grad_in_cpu_via_gpu", buffers_offload_gradient, buffers_offload_gradient},
    {stage12, "async_inplace_copy_grad_to_fp32_buffer_from_gpu", buffers_offload_gradient,
     buffers_offload_gradient},
    {stage12, "flatten_dense_tensors_aligned", states_weights, init_workspace},
    {stage12, "initialize_optimizer_states", init_workspace, init_workspace},
    {stage12, "get_grad_norm_direct", step_norm, step_norm},
    {stage12, "scaled_global_norm", step_norm, step_norm},
    {stage12, "unscale_and_clip_grads", step_norm, step_norm},
    {stage12, "_has_inf_or_nan", step_norm, step_norm},
    {stage12, "step", step_fp32_gradients, step_fp32_gradients},
    {stage12, "__init__", states_master, init_workspace, states_weights},

    {stage3, "_setup_for_real_optimizer", buffers_reduce, init_workspace, states_gradients},
    {stage3, "_create_fp32_partitions", states_master, init_workspace},
    {stage3, "_create_fp16_partitions_with_defragmentation", states_weights, init_workspace},
    {stage3, "defragment", states_weights, init_workspace},
    {stage3, "initialize_optimizer_states", init_workspace, init_workspace},
    {stage3, "__avg_scatter_grads", buffers_reduce_copy, buffers_reduce_copy},
    {stage3, "__avg_scatter_contiguous_grads", buffers_reduce_copy, buffers_reduce_copy},
    {stage3, "__add_grad_to_ipg_bucket", buffers_large_gradient, buffers_large_gradient},
    {stage3, "allreduce_bucket", buffers_reduce_copy, buffers_reduce_copy},
    {stage3, "partition_grads", staging_gradient, staging_gradient},
    {stage3, "_prepare_fp32_grad_for_sub_group", step_fp32_gradients, step_fp32_gradients},
    {stage3, "get_grad_norm_direct", step_norm, step_norm},
    {stage3, "unscale_and_clip_grads", step_norm, step_norm},
    {stage3, "_has_inf_or_nan", step_norm, step_norm},
    {stage3, "step", step_fp32_gradients, step_fp32_gradients},

    {partition, "wait", gathered_kept, gathered_live, gathered_persistent},
    {partition, "_all_gather_dtype", gathered_kept, gathered_receive, gathered_persistent},
    {partition, "_all_gather_sequential", gathered_kept, gathered_live, gathered_persistent},
    {partition, "_all_gather_coalesced", gathered_kept, gathered_receive, gathered_persistent},
    {partition, "all_gather_coalesced", gathered_kept, gathered_receive, gathered_persistent},
    {partition, "_allgather_param", gathered_kept, gathered_live, gathered_persistent},
    {partition, "_allgather_params_coalesced", gathered_kept, gathered_live, gathered_persistent},
    {partition, "_allgather_params_sequential", gathered_kept, gathered_live, gathered_persistent},
    {partition, "_partition_param_sec", gathered_secondary, gathered_secondary},
    {partition, "_partition_param", states_weights, init_whole_model},
    {partition, "_partition_gradient", states_gradients, buffers_reduce_copy},
    {partition, "_reduce_scatter_gradient", buffers_reduce_copy, buffers_reduce_copy},
    {partition, "wrapped_fn", init_whole_model, init_whole_model},
    {partition, "new_tensor", init_whole_model, init_whole_model},
    {partition, "_zero_init_param", init_whole_model, init_whole_model},
    {"deepspeed/runtime/zero/contiguous_memory_allocator.py", "__init__", states_weights, states_weights},
    {"deepspeed/runtime/swap_tensor/partitioned_param_swapper.py", "", staging_parameters,
     staging_parameters},
    {"deepspeed/runtime/comm/coalesced_collectives.py", "", buffers_reduce_copy, buffers_reduce_copy},

    {bf16, "_flatten_dense_tensors_aligned", states_weights, init_workspace},
    {bf16, "_setup_for_real_optimizer", states_master, init_workspace, states_accumulated_gradients},
    {bf16, "__init__", states_master, init_workspace, states_accumulated_gradients},
    {bf16, "_update_hp_grad", states_accumulated_gradients, states_accumulated_gradients},
    {bf16, "step", step_fp32_gradients, step_fp32_gradients},
    {"deepspeed/runtime/fp16/fused_optimizer.py", "__init__", states_master, init_workspace},
    {"deepspeed/runtime/fp16/fused_optimizer.py", "initialize_optimizer_states", init_workspace,
     init_workspace},
    {"deepspeed/runtime/fp16/fused_optimizer.py", "step", step_fp32_gradients, step_fp32_gradients},
    {"deepspeed/runtime/fp16/unfused_optimizer.py", "__init__", states_master, init_workspace},
    {"deepspeed/runtime/fp16/unfused_optimizer.py", "step", step_fp32_gradients, step_fp32_gradients},

    {engine, "_configure_distributed_model", states_weights, init_workspace},
    {engine, "_cast_module_mixed_precision", states_weights, init_workspace},
    {engine, "allreduce_bucket", buffers_allreduce, buffers_allreduce},
    {engine, "_get_gradients_for_reduction", states_gradients, states_gradients},
    {engine, "_zero3_consolidated_16bit_state_dict", save_gathered, save_gathered},
    {"deepspeed/runtime/utils.py", "get_global_norm_of_tensors", step_norm, step_norm},
    {"deepspeed/runtime/utils.py", "_norm_tensors", step_norm, step_norm},
    {"deepspeed/runtime/utils.py", "clip_tensors_by_global_norm", step_norm, step_norm},
    {"deepspeed/runtime/activation_checkpointing/checkpointing.py", "partition_activations",
     activations_saved_blocks, activations_saved_blocks},
    {"deepspeed/runtime/activation_checkpointing/checkpointing.py", "gather_partitioned_activations",
     activations_live_block, activations_live_block},

    {"deepspeed/ops/adam/fused_adam.py", "", states_optimizer, step_optimizer},
    {"deepspeed/ops/lamb/fused_lamb.py", "", states_optimizer, step_optimizer},
    {"deepspeed/ops/lion/fused_lion.py", "", states_optimizer, step_optimizer},
    {"deepspeed/runtime/zero/muon/", "", states_optimizer, step_optimizer},
    {"torch/optim/", "", states_optimizer, step_optimizer},
    {"bitsandbytes/optim/", "", states_optimizer, step_optimizer},
    {"apex/optimizers/", "", states_optimizer, step_optimizer},

    {"torch/nn/functional.py", "cross_entropy", logits_saved, logits_gradient},
    {"torch/nn/functional.py", "nll_loss", logits_saved, logits_gradient},
    {"transformers/loss/loss_utils.py", "", logits_saved, logits_fp32},
    {"liger_kernel/ops/fused_linear_cross_entropy.py", "", logits_saved, logits_output},
    {"liger_kernel/ops/cross_entropy.py", "", logits_saved, logits_gradient},
    {"deepspeed/sequence/cross_entropy.py", "", logits_saved, logits_gradient},

    {"torch/nn/modules/module.py", "_apply", states_weights, init_workspace},
    {"transformers/modeling_utils.py", "from_pretrained", states_weights, init_workspace},
    {"accelerate/utils/modeling.py", "", states_weights, init_workspace},
    {"bitsandbytes/functional.py", "quantize_4bit", states_weights, init_workspace},
    {"torch/distributed/fsdp/_fully_shard/_fsdp_param.py", "_init_sharded_param", states_weights,
     init_workspace},
    {"torch/distributed/fsdp/_fully_shard/_fsdp_param.py", "init_all_gather_outputs", gathered_live,
     gathered_live},
    {"torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py", "foreach_reduce", buffers_reduce_scatter,
     buffers_reduce_scatter},
    {"torch/distributed/fsdp/_fully_shard/_fsdp_collectives.py", "", gathered_live, gathered_live},
    {"torch/nn/parallel/distributed.py", "_ddp_init_helper", buffers_reduce, buffers_reduce},

    {"", "c10d::Reducer::", buffers_reduce, buffers_reduce},
    {"", "torch::autograd::AccumulateGrad", states_gradients, states_gradients},
    {"", "at::autocast::cached_cast", states_autocast, states_autocast},
    {"", "at::cuda::getNewWorkspace", framework_context, framework_context},
    {"", "at::cuda::getCUDABlasLtWorkspace", framework_context, framework_context},
});

struct PhaseRow {
  std::string_view file, function;
  SnapshotPhase phase{};
};

constexpr auto phases_of_frames = std::to_array<PhaseRow>({
    {"deepspeed/__init__.py", "initialize", SnapshotPhase::initialisation},
    {engine, "__init__", SnapshotPhase::initialisation},
    {"deepspeed/runtime/zero/", "initialize_optimizer_states", SnapshotPhase::initialisation},
    {partition, "wrapper", SnapshotPhase::initialisation},  // a module's __init__ under zero.Init
    {"accelerate/accelerator.py", "prepare", SnapshotPhase::initialisation},
    {"transformers/modeling_utils.py", "from_pretrained", SnapshotPhase::initialisation},
    {"torch/nn/modules/module.py", "_apply", SnapshotPhase::initialisation},
    {"trainer.py", "__init__", SnapshotPhase::initialisation},
    {"megatron/initialize.py", "initialize_megatron", SnapshotPhase::initialisation},
    {engine, "save_checkpoint", SnapshotPhase::save},
    {engine, "save_16bit_model", SnapshotPhase::save},
    {engine, "_zero3_consolidated_16bit_state_dict", SnapshotPhase::save},
    {"transformers/trainer.py", "_save_checkpoint", SnapshotPhase::save},
    {"transformers/modeling_utils.py", "save_pretrained", SnapshotPhase::save},
    {"torch/serialization.py", "save", SnapshotPhase::save},
    {"torch/nn/modules/module.py", "state_dict", SnapshotPhase::save},
    {"bitsandbytes/nn/modules.py", "_save_to_state_dict", SnapshotPhase::save},
    {engine, "step", SnapshotPhase::step},
    {engine, "_take_model_step", SnapshotPhase::step},
    {"deepspeed/runtime/zero/", "step", SnapshotPhase::step},
    {"deepspeed/runtime/zero/", "_optimizer_step", SnapshotPhase::step},
    {"torch/optim/", "step", SnapshotPhase::step},
    {"torch/optim/optimizer.py", "wrapper", SnapshotPhase::step},  // wraps every optimizer's step
    {"bitsandbytes/optim/", "step", SnapshotPhase::step},
    {"torch/utils/checkpoint.py", "unpack_hook", SnapshotPhase::backward},
    {"torch/autograd/graph.py", "_engine_run_backward", SnapshotPhase::backward},
    {".py", "backward", SnapshotPhase::backward},
    {".py", "backward_step", SnapshotPhase::backward},  // Megatron
    {"", "torch::autograd::Engine::", SnapshotPhase::backward},
    {"torch/nn/modules/module.py", "_call_impl", SnapshotPhase::forward},
    {"torch/nn/functional.py", "", SnapshotPhase::forward},
    {".py", "forward", SnapshotPhase::forward},
});

/// Rows in the order of SnapshotPhase.
constexpr auto roles_of_phases = std::to_array<FrameRole>({
    {"", "", states_weights, init_workspace},
    {"", "", save_gathered, save_gathered},
    {"", "", states_optimizer, step_optimizer},
    {"", "", states_gradients, activations_gradients},
    {"", "", activations_saved_blocks, activations_live_block},
});

constexpr bool is_separator(char c) { return c == '/' || c == '\\'; }

constexpr bool same_path(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b,
                            [](char x, char y) { return x == y || (is_separator(x) && is_separator(y)); });
}

/// Returns true if `path` ends with the names in `end`. ".py" matches any Python file, and a folder may be
/// anywhere in the path.
bool path_fits(std::string_view path, std::string_view end) {
  if (end.empty()) return !is_python(path);
  if (end.front() == '.') return path.ends_with(end);
  const bool is_folder = is_separator(end.back());
  for (std::size_t at = is_folder ? 0 : path.size() - std::min(path.size(), end.size());
       at + end.size() <= path.size(); ++at)
    if ((at == 0 || is_separator(path[at - 1])) && same_path(path.substr(at, end.size()), end)) return true;
  return false;
}

template <class Row>
bool fits(const Row& row, std::string_view file, std::string_view function) {
  const bool is_named = row.function.empty() ||
                        (row.file.empty() ? function.starts_with(row.function) : function == row.function);
  return is_named && path_fits(file, row.file);
}

/// Returns "step" for "Engine.step".
std::string_view plain_name(std::string_view file, std::string_view function) {
  const std::size_t dot = is_python(file) ? function.rfind('.') : std::string_view::npos;
  return dot == std::string_view::npos ? function : function.substr(dot + 1);
}

}  // namespace

Phase ledger_phase(SnapshotPhase phase) {
  constexpr std::array of = {Phase::initialisation, Phase::save, Phase::step, Phase::backward,
                             Phase::forward};
  return of[static_cast<std::size_t>(phase)];
}

const FrameRole* role_of_frame(std::string_view file, std::string_view function) {
  function = plain_name(file, function);
  const auto row =
      std::ranges::find_if(roles, [&](const FrameRole& role) { return fits(role, file, function); });
  return row == roles.end() ? nullptr : &*row;
}

std::optional<SnapshotPhase> phase_of_frame(std::string_view file, std::string_view function) {
  function = plain_name(file, function);
  const auto row = std::ranges::find_if(phases_of_frames,
                                        [&](const PhaseRow& phase) { return fits(phase, file, function); });
  return row == phases_of_frames.end() ? std::nullopt : std::optional(row->phase);
}

const FrameRole& role_of_phase(SnapshotPhase phase) {
  return roles_of_phases[static_cast<std::size_t>(phase)];
}

bool is_python(std::string_view file) { return file.ends_with(".py") || file.starts_with('<'); }

bool begins_in_python(std::string_view function) {
  constexpr std::array beginnings = {std::string_view("<module>"), std::string_view("_bootstrap"),
                                     std::string_view("_run_code"), std::string_view("_run_module_as_main")};
  return std::ranges::find(beginnings, function) != beginnings.end();
}

}  // namespace zp
