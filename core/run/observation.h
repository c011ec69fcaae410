// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Observations in a log: numbers about a run, each with its line. Their names are a public interface,
/// because the JSON of `measure` contains them.
namespace zp {

/// The quantity that a number in a log measures.
enum class ObservedQuantity : std::uint8_t {
  gpu_allocated,
  gpu_max_allocated,
  gpu_reserved,
  gpu_max_reserved,
  gpu_used,
  host_used,
  host_percent,
  step_forward,
  step_backward,
  step_reduce,
  step_optimizer,
  step_total,
  samples_per_s,
  tokens_per_s,
  tflops_per_gpu,
  parameters,
  trainable,
  world_size,
  micro_batch,
  accumulation,
  global_batch,
  stage,
  dtype,
  deepspeed_version,
};

struct ObservedRow {
  ObservedQuantity id{};
  std::string_view name;     ///< "gpu.max_allocated"
  std::string_view unit;     ///< unit of `value`: "bytes", "s", …; "" for words
  std::string_view meaning;  ///< meaning of the figure in a log
};

/// One row per quantity, in the order of the enumeration.
inline constexpr std::array observed_rows = [] {
  using enum ObservedQuantity;
  return std::to_array<ObservedRow>({
      {gpu_allocated, "gpu.allocated", "bytes", "tensors of PyTorch's allocator (memory_allocated)"},
      {gpu_max_allocated, "gpu.max_allocated", "bytes", "their peak since it was last reset"},
      {gpu_reserved, "gpu.reserved", "bytes", "what the allocator holds (memory_reserved)"},
      {gpu_max_reserved, "gpu.max_reserved", "bytes", "its peak since it was last reset"},
      {gpu_used, "gpu.used", "bytes", "what the driver counts, context and libraries included"},
      {host_used, "host.used", "bytes", "memory of the node, or of one process where the moment says so"},
      {host_percent, "host.percent", "percent", "of the node's memory"},
      {step_forward, "step.forward", "s", "forward pass"},
      {step_backward, "step.backward", "s", "backward pass, the reduction of gradients included"},
      {step_reduce, "step.reduce", "s", "reduction of gradients outside the backward pass's kernels"},
      {step_optimizer, "step.optimizer", "s", "the engine's step: optimizer and what follows it"},
      {step_total, "step.total", "s", "one step"},
      {samples_per_s, "throughput.samples_per_s", "samples/s", "of all ranks, unless the moment says one"},
      {tokens_per_s, "throughput.tokens_per_s", "tokens/s", "of all ranks"},
      {tflops_per_gpu, "throughput.tflops_per_gpu", "TFLOPS", "10^12 operations a second of one GPU"},
      {parameters, "model.parameters", "parameters", "of the whole model"},
      {trainable, "model.trainable", "parameters", "that are trained"},
      {world_size, "run.world_size", "ranks", "processes of the run"},
      {micro_batch, "run.micro_batch", "samples", "of one rank and one forward pass"},
      {accumulation, "run.accumulation", "micro steps", "of one optimizer step"},
      {global_batch, "run.global_batch", "samples", "of one optimizer step and all ranks"},
      {stage, "run.stage", "", "ZeRO stage"},
      {dtype, "run.dtype", "", "bf16, fp16 or fp32"},
      {deepspeed_version, "run.deepspeed_version", "", "release of DeepSpeed"},
  });
}();
inline constexpr std::size_t observed_count = observed_rows.size();
constexpr const ObservedRow& row_of(ObservedQuantity id) {
  return observed_rows[static_cast<std::size_t>(id)];
}
constexpr std::string_view name_of(ObservedQuantity id) { return row_of(id).name; }

static_assert(
    [] {
      for (std::size_t i = 0; i < observed_count; ++i)
        if (observed_rows[i].id != static_cast<ObservedQuantity>(i)) return false;
      return observed_rows.back().id == ObservedQuantity::deepspeed_version;
    }(),
    "one row for each quantity, in the order of its id");

/// A number in a log.
struct Observation {
  ObservedQuantity quantity{};
  std::string moment;       ///< "After initializing ZeRO optimizer", "step 10"; "" if unknown
  std::optional<int> rank;  ///< rank of the run, or GPU of a node; nullopt if unknown
  double value = 0;         ///< bytes, seconds, … (observed_rows)
  std::string word;         ///< text of dtype and deepspeed_version, which have no number
  double rounding = 0;      ///< half of the last digit printed, in the unit of `value`
  int line = 0;             ///< line number, from 1
  bool operator==(const Observation&) const = default;
};

}  // namespace zp
