// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/key_entries.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

using enum EntryId;

constexpr std::size_t most_entries = 15;

struct Row {
  std::string_view path;
  std::array<EntryId, most_entries> entries{};
  std::size_t count = 0;
};

template <class... Ids>
constexpr Row row(std::string_view path, Ids... ids) {
  return {path, {ids...}, sizeof...(ids)};
}

constexpr std::array rows = {
    row("train_micro_batch_size_per_gpu", activations_saved_blocks, activations_live_block,
        activations_gradients, activations_final_norm, logits_saved, logits_output, logits_fp32,
        logits_gradient, host_checkpoints),
    row("gradient_accumulation_steps", states_accumulated_gradients),
    row("bf16.enabled", states_weights, states_master, states_gradients, host_weights, host_master),
    row("fp16.enabled", states_weights, states_master, states_gradients, host_weights, host_master),
    row("bf16.bf16_master_weights_and_grads", states_master, step_fp32_gradients, host_master,
        host_gradients),
    row("fp16.fp16_master_weights_and_grads", states_master, step_fp32_gradients, host_master,
        host_gradients),
    row("bf16.bf16_optimizer_states", states_optimizer, host_optimizer),
    row("data_types.grad_accum_dtype", states_gradients, states_accumulated_gradients, step_flat_gradients,
        host_gradients, staging_gradient),
    row("communication_data_type", buffers_reduce, buffers_communication_cast, buffers_reduce_copy),
    row("optimizer.type", states_optimizer, states_optimizer_leftover, step_optimizer, host_optimizer,
        nvme_optimizer),
    row("optimizer.params.amsgrad", states_optimizer, host_optimizer),
    row("optimizer.params.torch_adam", step_optimizer, states_optimizer, host_optimizer),
    row("optimizer.params.momentum", states_optimizer, host_optimizer),
    row("optimizer.params.centered", states_optimizer, host_optimizer),
    row("optimizer.params.fp32_optimizer_states", host_optimizer, nvme_optimizer),
    row("zero_optimization.stage", states_weights, states_gradients, states_master, states_optimizer,
        gathered_live, gathered_persistent),
    row("zero_optimization.offload_optimizer.device", host_optimizer, host_master, host_gradients,
        nvme_optimizer, host_staging, host_temporary_gradient, buffers_offload_gradient, staging_gradient),
    row("zero_optimization.offload_optimizer.nvme_path", nvme_optimizer),
    row("zero_optimization.offload_optimizer.pin_memory", host_gradients, host_master, host_optimizer,
        host_pinning),
    row("zero_optimization.offload_optimizer.buffer_count", host_staging),
    row("zero_optimization.offload_optimizer.ratio", states_master, states_optimizer, host_master,
        host_optimizer, host_gradients),
    row("zero_optimization.offload_param.device", host_weights, nvme_weights, host_parameter_staging,
        staging_parameters),
    row("zero_optimization.offload_param.nvme_path", nvme_weights),
    row("zero_optimization.offload_param.pin_memory", host_weights),
    row("zero_optimization.offload_param.buffer_count", host_parameter_staging, staging_parameters),
    row("zero_optimization.offload_param.buffer_size", host_parameter_staging, staging_parameters),
    row("zero_optimization.offload_param.max_in_cpu", host_weights, host_parameter_staging,
        staging_parameters),
    row("zero_optimization.overlap_comm", buffers_reduce),
    row("zero_optimization.contiguous_gradients", buffers_reduce, buffers_waiting_gradients),
    row("zero_optimization.reduce_scatter", buffers_reduce_copy, buffers_reduce_scatter),
    row("zero_optimization.reduce_bucket_size", buffers_reduce, buffers_reduce_copy,
        buffers_communication_cast, buffers_large_gradient, buffers_waiting_gradients),
    row("zero_optimization.sub_group_size", step_fp32_gradients, step_flat_gradients, init_workspace,
        step_optimizer, host_staging, host_parameter_staging),
    row("zero_optimization.stage3_prefetch_bucket_size", gathered_live, gathered_receive, gathered_kept),
    row("zero_optimization.stage3_param_persistence_threshold", gathered_persistent),
    row("zero_optimization.stage3_model_persistence_threshold", gathered_persistent),
    row("zero_optimization.stage3_max_live_parameters", gathered_live, gathered_kept),
    row("zero_optimization.stage3_max_reuse_distance", gathered_kept),
    row("zero_optimization.stage3_gather_16bit_weights_on_model_save", save_gathered, host_save),
    row("zero_optimization.zero_hpz_partition_size", gathered_secondary),
    row("zero_optimization.zero_quantized_weights", gathered_receive),
    row("zero_optimization.zero_quantized_gradients", buffers_reduce_copy),
    row("zero_optimization.zero_quantized_nontrainable_weights", states_weights, host_weights),
    row("zero_optimization.mics_shard_size", states_weights, states_gradients, states_master,
        states_optimizer),
    row("zero_optimization.stage3_allgather_sequential", gathered_receive),
    row("zero_optimization.stage3_use_all_reduce_for_fetch_params", gathered_receive),
    row("aio.use_gds", staging_parameters, host_parameter_staging),
    row("torch_autocast.enabled", states_autocast),
};

constexpr auto paths = [] {
  std::array<std::string_view, rows.size()> list;
  for (std::size_t i = 0; i < rows.size(); ++i)
    list[i] = rows[i].path;
  return list;
}();

}  // namespace

std::span<const EntryId> entries_of_key(std::string_view path) {
  const auto found = std::ranges::find(rows, path, &Row::path);
  if (found == rows.end()) return {};
  return {found->entries.data(), found->count};
}

std::span<const std::string_view> keys_with_entries() { return paths; }

}  // namespace zp
