// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/explain_parts.h"
#include "core/units/format.h"

namespace zp {

Explanation explain_host(const Plan& plan, const Symbols& s, const Entry& entry) {
  const std::string part(partition_symbol(plan));
  switch (entry.id) {
    case EntryId::host_master:
      return {"Master weights in host memory", "The fp32 copy the CPU optimizer updates.",
              product("m·" + part, s.master_bytes, entry), engine_source(plan), "zero.offload_optimizer"};
    case EntryId::host_optimizer:
      return {"Optimizer states in host memory", "The states of the CPU optimizer; pageable.",
              product("s·" + part, s.host_state_bytes, entry),
              "DeepSpeed ops/adam/cpu_adam.py, ops/lion/cpu_lion.py", "zero.offload_optimizer"};
    case EntryId::host_gradients:
      return {"Gradients in host memory",
              is_stage3(plan) ? "The partition's gradients as they arrive, and in fp32 for the CPU optimizer."
              : s.accumulates ? "The fp32 gradient, and the accumulated one of earlier micro batches."
                              : "The fp32 gradient the CPU optimizer reads.",
              figure(static_cast<double>(entry.bytes.value()) /
                     static_cast<double>(std::max<std::int64_t>(1, s.partition))) +
                  " × " + format_count(s.partition) + result(entry),
              engine_source(plan), "zero.offload_optimizer"};
    case EntryId::host_weights:
      return {"Weights in host memory",
              is_stage3(plan) ? "The partition of the 16-bit weights, always pinned."
                              : "The updated weights on their way back to the GPU, pinned.",
              product("b·" + part, s.weight_bytes, entry), engine_source(plan),
              is_stage3(plan) ? "zero.offload_param" : "zero.offload_optimizer"};
    case EntryId::host_temporary_gradient:
      return {"Temporary gradient", "One buffer of the largest tensor, pinned.",
              product("b·L", s.weight_bytes, entry), "DeepSpeed runtime/zero/stage_1_and_2.py:585-590", ""};
    case EntryId::host_staging:
      return {"NVMe staging of the optimizer", "Pinned buffers that sub-groups pass through.",
              "buffer_count × S × m = " + format_count(plan.zero.offload_optimizer.buffer_count) + " × " +
                  format_count(s.sub_group) + " × " + format_count(s.master_bytes) + result(entry),
              "DeepSpeed runtime/swap_tensor/optimizer_utils.py:185-190", "zero.sub_group_size"};
    case EntryId::host_parameter_staging:
      return {"NVMe staging of the weights",
              "Pinned buffers that weights pass through, allocated whether needed or not.",
              "buffer_count × buffer_size × b = " + format_count(plan.zero.offload_param.buffer_count) +
                  " × " + format_count(plan.zero.offload_param.buffer_size) + " × " +
                  format_count(s.weight_bytes) + result(entry),
              "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py:104-131", "zero.offload_param"};
    case EntryId::host_pinning:
      return {"Copy while pinning", "The pageable buffer a pinned one is made from; the largest of them.",
              "largest pinned buffer" + result(entry), "torch.Tensor.pin_memory copies",
              "zero.offload_optimizer"};
    case EntryId::host_loading:
      return {"Loading the model",
              is_stage3(plan) && plan.training.zero_init
                  ? "Each rank reads the checkpoint one file at a time, of at most 5 GB as Hugging Face "
                    "splits them."
                  : "Each rank builds the whole model in host memory: 2 bytes a parameter when loaded in 16 "
                    "bit, 4 "
                    "when in fp32, near none with meta-device loading.",
              format_bytes(entry.low) + " … " + format_bytes(entry.high),
              "DeepSpeed runtime/engine.py:1752-1768", "training.zero_init"};
    case EntryId::host_save:
      return {"Saving a 16-bit checkpoint", "Rank 0 collects every weight in host memory.",
              product("b·(P+F)", s.weight_bytes, entry), "DeepSpeed runtime/engine.py:5495-5560",
              "zero.stage3_gather_16bit_weights_on_model_save"};
    case EntryId::nvme_optimizer:
      return {"Optimizer states on NVMe",
              "Master, states and gradients of every sub-group of a node's ranks.",
              "(2·m + s)·P/N × " + format_count(s.gpus_per_node) + " ranks" + result(entry),
              "DeepSpeed runtime/swap_tensor/optimizer_utils.py:180-215", "zero.offload_optimizer"};
    default:
      return {"Weights on NVMe", "The partitions of the weights of a node's ranks.",
              "b·P/N × " + format_count(s.gpus_per_node) + " ranks" + result(entry),
              "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py:136-142", "zero.offload_param"};
  }
}

}  // namespace zp
