// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace zp {

/// How many figures of runs a calibration has seen, by what they tell of. Times narrow the range of their own
/// regime only (core/speed, Regime), memory that of its own entries.
struct MeasuredRuns {
  int one_node = 0, many_nodes = 0, cpu_offload = 0, nvme_offload = 0;  ///< times
  int driver = 0;   ///< memory beside the allocator: context and NCCL
  int reserve = 0;  ///< what the allocator reserves beyond its tensors

  [[nodiscard]] constexpr int all() const {
    return one_node + many_nodes + cpu_offload + nvme_offload + driver + reserve;
  }
  bool operator==(const MeasuredRuns&) const = default;
};

/// What runs on this machine showed of its physical constants, each times the published one; 1 = as
/// published. Settings are never among them: they are what a plan is about.
struct Measured {
  double compute = 1;      ///< what the GPU sustains: products, attention, streaming kernels
  double host_work = 1;    ///< seconds the host takes to start the GPU's work and to run hooks
  double node_link = 1;    ///< bytes/s that collectives reach inside a node
  double network = 1;      ///< bytes/s that they reach between nodes
  double host_link = 1;    ///< bytes/s of copies between GPU and host
  double host_memory = 1;  ///< bytes/s that the CPU optimizer moves
  double drives = 1;       ///< bytes/s of reads and writes
  double context = 1;      ///< bytes of the CUDA context
  double nccl = 1;         ///< bytes of NCCL's buffers
  double reserve = 1;      ///< what the allocator reserves beyond its tensors
  MeasuredRuns runs;

  [[nodiscard]] constexpr bool is_any() const { return runs.all() > 0; }
  bool operator==(const Measured&) const = default;
};

/// How far a constant lies from the published one before anything is measured, and a figure that shows it
/// from what a calibrated estimate says: standard deviations of logarithms.
struct Spread {
  double prior = 0, noise = 0;
  /// Of the prior, the share that is left after so many figures.
  [[nodiscard]] double remaining(int figures) const {
    return 1 / std::sqrt(1 + figures * (prior / noise) * (prior / noise));
  }
};
/// Published contexts are 0.47 to 0.92 GiB, NCCL's buffers 0 to 1.45, reserves 2.8 to 16.8 % of the tensors
/// (core/memory/ledger_framework.cpp). nvidia-smi counts what else a process loads; a reserve is as much its
/// shapes' as its allocator's.
inline constexpr Spread context_spread{0.3, 0.1}, nccl_spread{0.7, 0.3}, reserve_spread{0.6, 0.4};

}  // namespace zp
