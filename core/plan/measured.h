// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace zp {

/// Numbers of figures used for calibration, by kind. Times narrow only the range of their own regime
/// (core/speed, Regime), memory figures only the range of their own entries.
struct MeasuredRuns {
  int one_node = 0, many_nodes = 0, cpu_offload = 0, nvme_offload = 0;  ///< times
  int driver = 0;   ///< memory outside the allocator: context and NCCL
  int reserve = 0;  ///< memory that the allocator reserves beyond its tensors

  [[nodiscard]] constexpr int all() const {
    return one_node + many_nodes + cpu_offload + nvme_offload + driver + reserve;
  }
  bool operator==(const MeasuredRuns&) const = default;
};

/// Measured physical constants of this machine, as factors on the published ones; 1 = as published. Settings
/// are not among them; plans state these.
struct Measured {
  double compute = 1;      ///< sustained rates of the GPU: products, attention, streaming kernels
  double host_work = 1;    ///< seconds that the host takes to start GPU work and run hooks
  double node_link = 1;    ///< bytes/s that collectives reach inside a node
  double network = 1;      ///< bytes/s that collectives reach between nodes
  double host_link = 1;    ///< bytes/s of copies between GPU and host
  double host_memory = 1;  ///< bytes/s that the CPU optimizer moves
  double drives = 1;       ///< bytes/s of reads and writes
  double context = 1;      ///< bytes of the CUDA context
  double nccl = 1;         ///< bytes of NCCL's buffers
  double reserve = 1;      ///< bytes that the allocator reserves beyond its tensors
  MeasuredRuns runs;

  [[nodiscard]] constexpr bool is_any() const { return runs.all() > 0; }
  bool operator==(const Measured&) const = default;
};

/// Standard deviations of logarithms: `prior` of a constant around the published one before any measurement,
/// `noise` of a measured figure around a calibrated estimate.
struct Spread {
  double prior = 0, noise = 0;
  /// Returns the share of the prior's deviation that remains after this many figures.
  [[nodiscard]] double remaining(int figures) const {
    return 1 / std::sqrt(1 + figures * (prior / noise) * (prior / noise));
  }
};
/// Published contexts are 0.47 to 0.92 GiB, NCCL's buffers 0 to 1.45 GiB, reserves 2.8 to 16.8 % of the
/// tensors (core/memory/ledger_framework.cpp). nvidia-smi also counts other memory of a process, and reserves
/// depend on a process's tensor shapes as well as on its allocator.
inline constexpr Spread context_spread{0.3, 0.1}, nccl_spread{0.7, 0.3}, reserve_spread{0.6, 0.4};

}  // namespace zp
