// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>

#include "core/memory/explain_parts.h"
#include "core/units/format.h"

namespace zp {

Explanation explain_states(const Plan& plan, const Symbols& s, const Entry& entry) {
  const std::string part(partition_symbol(plan));
  switch (entry.id) {
    case EntryId::states_weights: {
      const bool partitioned = is_stage3(plan);
      const std::int64_t trained = partitioned ? s.partition : s.padded;
      const std::int64_t frozen = partitioned ? s.sums.frozen_partition : s.sums.frozen;
      std::string formula = partitioned ? "b·(P+F)/N" : "b·(P+F)";
      formula += " = " + format_count(s.weight_bytes) + " × (" + format_count(trained) + " + " +
                 format_count(frozen) + ")" + result(entry);
      return {"Weights",
              partitioned
                  ? "The weights this rank keeps between uses, each tensor padded to a multiple of the ranks."
                  : "The weights, whole on every GPU.",
              formula, engine_source(plan), partitioned ? "zero.offload_param" : "zero.stage"};
    }
    case EntryId::states_master:
      return {"Master weights", "The fp32 copy that the optimizer updates.",
              product("m·" + part, s.master_bytes, entry), engine_source(plan), "zero.offload_optimizer"};
    case EntryId::states_optimizer:
      return {"Optimizer states",
              "What " + std::string(name_of(plan.training.optimizer)) +
                  " remembers per parameter (Adam: two fp32 moments).",
              product("s·" + part, s.state_bytes, entry), engine_source(plan), "zero.offload_optimizer"};
    case EntryId::states_optimizer_leftover:
      return {"Adagrad's first states",
              "torch Adagrad makes a state for the original weights in its constructor; ZeRO never frees it.",
              product("b·P", s.weight_bytes, entry), engine_source(plan), "training.optimizer"};
    case EntryId::states_gradients:
      return {"Gradients",
              plan.zero.stage >= 2 ? "The gradients of this rank's partition."
                                   : "Every gradient, whole on every GPU.",
              product(plan.zero.stage >= 2 ? "a·" + part : "a·P",
                      plan.zero.stage == 2   ? s.weight_bytes
                      : s.has_bf16_optimizer ? s.weight_bytes
                                             : s.accumulation_bytes,
                      entry),
              engine_source(plan), plan.zero.stage < 2 ? "zero.stage" : "zero.offload_optimizer"};
    case EntryId::states_gradient_borders:
      return {"Gradient tensors at the borders",
              "The gradient buffer holds every tensor that touches the partition in full; each of its two "
              "borders cuts "
              "a tensor, in half on average.",
              "b·Σnumel²/P = " + format_count(s.weight_bytes) + " × " +
                  figure(std::round(s.sums.mean_at_border)) + result(entry) + "; at most 2·b·L",
              "DeepSpeed runtime/zero/stage_1_and_2.py:1670-1690", "zero.offload_optimizer"};
    default:
      if (s.has_bf16_optimizer)
        return {"fp32 gradients", "BF16_Optimizer accumulates every gradient in fp32, not partitioned.",
                product("a·P", s.accumulation_bytes, entry), "DeepSpeed runtime/bf16_optimizer.py:140-212",
                "training.gradient_accumulation_dtype"};
      return {plan.zero.stage == 1 ? "Reduced gradients" : "Accumulated gradients",
              plan.zero.stage == 1
                  ? "The reduced partition, copied while the full gradients still exist."
                  : "The sum of earlier micro batches, beside the partition of the present one.",
              product("b·P/N", s.weight_bytes, entry),
              plan.zero.stage == 1 ? "DeepSpeed runtime/zero/stage_1_and_2.py:1670-1690"
                                   : "DeepSpeed runtime/zero/stage_1_and_2.py:935-944",
              plan.zero.stage == 1 ? "zero.stage" : "training.gradient_accumulation_steps"};
  }
}

Explanation explain_buffers(const Plan& plan, const Symbols& s, const Entry& entry) {
  const int b = s.weight_bytes;
  switch (entry.id) {
    case EntryId::buffers_reduce: {
      if (is_stage3(plan))
        return {"Reduce bucket", "Gradients wait here for their reduce-scatter; permanent, never doubled.",
                product("c·R", s.communication_bytes, entry), "DeepSpeed runtime/zero/stage3.py:731-735",
                "zero.reduce_bucket_size"};
      const bool doubled = plan.zero.overlaps();
      return {"Reduce bucket",
              doubled ? "Gradients wait here for their reduction; overlap_comm keeps two of them."
                      : "Gradients wait here for their reduction.",
              product(doubled ? "2·b·R" : "b·R", doubled ? 2 * b : b, entry),
              "DeepSpeed runtime/zero/stage_1_and_2.py:2493-2516 (setup_buckets)", "zero.reduce_bucket_size"};
    }
    case EntryId::buffers_reduce_copy:
      return {"Copy of the reduce bucket",
              plan.zero.zero_quantized_gradients && is_stage3(plan)
                  ? "One tensor's gradient as 4-bit integers, sent and received."
              : is_stage3(plan)
                  ? "The bucket interleaved by rank for the reduce-scatter."
                  : "A bucket that spans partitions is concatenated again before the collective.",
              (is_stage3(plan) ? "c·min(R, P)" : "b·min(R, P)") + result(entry),
              is_stage3(plan) ? "DeepSpeed runtime/comm/coalesced_collectives.py:158-218"
                              : "DeepSpeed runtime/zero/stage_1_and_2.py:1833-1867 (allreduce_bucket)",
              "zero.reduce_bucket_size"};
    case EntryId::buffers_communication_cast:
      return {"Bucket in the communication type",
              "The bucket cast to communication_data_type for the collective.", "c·min(R, P)" + result(entry),
              "DeepSpeed runtime/zero/stage_1_and_2.py (allreduce_bucket)",
              "deepspeed_config.communication_data_type"};
    case EntryId::buffers_allreduce:
      return {"All-reduce copy", "Gradients are reduced through one flat copy of at most 5e8 elements.",
              "min(P, 5e8) elements" + result(entry), "DeepSpeed runtime/engine.py:160, 3691-3702",
              "zero.stage"};
    case EntryId::buffers_waiting_gradients:
      return {
          "Gradients waiting to be reduced",
          "Without contiguous_gradients the gradients of other ranks stay where they were made until their "
          "bucket is reduced.",
          product("b·min(R, P)", b, entry), "DeepSpeed runtime/zero/stage_1_and_2.py (reduce_ipg_grads)",
          "zero.contiguous_gradients"};
    case EntryId::buffers_offload_gradient:
      return {"Gradient on its way to the host", "One buffer of the largest tensor, kept for the whole run.",
              product("b·L", b, entry), "DeepSpeed runtime/zero/stage_1_and_2.py:591-593", ""};
    default:
      return {"Gradient larger than the bucket", "A tensor larger than the bucket is reduced on its own.",
              product("b·L", b, entry), engine_source(plan), "zero.reduce_bucket_size"};
  }
}

Explanation explain_gathered(const Plan& plan, const Symbols& s, const Entry& entry) {
  const int b = s.weight_bytes;
  constexpr std::string_view coordinator =
      "DeepSpeed runtime/zero/partitioned_param_coordinator.py:422-457, 632-664";
  switch (entry.id) {
    case EntryId::gathered_persistent:
      return {"Persistent small tensors", "Tensors of at most the persistence threshold stay gathered.",
              product("b·ΣT", b, entry), "DeepSpeed runtime/zero/parameter_offload.py:311-329",
              "zero.stage3_param_persistence_threshold"};
    case EntryId::gathered_live:
      return {"Weights in use", "The module at work, gathered in full, and what is prefetched behind it.",
              product("b·(U + min(A, V − U))", b, entry), coordinator, "zero.stage3_prefetch_bucket_size"};
    case EntryId::gathered_kept:
      return {"Weights kept over the turn",
              "Modules used again within stage3_max_reuse_distance elements stay gathered from forward into "
              "backward.",
              product(plan.training.activation_checkpointing == Checkpointing::full ? "b·(D/3 − U)"
                                                                                    : "b·(D/2 − U)",
                      b, entry),
              coordinator, "zero.stage3_max_reuse_distance"};
    case EntryId::gathered_receive:
      return {"Receive buffer of a gather",
              "The flat tensor a batch of weights arrives in before it is split.",
              product("b·max(U, A)", plan.zero.zero_quantized_weights ? 1 : b, entry),
              "DeepSpeed runtime/zero/partition_parameters.py:1301-1343", "zero.stage3_prefetch_bucket_size"};
    default:
      return {"Secondary copy (hpZ)",
              "ZeRO++ keeps a second partition inside the node for the backward gathers.",
              product("b·P/H", b, entry), "DeepSpeed runtime/zero/partition_parameters.py:1881-1925",
              "zero.zero_hpz_partition_size"};
  }
}

Explanation explain_workspace(const Plan& plan, const Symbols& s, const Entry& entry) {
  switch (entry.id) {
    case EntryId::step_gradient_list:
      return {"fp32 gradients, one by one", "Every gradient cast to fp32 before they are flattened.",
              product("4·P", 4, entry), "DeepSpeed runtime/fp16/fused_optimizer.py:288-292", "zero.stage"};
    case EntryId::step_fp32_gradients:
      return {"fp32 gradients", "What the optimizer reads while it steps.",
              product(is_stage3(plan) ? "m·S" : "m·" + std::string(partition_symbol(plan)), s.master_bytes,
                      entry),
              engine_source(plan), is_stage3(plan) ? "zero.sub_group_size" : "zero.offload_optimizer"};
    case EntryId::step_flat_gradients:
      return {"Flat gradients", "The gradients of the partition made one tensor before the cast.",
              (is_stage3(plan) ? "a·S" : "b·P/N") + result(entry), engine_source(plan),
              is_stage3(plan) ? "zero.sub_group_size" : "zero.offload_optimizer"};
    case EntryId::step_norm:
      return {"Gradient norm", "The largest gradient in double precision, for the norm.",
              "8·L" + result(entry), engine_source(plan), ""};
    case EntryId::init_whole_model:
      return {"Weights while partitioning",
              plan.training.zero_init ? "zero.Init holds one tensor whole at a time."
                                      : "Without zero.Init the whole model is moved to the GPU first.",
              product("b·elements", s.weight_bytes, entry), "DeepSpeed runtime/engine.py:1752-1768",
              "training.zero_init"};
    case EntryId::staging_gradient:
      return {"Gradient on its way to the host", "One tensor's partition and its fp32 copy.",
              "(a + 4)·⌈L/N⌉" + result(entry), "DeepSpeed runtime/zero/stage3.py:1904-1919", ""};
    case EntryId::staging_parameters:
      return {"NVMe staging of the weights", "With aio.use_gds the drive reads into GPU memory directly.",
              "buffer_count × buffer_size × b" + result(entry),
              "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py:104-131", "zero.offload_param"};
    case EntryId::save_gathered:
      return {"Gather for saving", "A 16-bit checkpoint is gathered tensor by tensor on rank 0.",
              product("b·L", s.weight_bytes, entry), "DeepSpeed runtime/engine.py:5495-5560", ""};
    default:
      return {"Copies while building the engine", "Weights and their flat or converted copy exist together.",
              (is_stage3(plan)        ? "2·m·S"
               : plan.zero.stage == 0 ? "2·b·P"
                                      : "max(b·P − m·P/N, m·P/N)") +
                  result(entry),
              engine_source(plan), ""};
  }
}

}  // namespace zp
