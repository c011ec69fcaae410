// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/explain.h"

#include <cmath>

#include "core/memory/activations.h"
#include "core/memory/symbols.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// The right-hand side every formula ends with.
std::string result(const Entry& entry) { return " = " + format_exact_bytes(entry.bytes); }

std::string count(std::int64_t n) { return format_count(n); }
std::string number(double value) { return format_number(value, 6); }

/// "symbol = bytes × elements" for the many entries that are one product.
std::string product(std::string_view symbols, double bytes_each, std::int64_t elements, const Entry& entry) {
  return std::string(symbols) + " = " + number(bytes_each) + " × " + count(elements) + result(entry);
}

bool is_stage3(const Plan& plan) { return plan.zero.stage == 3; }

constexpr std::string_view stage12_file = "DeepSpeed runtime/zero/stage_1_and_2.py";
constexpr std::string_view stage3_file = "DeepSpeed runtime/zero/stage3.py";
constexpr std::string_view wrapper_file = "DeepSpeed runtime/fp16/fused_optimizer.py, unfused_optimizer.py";

std::string_view engine_source(const Plan& plan) {
  switch (plan.zero.stage) {
    case 0:
      return wrapper_file;
    case 3:
      return stage3_file;
    default:
      return stage12_file;
  }
}

/// How a partition is written: "P/N", with the padding of the stage.
std::string partition_symbol(const Plan& plan) {
  if (plan.zero.stage == 0) return "P";
  return is_stage3(plan) ? "Σ⌈numel/N⌉" : "P/N";
}

Explanation explain_states(const Plan& plan, const Symbols& s, const Entry& entry) {
  const std::string part = partition_symbol(plan);
  switch (entry.id) {
    case EntryId::states_weights: {
      const bool partitioned = is_stage3(plan);
      const std::int64_t trained = partitioned ? s.partition : s.padded;
      const std::int64_t frozen = partitioned ? s.sums.frozen_partition : s.sums.frozen;
      std::string formula = partitioned ? "b·(P+F)/N" : "b·(P+F)";
      formula += " = " + count(s.weight_bytes) + " × (" + count(trained) + " + " + count(frozen) + ")" +
                 result(entry);
      return {"Weights",
              partitioned
                  ? "The weights this rank keeps between uses, each tensor padded to a multiple of the ranks."
                  : "The weights, whole on every GPU.",
              formula, engine_source(plan), partitioned ? "zero.offload_param" : "zero.stage"};
    }
    case EntryId::states_master:
      return {"Master weights", "The fp32 copy that the optimizer updates.",
              product("m·" + part, s.master_bytes, entry.bytes.value() / std::max(1, s.master_bytes), entry),
              engine_source(plan), "zero.offload_optimizer"};
    case EntryId::states_optimizer:
      return {"Optimizer states",
              "What " + std::string(name_of(plan.training.optimizer)) +
                  " remembers per parameter (Adam: two fp32 moments).",
              product("s·" + part, s.state_bytes,
                      std::llround(static_cast<double>(entry.bytes.value()) / std::max(1e-9, s.state_bytes)),
                      entry),
              engine_source(plan), "zero.offload_optimizer"};
    case EntryId::states_optimizer_leftover:
      return {"Adagrad's first states",
              "torch Adagrad makes a state for the original weights in its constructor; ZeRO never frees it.",
              product("b·P", s.weight_bytes, s.sums.trainable, entry), stage12_file, "training.optimizer"};
    case EntryId::states_gradients:
      return {"Gradients",
              plan.zero.stage >= 2 ? "The gradients of this rank's partition."
                                   : "Every gradient, whole on every GPU.",
              product(plan.zero.stage >= 2 ? "a·" + part : "a·P",
                      plan.zero.stage == 2   ? s.weight_bytes
                      : s.has_bf16_optimizer ? s.weight_bytes
                                             : s.accumulation_bytes,
                      entry.bytes.value() / std::max(1, plan.zero.stage == 2 || s.has_bf16_optimizer
                                                            ? s.weight_bytes
                                                            : s.accumulation_bytes),
                      entry),
              engine_source(plan), plan.zero.stage < 2 ? "zero.stage" : "zero.offload_optimizer"};
    case EntryId::states_gradient_borders:
      return {"Gradient tensors at the borders",
              "The gradient buffer holds every tensor that touches the partition in full; each of its two "
              "borders cuts "
              "a tensor, in half on average.",
              "b·Σnumel²/P = " + count(s.weight_bytes) + " × " + number(std::round(s.sums.mean_at_border)) +
                  result(entry) + "; at most 2·b·L",
              "DeepSpeed runtime/zero/stage_1_and_2.py:1670-1690", "zero.offload_optimizer"};
    default:
      if (s.has_bf16_optimizer)
        return {"fp32 gradients", "BF16_Optimizer accumulates every gradient in fp32, not partitioned.",
                product("a·P", s.accumulation_bytes, s.padded, entry),
                "DeepSpeed runtime/bf16_optimizer.py:140-212", "training.gradient_accumulation_dtype"};
      return {plan.zero.stage == 1 ? "Reduced gradients" : "Accumulated gradients",
              plan.zero.stage == 1
                  ? "The reduced partition, copied while the full gradients still exist."
                  : "The sum of earlier micro batches, beside the partition of the present one.",
              product("b·P/N", s.weight_bytes, s.partition, entry),
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
                product("c·R", s.communication_bytes, s.bucket, entry),
                "DeepSpeed runtime/zero/stage3.py:731-735", "zero.reduce_bucket_size"};
      const bool doubled = plan.zero.overlaps();
      return {"Reduce bucket",
              doubled ? "Gradients wait here for their reduction; overlap_comm keeps two of them."
                      : "Gradients wait here for their reduction.",
              product(doubled ? "2·b·R" : "b·R", doubled ? 2 * b : b, s.bucket, entry),
              "DeepSpeed runtime/zero/stage_1_and_2.py:2493-2516 (setup_buckets)", "zero.reduce_bucket_size"};
    }
    case EntryId::buffers_reduce_copy:
      return {"Copy of the reduce bucket",
              is_stage3(plan) ? "The bucket interleaved by rank for the reduce-scatter."
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
    case EntryId::buffers_offload_gradient:
      return {"Gradient on its way to the host", "One buffer of the largest tensor, kept for the whole run.",
              product("b·L", b, s.sums.largest, entry), "DeepSpeed runtime/zero/stage_1_and_2.py:591-593",
              ""};
    default:
      return {"Gradient larger than the bucket",
              plan.training.framework == Framework::fsdp
                  ? "The unsharded gradients of one block before their reduce-scatter."
                  : "A tensor larger than the bucket is reduced on its own.",
              product("b·L", b, entry.bytes.value() / b, entry), engine_source(plan),
              "zero.reduce_bucket_size"};
  }
}

Explanation explain_gathered(const Plan& plan, const Symbols& s, const Entry& entry) {
  const int b = s.weight_bytes;
  constexpr std::string_view coordinator =
      "DeepSpeed runtime/zero/partitioned_param_coordinator.py:422-457, 632-664";
  switch (entry.id) {
    case EntryId::gathered_persistent:
      return {"Persistent small tensors", "Tensors of at most the persistence threshold stay gathered.",
              product("b·ΣT", b, s.sums.persistent, entry),
              "DeepSpeed runtime/zero/parameter_offload.py:311-329",
              "zero.stage3_param_persistence_threshold"};
    case EntryId::gathered_live:
      return {"Weights in use", "The module at work, gathered in full, and what is prefetched behind it.",
              product(plan.training.framework == Framework::fsdp ? "b·(root + 2 blocks)"
                                                                 : "b·(U + min(A, V − U))",
                      b, entry.bytes.value() / b, entry),
              coordinator, "zero.stage3_prefetch_bucket_size"};
    case EntryId::gathered_kept:
      return {"Weights kept over the turn",
              "Modules used again within stage3_max_reuse_distance elements stay gathered from forward into "
              "backward.",
              product(plan.training.activation_checkpointing == Checkpointing::full ? "b·(D/3 − U)"
                                                                                    : "b·(D/2 − U)",
                      b, entry.bytes.value() / b, entry),
              coordinator, "zero.stage3_max_reuse_distance"};
    case EntryId::gathered_receive:
      return {"Receive buffer of a gather",
              "The flat tensor a batch of weights arrives in before it is split.",
              product("b·max(U, A)", b, entry.bytes.value() / b, entry),
              "DeepSpeed runtime/zero/partition_parameters.py:1301-1343", "zero.stage3_prefetch_bucket_size"};
    default:
      return {"Secondary copy (hpZ)",
              "ZeRO++ keeps a second partition inside the node for the backward gathers.",
              product("b·P/H", b, entry.bytes.value() / b, entry),
              "DeepSpeed runtime/zero/partition_parameters.py:1881-1925", "zero.zero_hpz_partition_size"};
  }
}

std::string block_formula(const Plan& plan, const ActivationTerms& terms) {
  const Architecture& shape = plan.model.architecture;
  const BlockKind kind = shape.expert_layers() > 0 ? BlockKind::experts : BlockKind::dense;
  Training whole = plan.training;
  if (whole.activation_checkpointing == Checkpointing::full)
    whole.activation_checkpointing = Checkpointing::none;
  std::string text;
  for (const SavedByOperation& saved : block_operations(shape, whole, kind).operations()) {
    if (!text.empty()) text += " + ";
    text += std::string(saved.operation) + " " + number(saved.bytes_per_token);
  }
  return count(std::llround(terms.tokens)) + " tokens × (" + text + ") bytes";
}

constexpr std::string_view autograd_source =
    "Tensors PyTorch's autograd saves, by operation; bytes counted with saved-tensor hooks";

Explanation explain_activations(const Plan& plan, const Entry& entry) {
  const ActivationTerms terms = activation_terms(plan);
  const Architecture& shape = plan.model.architecture;
  switch (entry.id) {
    case EntryId::activations_saved_blocks:
    case EntryId::host_checkpoints:
      if (plan.training.activation_checkpointing == Checkpointing::full)
        return {"Checkpointed activations",
                "The input of every block; the rest is computed again in backward.",
                count(shape.layers) + " blocks × " + number(terms.block_input) + result(entry),
                autograd_source, entry.id == EntryId::host_checkpoints ? "" : "training.checkpoints_on_host"};
      return {"Saved activations", "What autograd keeps of every block until its backward has run.",
              count(shape.layers) + " blocks × " + block_formula(plan, terms) + result(entry),
              autograd_source, "training.activation_checkpointing"};
    case EntryId::activations_live_block:
      return {"The block at work", "One block's tensors, whole, while its backward runs.",
              block_formula(plan, terms) + result(entry), autograd_source, "training.micro_batch_size"};
    case EntryId::activations_gradients:
      return {"Gradients of activations",
              "The residual stream's gradient twice, and the widest one inside the block.",
              "tokens × element size × (2·h + widest)" + result(entry),
              "PyTorch autograd: a gradient lives until its last consumer has run",
              "training.micro_batch_size"};
    default:
      return {"Final norm and rotary tables", "What is kept between the last block and the head.",
              number(terms.tokens) + " tokens" + result(entry), autograd_source, "training.micro_batch_size"};
  }
}

Explanation explain_loss(const Plan& plan, const Entry& entry) {
  const std::string vocabulary = count(plan.model.architecture.vocab_size);
  switch (entry.id) {
    case EntryId::logits_saved:
      return {"Saved by head and loss", "The log-softmax over the vocabulary in fp32, and the head's input.",
              "4·V·b·(s − 1) + 4 + 2·h·b·s, V = " + vocabulary + result(entry), autograd_source,
              "training.fused_loss"};
    case EntryId::logits_output:
      return {"Logits", "The head's output in the model's type.",
              "tokens × V × element size, V = " + vocabulary + result(entry), autograd_source,
              "training.fused_loss"};
    case EntryId::logits_fp32:
      return {"Logits in fp32", "The loss is computed in fp32: a whole copy.",
              "4·V per token, V = " + vocabulary + result(entry),
              "transformers: logits.float() in the causal LM loss", "training.fused_loss"};
    default:
      return {"Gradient of the loss",
              "The gradients of loss and log-softmax in fp32, both alive for a moment.",
              "(4 + 4)·V per predicted token, V = " + vocabulary + result(entry),
              "PyTorch aten: nll_loss_backward, _log_softmax_backward_data", "training.fused_loss"};
  }
}

Explanation explain_workspace(const Plan& plan, const Symbols& s, const Entry& entry) {
  switch (entry.id) {
    case EntryId::step_gradient_list:
      return {"fp32 gradients, one by one", "Every gradient cast to fp32 before they are flattened.",
              product("4·P", 4, s.sums.trainable, entry), "DeepSpeed runtime/fp16/fused_optimizer.py:288-292",
              "zero.stage"};
    case EntryId::step_fp32_gradients:
      return {"fp32 gradients", "What the optimizer reads while it steps.",
              product(is_stage3(plan) ? "m·S" : "m·" + partition_symbol(plan), s.master_bytes,
                      entry.bytes.value() / s.master_bytes, entry),
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
              product("b·elements", s.weight_bytes, entry.bytes.value() / s.weight_bytes, entry),
              "DeepSpeed runtime/engine.py:1752-1768", "training.zero_init"};
    case EntryId::staging_gradient:
      return {"Gradient on its way to the host", "One tensor's partition and its fp32 copy.",
              "(a + 4)·⌈L/N⌉" + result(entry), "DeepSpeed runtime/zero/stage3.py:1904-1919", ""};
    case EntryId::save_gathered:
      return {"Gather for saving", "A 16-bit checkpoint is gathered tensor by tensor on rank 0.",
              product("b·L", s.weight_bytes, s.sums.largest, entry), "DeepSpeed runtime/engine.py:5495-5560",
              ""};
    default:
      return {"Copies while building the engine", "Weights and their flat or converted copy exist together.",
              result(entry).substr(3), engine_source(plan), ""};
  }
}

Explanation explain_rest(const Entry& entry) {
  const std::string range = format_bytes(entry.low) + " … " + format_bytes(entry.high);
  switch (entry.id) {
    case EntryId::framework_context:
      return {"CUDA context", "Kernels and driver state outside the allocator.", "measured, " + range,
              "stas00/ml-engineering, training/performance (PyTorch 2.1, nvidia-smi)", ""};
    case EntryId::framework_nccl:
      return {"NCCL buffers", "Channels of the collectives, outside the allocator.", "measured, " + range,
              "stas00/ml-engineering, training/performance (before and after the first barrier)", ""};
    default:
      return {"Fragmentation", "What the caching allocator reserves and cannot use.",
              "4 … 8 % of what comes and goes within a step: " + range,
              "No measurement fixes it; the span of published experience", "training.micro_batch_size"};
  }
}

Explanation explain_host(const Plan& plan, const Symbols& s, const Entry& entry) {
  const std::string part = partition_symbol(plan);
  switch (entry.id) {
    case EntryId::host_master:
      return {"Master weights in host memory", "The fp32 copy the CPU optimizer updates.",
              product("m·" + part, s.master_bytes, entry.bytes.value() / s.master_bytes, entry),
              engine_source(plan), "zero.offload_optimizer"};
    case EntryId::host_optimizer:
      return {
          "Optimizer states in host memory", "The states of the CPU optimizer; pageable.",
          product("s·" + part, s.host_state_bytes,
                  std::llround(static_cast<double>(entry.bytes.value()) / std::max(1e-9, s.host_state_bytes)),
                  entry),
          "DeepSpeed ops/adam/cpu_adam.py, ops/lion/cpu_lion.py", "zero.offload_optimizer"};
    case EntryId::host_gradients:
      return {"Gradients in host memory",
              is_stage3(plan) ? "The partition's gradients as they arrive, and in fp32 for the CPU optimizer."
              : s.accumulates ? "The fp32 gradient, and the accumulated one of earlier micro batches."
                              : "The fp32 gradient the CPU optimizer reads.",
              number(static_cast<double>(entry.bytes.value()) /
                     static_cast<double>(std::max<std::int64_t>(1, s.partition))) +
                  " × " + count(s.partition) + result(entry),
              engine_source(plan), "zero.offload_optimizer"};
    case EntryId::host_weights:
      return {"Weights in host memory",
              is_stage3(plan) ? "The partition of the 16-bit weights, always pinned."
                              : "The updated weights on their way back to the GPU, pinned.",
              product("b·" + part, s.weight_bytes, entry.bytes.value() / s.weight_bytes, entry),
              engine_source(plan), is_stage3(plan) ? "zero.offload_param" : "zero.offload_optimizer"};
    case EntryId::host_temporary_gradient:
      return {"Temporary gradient", "One buffer of the largest tensor, pinned.",
              product("b·L", s.weight_bytes, s.sums.largest, entry),
              "DeepSpeed runtime/zero/stage_1_and_2.py:585-590", ""};
    case EntryId::host_staging:
      return {"NVMe staging of the optimizer", "Pinned buffers that sub-groups pass through.",
              "buffer_count × S × m = " + count(plan.zero.offload_optimizer.buffer_count) + " × " +
                  count(s.sub_group) + " × " + count(s.master_bytes) + result(entry),
              "DeepSpeed runtime/swap_tensor/optimizer_utils.py:185-190", "zero.sub_group_size"};
    case EntryId::host_parameter_staging:
      return {"NVMe staging of the weights",
              "Pinned buffers that weights pass through, allocated whether needed or not.",
              "buffer_count × buffer_size × b = " + count(plan.zero.offload_param.buffer_count) + " × " +
                  count(plan.zero.offload_param.buffer_size) + " × " + count(s.weight_bytes) + result(entry),
              "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py:104-131", "zero.offload_param"};
    case EntryId::host_loading:
      return {"Loading the model",
              "Each rank builds the whole model in host memory: 2 bytes a parameter when loaded in "
              "16 bit, 4 when in fp32, near none with meta-device loading.",
              format_bytes(entry.low) + " … " + format_bytes(entry.high),
              "DeepSpeed runtime/engine.py:1752-1768", "training.zero_init"};
    case EntryId::host_save:
      return {"Saving a 16-bit checkpoint", "Rank 0 collects every weight in host memory.",
              product("b·(P+F)", s.weight_bytes, s.sums.trainable + s.sums.frozen, entry),
              "DeepSpeed runtime/engine.py:5495-5560", "zero.stage3_gather_16bit_weights_on_model_save"};
    case EntryId::nvme_optimizer:
      return {"Optimizer states on NVMe",
              "Master, states and gradients of every sub-group of a node's ranks.",
              "(2·m + s)·P/N × " + count(s.gpus_per_node) + " ranks" + result(entry),
              "DeepSpeed runtime/swap_tensor/optimizer_utils.py:180-215", "zero.offload_optimizer"};
    default:
      return {"Weights on NVMe", "The partitions of the weights of a node's ranks.",
              "b·P/N × " + count(s.gpus_per_node) + " ranks" + result(entry),
              "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py:136-142", "zero.offload_param"};
  }
}

}  // namespace

Explanation explain(const Plan& plan, const Entry& entry) {
  const Symbols s = symbols_of(plan);
  const auto id = entry.id;
  if (id == EntryId::host_checkpoints) return explain_activations(plan, entry);
  if (id >= EntryId::host_master) return explain_host(plan, s, entry);
  if (id >= EntryId::framework_context) return explain_rest(entry);
  if (id >= EntryId::step_gradient_list) return explain_workspace(plan, s, entry);
  if (id >= EntryId::logits_saved) return explain_loss(plan, entry);
  if (id >= EntryId::activations_saved_blocks) return explain_activations(plan, entry);
  if (id >= EntryId::gathered_persistent) return explain_gathered(plan, s, entry);
  if (id >= EntryId::buffers_reduce) return explain_buffers(plan, s, entry);
  return explain_states(plan, s, entry);
}

}  // namespace zp
