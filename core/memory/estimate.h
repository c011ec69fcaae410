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

/// Memory of one GPU. The peak (tensors, allocator reserve, context and libraries) decides whether a plan
/// fits.
struct GpuMemory {
  ComponentBytes components{};  ///< at the peak; they sum to `peak`
  PhaseBytes phases{};          ///< each phase at its worst moment, everything included
  Bytes steady;                 ///< tensors that stay between steps, without gradients
  Bytes peak_allocated;         ///< largest sum of tensors at any moment (torch max_memory_allocated)
  Bytes peak_reserved;          ///< including fragmentation (max_memory_reserved)
  Bytes peak;                   ///< including context and libraries (nvidia-smi)
  Bytes peak_without_cache;     ///< the peak without cached memory that PyTorch frees before it runs out
  Phase peak_phase = Phase::backward;
  ByteRange peak_range;   ///< from the uncertainty of context, NCCL and fragmentation only
  ByteRange likely_peak;  ///< contains about 80 % of published peaks of this kind (peak_range.h)
  Bytes capacity;         ///< usable memory of the GPU
  Bytes headroom;         ///< capacity − peak; negative if it does not fit
  bool fits = true;

  /// Returns true if cached memory that the allocator can free fills the rest of the GPU.
  [[nodiscard]] bool is_filled_by_cache() const {
    return fits && headroom == Bytes() && Bytes() < peak_without_cache && peak_without_cache < capacity;
  }
  /// Returns the peak; if the cache fills the GPU, only the part that is needed.
  [[nodiscard]] Bytes needed() const { return is_filled_by_cache() ? peak_without_cache : peak; }

  bool operator==(const GpuMemory&) const = default;
};

/// Phases of a run in host memory.
enum class HostPhase : std::uint8_t { loading, training, saving };
inline constexpr std::size_t host_phase_count = 3;
std::string_view name_of(HostPhase phase);

/// Host memory. `components`, `per_rank`, `per_node` and `beside_…` are figures of the training phase.
struct HostMemory {
  ComponentBytes components{};  ///< components of one rank; they sum to per_rank
  Bytes per_rank, per_node;
  Bytes pinned_per_node;
  Bytes pinned_rounded_per_node;  ///< upper bound: every pinned allocation rounded up to a power of two
  Bytes loading_per_node;         ///< tensors while the ranks of a node load the model
  Bytes beside_per_rank;  ///< not tensors: rounding of pinned buffers, data loader workers, the process
  Bytes beside_per_node;
  /// Each phase at its worst moment on the node with the first rank, and that moment; indexed by HostPhase.
  std::array<Bytes, host_phase_count> phases{};
  std::array<Moment, host_phase_count> worst{};
  HostPhase binding = HostPhase::training;  ///< the phase that needs most memory
  ByteRange needed_range;  ///< range of needed_per_node(), without the uncertainty of how a program loads
  Bytes capacity_per_node;
  bool fits = true;
  /// Return the total bytes per rank during training, and the bytes that a node needs in the phase that needs
  /// most.
  [[nodiscard]] constexpr Bytes needed_per_rank() const { return per_rank + beside_per_rank; }
  [[nodiscard]] constexpr Bytes needed_per_node() const { return in(binding); }
  [[nodiscard]] constexpr Bytes in(HostPhase phase) const { return phases[static_cast<std::size_t>(phase)]; }
  /// Returns the phase to report if host memory does not fit: training, unless training fits; then loading or
  /// saving, which depend on other settings.
  [[nodiscard]] constexpr HostPhase lacks_in() const {
    for (const HostPhase phase : {HostPhase::training, HostPhase::loading})
      if (in(phase) > capacity_per_node) return phase;
    return HostPhase::saving;
  }
  bool operator==(const HostMemory&) const = default;
};

/// The smallest staging buffers that work; 0 if there are none. With smaller ones, DeepSpeed fails with an
/// assertion.
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
  Bytes capacity_per_node;  ///< 0 if not stated; then any size fits
  bool fits = true;
  SwapBuffers smallest_buffers;
  bool operator==(const NvmeSpace&) const = default;
};

/// Bytes that one checkpoint writes to disk, over all ranks.
struct CheckpointSize {
  Bytes weights;         ///< the 16-bit model as save_16bit_model or save_pretrained write it
  Bytes training_state;  ///< as written by save_checkpoint: weights, master weights and optimizer states
  bool operator==(const CheckpointSize&) const = default;
};

/// The memory of a plan. With a pipeline, each place shows the stage that needs most there; checkpoints count
/// all stages.
struct MemoryEstimate {
  ModelSize model;
  PipelineStage stage;                  ///< stage that the GPU entries belong to
  int host_stage = 0, drive_stage = 0;  ///< indices of the stages that the host and drive figures belong to
  Ledger ledger;
  GpuMemory gpu;
  HostMemory cpu;
  NvmeSpace nvme;
  CheckpointSize checkpoint;
  [[nodiscard]] bool fits() const { return gpu.fits && cpu.fits && nvme.fits; }
  bool operator==(const MemoryEstimate&) const = default;
};

struct Basis;

/// Returns the parameter counts of the whole model before tensor parallelism, including adapters and frozen
/// weights.
ModelSize model_size(const Plan& plan);

/// Returns the memory that a plan needs, byte by byte. Pure, allocation-free, about 1 µs: it is the inner
/// loop of a search. Precondition: is_usable(plan).
MemoryEstimate estimate_memory(const Plan& plan);
/// Returns the memory of a plan with an existing basis, to share it with the clock (basis.h).
MemoryEstimate estimate_memory(const Basis& basis);
/// Returns the memory of the pipeline stage of this basis.
MemoryEstimate estimate_stage(const Basis& basis);

}  // namespace zp
