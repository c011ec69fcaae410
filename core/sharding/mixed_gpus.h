// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"

/// Clusters of several kinds of GPU: the figures that bind all of them, and what is left unused.
namespace zp {

/// Returns the GPU's name: "RTX 3090 24GB", or "GPU with 24 GiB" if it is described by numbers.
std::string name_of(const Gpu& gpu);
/// Returns the GPU's name followed by the figures that differ from its preset: "A100 SXM4 80GB with 50 TFLOPS
/// and 24.0 GiB".
std::string described(const Gpu& gpu);

/// Returns the 10^12 FLOP/s that matrix products sustain in 16 bit. A GPU described by numbers alone has the
/// share of the peak that holds for any GPU.
double sustained_tflops(const Gpu& gpu);
/// Gives every GPU that much memory.
void set_gpu_memory(Cluster& cluster, double memory_gib);

/// Returns the sum of the counts in cluster.other_gpus, which may exceed the number of GPUs.
std::int64_t count_of_others(const Cluster& cluster);

struct GpuKind {
  Gpu gpu;
  int count = 0;
};

struct MixedGpus {
  std::vector<GpuKind> kinds;  ///< `cluster.gpu` first, if any of its kind are left, then cluster.other_gpus
  std::size_t smallest = 0;    ///< index into `kinds` of the one whose memory binds
  std::size_t slowest = 0;     ///< index into `kinds` of the one that the others wait for
  double idle_gib = 0;         ///< usable memory that all others have beyond the smallest
  double idle_share = 0;       ///< unused share of the FLOP/s that all sustain together
};
MixedGpus mixed_gpus(const Cluster& cluster);

/// Sets the first of cluster.other_gpus; a count of 0 leaves GPUs of one kind. Links that nobody
/// chose follow.
Plan with_other_gpus(Plan plan, const OtherGpus& other);

/// Returns the plan without GPUs of that kind, with fewer nodes, or fewer GPUs if it has one node. Returns
/// nothing if only part of a node, or no GPU, would be left.
std::optional<Plan> without_kind(Plan plan, std::size_t kind);

}  // namespace zp
