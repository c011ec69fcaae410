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

/// The clock: the time of one optimizer step, part by part, and the share of each part that is hidden. Every
/// total, chart, explanation and test reads this one list.
namespace zp {

/// The parts that a chart stacks. The exposed seconds of all parts add up to the step.
enum class TimePart : std::uint8_t { compute, communication, host, optimizer };
inline constexpr std::size_t time_part_count = 4;
std::string_view name_of(TimePart part);  ///< as in the JSON: "communication"

/// The resource that an entry keeps busy, which would have to be faster to shorten the entry.
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

/// The stretch of the step in which an entry lies.
enum class Stretch : std::uint8_t { forward, backward, step };
std::string_view name_of(Stretch stretch);

enum class TimeId : std::uint8_t {
  forward_matmul,     ///< matrix products of the blocks
  forward_attention,  ///< scores and their product with the values
  forward_memory,     ///< norms, activation functions, residual additions: bound by GPU memory
  forward_head,       ///< output projection and loss
  recompute,          ///< the checkpointed part once more
  backward_matmul,
  backward_attention,
  backward_memory,
  backward_head,
  vision_forward,      ///< a vision tower and its projector
  vision_backward,     ///< their gradients, and recomputed blocks
  scoring,             ///< other models and the policy read the sequences, without gradients
  generation,          ///< sequences to train on are generated
  rewards,             ///< they are judged outside the program
  weight_sync,         ///< the engine that generates gets the new weights
  launches,            ///< time the GPU waits for the host to start kernels
  tensor_parallel,     ///< all-reduces inside each block
  sequence_parallel,   ///< all-to-alls around attention
  context_parallel,    ///< keys and values gathered for attention
  expert_parallel,     ///< all-to-alls around the experts
  pipeline_transfers,  ///< activations and gradients between stages
  pipeline_bubble,     ///< a stage waits while the pipeline fills and drains
  tied_gradients,      ///< gradients of the embedding that two stages hold
  gather_forward,      ///< stage 3: weights for the forward pass
  gather_backward,     ///< stage 3: weights for backward and recomputation
  reduce_gradients,
  selected_gradients,  ///< ZenFlow: gradients of important columns, to every rank
  gather_after_step,   ///< stages 1 and 2: updated weights
  accumulation,        ///< gradients of a micro batch added to those before
  copies,              ///< weights and gradients into and out of the buffers of collectives
  optimizer_launches,  ///< time the GPU waits for what the host does tensor by tensor in the step
  optimizer_gpu,       ///< unscaling, norm and update on the GPU
  optimizer_cpu,       ///< the update in host memory
  host_conversion,     ///< PyTorch's passes over gradients and weights beside it
  gradients_to_host,
  gradients_from_host,    ///< the accumulation buffer brought back to add to
  saved_by_graph,         ///< DeepCompile: large saved tensors to the host and back, between its operations
  parked_states,          ///< DeepCompile: optimizer states to the host and back, beside the passes
  weights_to_gpu,         ///< updated weights from the host optimizer
  parameters_from_host,   ///< offload_param
  parameters_to_host,     ///< DeepCompile: the same weights copied back behind their last use
  checkpoints_to_host,    ///< activation checkpoints on the host, both ways
  saved_to_host,          ///< saved tensors to the host and back, on a stream of their own
  sequence_chunks,        ///< FPDT: chunks of keys, values and queries between host and GPU
  checkpoints_to_drives,  ///< activation checkpoints in files, both ways
  parameters_from_nvme,   ///< offload_param on nvme, before each gather
  parameters_to_nvme,     ///< the updated weights
  nvme_read,              ///< optimizer states and gradients
  nvme_write,
};
inline constexpr std::size_t time_id_count = static_cast<std::size_t>(TimeId::nvme_write) + 1;
std::string_view name_of(TimeId id);  ///< stable: "gather_forward"

/// One entry of the clock, for one rank and one optimizer step. `busy` is the time the resource works,
/// `hidden` the part of it that runs beside something longer; `busy − hidden` adds to the step.
struct TimeEntry {
  TimeId id{};
  TimePart part{};
  Stretch stretch{};
  Resource resource{};
  double busy = 0;    ///< seconds
  double hidden = 0;  ///< seconds, at most busy
  double amount = 0;  ///< FLOP executed, or bytes moved; kernels for `launches`
  double rate = 0;    ///< amount per second while busy
  /// Rate at which nothing would stay exposed; 0 if something is exposed at any rate (there is nothing to
  /// hide behind), or if nothing is exposed.
  double hiding_rate = 0;
  [[nodiscard]] double exposed() const { return busy - hidden; }
  bool operator==(const TimeEntry&) const = default;
};

/// A fixed-size list of entries; making one allocates nothing.
class TimeLedger {
 public:
  TimeLedger() {}  // NOLINT(modernize-use-equals-default): a defaulted one is deleted by the union
  void add(const TimeEntry& entry) {
    if (entry.busy > 0 && size_ < time_id_count) std::construct_at(&entries_[size_++], entry);
  }
  [[nodiscard]] std::span<const TimeEntry> entries() const { return {entries_.data(), size_}; }
  [[nodiscard]] std::span<TimeEntry> entries() { return {entries_.data(), size_}; }
  [[nodiscard]] const TimeEntry* find(TimeId id) const;
  [[nodiscard]] double busy(TimeId id) const;  ///< seconds, 0 when the plan has none
  friend bool operator==(const TimeLedger& a, const TimeLedger& b);

 private:
  union {
    std::array<TimeEntry, time_id_count> entries_;  ///< only the first `size_` are constructed
  };
  std::size_t size_ = 0;
};

/// The places that a run works in. What a calibration learns of a machine holds in one of them.
enum class Regime : std::uint8_t { one_node, many_nodes, cpu_offload, nvme_offload };
inline constexpr std::size_t regime_count = 4;
std::string_view name_of(Regime regime);  ///< "one node"
Regime regime_of(const Plan& plan);

/// Seconds, or factors on them; both 0 = not known.
struct SecondsRange {
  double low = 0, high = 0;
  [[nodiscard]] constexpr bool is_known() const { return high > 0; }
  bool operator==(const SecondsRange&) const = default;
};

/// One optimizer step; all figures in seconds.
struct StepTime {
  TimeLedger ledger;
  bool is_known = true;  ///< false for a model given as tensors, whose FLOPs are unknown
  /// True if the method generates and the plan does not state the lengths: this is the training part only.
  bool is_without_generation = false;
  double forward = 0;  ///< of all micro batches, only the exposed parts
  double backward = 0;
  double step = 0;                              ///< exposed time after the last backward
  double total = 0;                             ///< their sum
  std::array<double, time_part_count> parts{};  ///< exposed, indexed by TimePart; they sum to total
  double communication = 0;                     ///< busy, hidden or not
  double exposed_communication = 0;
  double optimizer = 0;
  double offload = 0;  ///< exposed host and drive time, the CPU optimizer included
  double host = 0;     ///< the host's time to start the passes' kernels and run hooks, hidden or not
  /// The time of these kernels; if it is less than `host`, the step is bound by the host.
  double kernels = 0;
  SecondsRange range;  ///< holds about 80 % of published runs of this kind that state as much (range.h)
  RunKind kind{};
  Regime regime{};
  int stage = 0;        ///< the pipeline stage that ends last; this is its time
  Resource bound_by{};  ///< the resource that the step waits for longest
  [[nodiscard]] bool is_host_bound() const { return host > kernels; }
  bool operator==(const StepTime&) const = default;
};

/// Estimates the time of one optimizer step of a plan. Pure, allocation-free, about 1 µs.
/// Precondition: is_usable(plan).
StepTime estimate_speed(const Plan& plan);
/// Estimates the step from the basis that the ledger needs too (core/memory/basis.h).
StepTime estimate_speed(const Basis& basis);

}  // namespace zp
