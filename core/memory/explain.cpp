// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/explain.h"

#include <cmath>

#include "core/memory/explain_parts.h"
#include "core/units/format.h"

namespace zp {

namespace {

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
              "2.8 … 9.3 % of the tensors at the peak: " + range,
              "Twelve published runs that print reserved beside allocated memory (SimuMax, BigScience, "
              "torchtitan); not the FSDP paper's fourteen, which reserve 15 to 83 % more",
              "training.micro_batch_size"};
  }
}

}  // namespace

std::string result(const Entry& entry) { return " = " + format_exact_bytes(entry.bytes); }

std::string figure(double value) {
  const bool is_whole = value == std::floor(value) && std::abs(value) < 1e15;
  return is_whole ? format_count(static_cast<std::int64_t>(value)) : format_number(value, 6);
}

std::string product(std::string_view symbols, double bytes_each, const Entry& entry) {
  const double elements = bytes_each > 0 ? static_cast<double>(entry.bytes.value()) / bytes_each : 0;
  return std::string(symbols) + " = " + figure(bytes_each) + " × " + format_count(std::llround(elements)) +
         result(entry);
}

std::string_view partition_symbol(const Plan& plan) {
  if (plan.zero.stage == 0) return "P";
  return is_stage3(plan) ? "Σ⌈numel/N⌉" : "P/N";
}

std::string_view engine_source(const Plan& plan) {
  switch (plan.zero.stage) {
    case 0:
      return "DeepSpeed runtime/fp16/fused_optimizer.py, unfused_optimizer.py";
    case 3:
      return "DeepSpeed runtime/zero/stage3.py";
    default:
      return "DeepSpeed runtime/zero/stage_1_and_2.py";
  }
}

Explanation explain(const Plan& plan, const Entry& entry) {
  const Symbols s = symbols_of(plan);
  const auto id = entry.id;
  if (plan.training.framework == Framework::fsdp)
    if (std::optional<Explanation> own = explain_pytorch(plan, entry)) return *own;
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
