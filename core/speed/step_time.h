// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/speed/run_kind.h"
#include "core/units/quantity.h"

/// The clock: the time of one optimizer step, part by part, and how much of each part is hidden. All totals,
/// charts, explanations and tests are computed from this one list.
namespace zp {

/// The parts that a chart stacks; their exposed seconds add up to the step.
enum class TimePart : std::uint8_t { compute, communication, host, optimizer };
inline constexpr std::size_t time_part_count = 4;
std::string_view name_of(TimePart part);  ///< as in the JSON: "communication"

/// The resource that an entry occupies; a faster one would shorten the entry.
enum class Resource : std::uint8_t {
  matrix_units,
  gpu_memory,
  launches,
  node_link,
  network,
  host_link,
  host_memory,
  drive
};
inline constexpr std::size_t resource_count = 8;
std::string_view name_of(Resource resource);  ///< "network"

/// The part of the step in which an entry occurs.
enum class Stretch : std::uint8_t { forward, backward, step };
std::string_view name_of(Stretch stretch);

enum class TimeId : std::uint8_t {
  forward_matmul,     ///< matrix products of the blocks
  forward_attention,  ///< scores, and their product with the values
  forward_memory,     ///< norms, activation functions, residual additions: limited by GPU memory bandwidth
  forward_head,       ///< output projection and loss
  recompute,          ///< the checkpointed part, computed again
  backward_matmul,
  backward_attention,
  backward_memory,
  backward_head,
  vision_forward,      ///< a vision tower and its projector
  vision_backward,     ///< their gradients, and recomputed blocks
  scoring,             ///< other models and the policy score sequences, without gradients
  generation,          ///< sequences for training are generated
  rewards,             ///< sequences are judged outside the program
  weight_sync,         ///< the generation engine gets the new weights
  launches,            ///< time the GPU waits for the host to start kernels
  tensor_parallel,     ///< all-reduces inside each block
  sequence_parallel,   ///< all-to-alls around attention
  context_parallel,    ///< keys and values gathered for attention
  expert_parallel,     ///< all-to-alls around the experts
  pipeline_transfers,  ///< activations and gradients between stages
  pipeline_bubble,     ///< a stage waits while the pipeline fills and drains
  tied_gradients,      ///< gradients of the embedding shared by two stages
  gather_forward,      ///< stage 3: weights for the forward pass
  gather_backward,     ///< stage 3: weights for backward and recomputation
  reduce_gradients,
  selected_gradients,  ///< ZenFlow: gradients of important columns, sent to every rank
  gather_after_step,   ///< stages 1 and 2: updated weights
  accumulation,        ///< gradients of a micro batch added to those of earlier ones
  copies,              ///< weights and gradients copied into and out of collectives' buffers
  optimizer_launches,  ///< time the GPU waits for the host's per-tensor work in the optimizer step
  optimizer_gpu,       ///< unscaling, norm and update on the GPU
  optimizer_cpu,       ///< the update in host memory
  host_conversion,     ///< PyTorch's passes over gradients and weights in host memory for that update
  gradients_to_host,
  gradients_from_host,    ///< the accumulation buffer copied to the GPU, to be added to
  saved_by_graph,         ///< DeepCompile: large saved tensors to the host and back, between graph operations
  parked_states,          ///< DeepCompile: optimizer states to the host and back, concurrent with the passes
  weights_to_gpu,         ///< updated weights from the host optimizer
  parameters_from_host,   ///< offload_param
  parameters_to_host,     ///< DeepCompile: the same weights copied back after their last use
  checkpoints_to_host,    ///< activation checkpoints to the host and back
  saved_to_host,          ///< saved tensors to the host and back, on a separate stream
  sequence_chunks,        ///< FPDT: chunks of keys, values and queries between host and GPU
  checkpoints_to_drives,  ///< activation checkpoints to files and back
  parameters_from_nvme,   ///< offload_param on nvme, before each gather
  parameters_to_nvme,     ///< the updated weights
  nvme_read,              ///< optimizer states and gradients
  nvme_write,
};
inline constexpr std::size_t time_id_count = static_cast<std::size_t>(TimeId::nvme_write) + 1;
std::string_view name_of(TimeId id);  ///< stable id: "gather_forward"

/// One entry of the clock, for one rank and one optimizer step. `busy` is the time that its resource works,
/// `hidden` the part of it that overlaps with something longer; `busy − hidden` adds to the step.
struct TimeEntry {
  TimeId id{};
  TimePart part{};
  Stretch stretch{};
  Resource resource{};
  double busy = 0;    ///< seconds
  double hidden = 0;  ///< seconds, at most busy
  double amount = 0;  ///< FLOP executed, or bytes moved; kernels for `launches`
  double rate = 0;    ///< amount per second while busy
  /// Rate at which nothing would be exposed; 0 if something is exposed at any rate (there is nothing to hide
  /// behind), or if nothing is exposed.
  double hiding_rate = 0;
  [[nodiscard]] double exposed() const { return busy - hidden; }
  bool operator==(const TimeEntry&) const = default;
};

/// A fixed-capacity list of entries; construction does not allocate.
class TimeLedger {
 public:
  TimeLedger() {}  // NOLINT(modernize-use-equals-default): a defaulted one is deleted by the union
  void add(const TimeEntry& entry) {
    if (entry.busy > 0 && size_ < time_id_count) std::construct_at(&entries_[size_++], entry);
  }
  [[nodiscard]] std::span<const TimeEntry> entries() const { return {entries_.data(), size_}; }
  [[nodiscard]] std::span<TimeEntry> entries() { return {entries_.data(), size_}; }
  [[nodiscard]] const TimeEntry* find(TimeId id) const;
  [[nodiscard]] double busy(TimeId id) const;  ///< seconds; 0 if the plan has no such entry
  friend bool operator==(const TimeLedger& a, const TimeLedger& b);

 private:
  union {
    std::array<TimeEntry, time_id_count> entries_;  ///< only the first `size_` are constructed
  };
  std::size_t size_ = 0;
};

/// Kinds of environment. Constants that a calibration learns apply within one of them.
enum class Regime : std::uint8_t { one_node, many_nodes, cpu_offload, nvme_offload };
inline constexpr std::size_t regime_count = 4;
std::string_view name_of(Regime regime);  ///< "one node"
Regime regime_of(const Plan& plan);

/// Seconds, or factors on seconds; both 0 = unknown.
struct SecondsRange {
  double low = 0, high = 0;
  [[nodiscard]] constexpr bool is_known() const { return high > 0; }
  bool operator==(const SecondsRange&) const = default;
};

/// One optimizer step; all figures in seconds.
struct StepTime {
  TimeLedger ledger;
  bool is_known = true;  ///< false for a model given as a list of tensors, whose FLOP are unknown
  /// True if the method generates but the plan does not state the lengths; the step then covers only
  /// training.
  bool is_without_generation = false;
  double forward = 0;  ///< exposed time of all micro batches' forward passes
  double backward = 0;
  double step = 0;                              ///< exposed time after the last backward pass
  double total = 0;                             ///< sum of forward, backward and step
  std::array<double, time_part_count> parts{};  ///< exposed, indexed by TimePart; they sum to total
  double communication = 0;                     ///< busy time, hidden or exposed
  double exposed_communication = 0;
  double optimizer = 0;
  double offload = 0;  ///< exposed host and drive time, including the CPU optimizer
  double host = 0;     ///< host time to start the passes' kernels and run hooks, hidden or exposed
  /// GPU time of these kernels; if less than `host`, the step is bound by the host.
  double kernels = 0;
  SecondsRange range;  ///< contains about 80 % of published runs of this kind that state as much (range.h)
  RunKind kind{};
  Regime regime{};
  int stage = 0;        ///< the pipeline stage that ends last, to which all figures refer
  Resource bound_by{};  ///< the resource that the step waits for longest
  [[nodiscard]] bool is_host_bound() const { return host > kernels; }
  bool operator==(const StepTime&) const = default;
};

/// Estimates the time of one optimizer step of a plan. Pure, allocation-free, about 1 µs. Precondition:
/// is_usable(plan).
StepTime estimate_speed(const Plan& plan);
/// Estimates the step with an existing basis, to share it with the ledger (core/memory/basis.h).
StepTime estimate_speed(const Basis& basis);

}  // namespace zp
