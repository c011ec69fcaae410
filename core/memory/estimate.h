// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/memory/ledger.h"
#include "core/plan/plan.h"
#include "core/sharding/pipeline.h"

namespace zp {

using ComponentBytes = std::array<Bytes, component_count>;  ///< indexed by Component
using PhaseBytes = std::array<Bytes, phase_count>;          ///< indexed by Phase

struct ByteRange {
  Bytes low, high;
  bool operator==(const ByteRange&) const = default;
};

struct ModelSize {
  Params parameters, trainable, active;
  Params largest_tensor;  ///< elements of the largest single weight tensor
  bool operator==(const ModelSize&) const = default;
};

/// Memory of one GPU. The peak decides whether it fits: tensors, the allocator's loss, context and libraries.
struct GpuMemory {
  ComponentBytes components{};  ///< at the peak; they sum to `peak`
  PhaseBytes phases{};          ///< each phase at its worst moment, all included
  Bytes steady;                 ///< tensors that stay between steps, gradients released
  Bytes peak_allocated;         ///< largest sum of tensors at any moment (torch max_memory_allocated)
  Bytes peak_reserved;          ///< with fragmentation (max_memory_reserved)
  Bytes peak;                   ///< with context and libraries (nvidia-smi)
  Bytes least;                  ///< the peak without what PyTorch gives back before memory runs out
  Phase peak_phase = Phase::backward;
  ByteRange peak_range;   ///< of context, NCCL and fragmentation alone
  ByteRange likely_peak;  ///< holds about 80 % of published peaks of this kind (peak_range.h)
  Bytes capacity;         ///< usable memory of the GPU
  Bytes headroom;         ///< capacity − peak; negative when it does not fit
  bool fits = true;

  /// Returns true if memory that the allocator keeps and can give back takes the rest of the GPU.
  [[nodiscard]] bool is_filled_by_cache() const {
    return fits && headroom == Bytes() && Bytes() < least && least < capacity;
  }
  /// Returns the peak, or if the cache fills the GPU, the part of it that is needed.
  [[nodiscard]] Bytes needed() const { return is_filled_by_cache() ? least : peak; }

  bool operator==(const GpuMemory&) const = default;
};

/// Host memory while training, initialisation left out: tensors, and beside them the memory of the pinned
/// allocator, the data loader's workers and the processes.
/// The phases of a run in host memory.
enum class HostPhase : std::uint8_t { loading, training, saving };
inline constexpr std::size_t host_phase_count = 3;
std::string_view name_of(HostPhase phase);

/// Host memory. Components, per_rank, per_node and what is beside them are those of training.
struct HostMemory {
  ComponentBytes components{};  ///< components of one rank; they sum to per_rank
  Bytes per_rank, per_node;
  Bytes pinned_per_node;
  Bytes pinned_rounded_per_node;  ///< upper end: every pinned allocation rounded up to a power of two
  Bytes loading_per_node;         ///< tensors while the ranks of a node load the model
  Bytes beside_per_rank;          ///< rounding of pinned buffers, pages of workers, the process
  Bytes beside_per_node;
  /// Each phase at its worst moment, of the node with the first rank, and that moment; indexed by HostPhase.
  std::array<Bytes, host_phase_count> phases{};
  std::array<Moment, host_phase_count> worst{};
  HostPhase binding = HostPhase::training;  ///< the phase that needs most
  ByteRange needed_range;  ///< range of needed_per_node(); how a program loads is a choice and not in it
  Bytes capacity_per_node;
  bool fits = true;
  /// Bytes that a rank takes in all while it trains, and bytes that a node must have for all phases.
  [[nodiscard]] constexpr Bytes needed_per_rank() const { return per_rank + beside_per_rank; }
  [[nodiscard]] constexpr Bytes needed_per_node() const { return in(binding); }
  [[nodiscard]] constexpr Bytes in(HostPhase phase) const { return phases[static_cast<std::size_t>(phase)]; }
  /// Returns the phase to name where host memory does not fit: training, unless it fits there; then loading
  /// or saving, which other settings decide.
  [[nodiscard]] constexpr HostPhase lacks_in() const {
    for (const HostPhase phase : {HostPhase::training, HostPhase::loading})
      if (in(phase) > capacity_per_node) return phase;
    return HostPhase::saving;
  }
  bool operator==(const HostMemory&) const = default;
};

/// The smallest staging buffers that run; 0 where there are none. DeepSpeed stops with an assertion
/// if one is smaller.
struct SwapBuffers {
  std::int64_t optimizer_buffer_count = 0;  ///< zero.offload_optimizer.buffer_count
  std::int64_t parameter_buffer_count = 0;  ///< zero.offload_param.buffer_count
  std::int64_t parameter_buffer_size = 0;   ///< zero.offload_param.buffer_size, elements
  bool operator==(const SwapBuffers&) const = default;
};

struct NvmeSpace {
  ComponentBytes components{};  ///< components of one node; they sum to per_node
  Bytes per_node;
  ByteRange per_node_range;
  Bytes capacity_per_node;  ///< 0 if not stated; then it fits
  bool fits = true;
  SwapBuffers smallest_buffers;
  bool operator==(const NvmeSpace&) const = default;
};

/// Bytes that one checkpoint writes to disk, over all ranks.
struct CheckpointSize {
  Bytes weights;         ///< the 16-bit model as save_16bit_model or save_pretrained write it
  Bytes training_state;  ///< save_checkpoint: weights, master weights and optimizer states
  bool operator==(const CheckpointSize&) const = default;
};

/// The memory of a plan. With a pipeline, each place has the figures of the stage that needs most there;
/// checkpoints count all stages.
struct MemoryEstimate {
  ModelSize model;
  PipelineStage stage;                  ///< stage of the entries on the GPU
  int host_stage = 0, drive_stage = 0;  ///< indices of the stages of host memory and of drives
  Ledger ledger;
  GpuMemory gpu;
  HostMemory cpu;
  NvmeSpace nvme;
  CheckpointSize checkpoint;
  [[nodiscard]] bool fits() const { return gpu.fits && cpu.fits && nvme.fits; }
  bool operator==(const MemoryEstimate&) const = default;
};

struct Basis;

/// Returns the parameter counts of the whole model (tensor parallelism left out), adapters and frozen
/// weights included.
ModelSize model_size(const Plan& plan);

/// Returns the memory that a plan needs, byte by byte. Pure, allocation-free, about 1 µs: it is the inner
/// loop of a search. Precondition: is_usable(plan).
MemoryEstimate estimate_memory(const Plan& plan);
/// Returns the memory of a plan whose basis is already made, as the clock needs it too (basis.h).
MemoryEstimate estimate_memory(const Basis& basis);
/// Returns the memory of the one pipeline stage that the basis is of.
MemoryEstimate estimate_stage(const Basis& basis);

}  // namespace zp
