// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace zp {

/// Numbers of measured figures that a calibration has used, by kind. Times narrow only the range of their own
/// regime (core/speed, Regime), memory only that of its own entries.
struct MeasuredRuns {
  int one_node = 0, many_nodes = 0, cpu_offload = 0, nvme_offload = 0;  ///< times
  int driver = 0;   ///< memory beside the allocator: context and NCCL
  int reserve = 0;  ///< memory that the allocator reserves beyond its tensors

  [[nodiscard]] constexpr int all() const {
    return one_node + many_nodes + cpu_offload + nvme_offload + driver + reserve;
  }
  bool operator==(const MeasuredRuns&) const = default;
};

/// Measured physical constants of this machine, each as a factor on the published one; 1 = as published.
/// Settings are never among them, because they are what a plan is about.
struct Measured {
  double compute = 1;      ///< rates that the GPU sustains: products, attention, streaming kernels
  double host_work = 1;    ///< seconds the host takes to start the GPU's work and to run hooks
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

/// Standard deviations of logarithms: `prior`, of a constant around the published one before anything is
/// measured, and `noise`, of a measured figure around a calibrated estimate.
struct Spread {
  double prior = 0, noise = 0;
  /// Returns the share of the prior that is left after this many figures.
  [[nodiscard]] double remaining(int figures) const {
    return 1 / std::sqrt(1 + figures * (prior / noise) * (prior / noise));
  }
};
/// Published contexts are 0.47 to 0.92 GiB, NCCL's buffers 0 to 1.45, reserves 2.8 to 16.8 % of the tensors
/// (core/memory/ledger_framework.cpp). nvidia-smi also counts what else a process loads, and a reserve
/// depends as much on the process's shapes as on its allocator.
inline constexpr Spread context_spread{0.3, 0.1}, nccl_spread{0.7, 0.3}, reserve_spread{0.6, 0.4};

}  // namespace zp
