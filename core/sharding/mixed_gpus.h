// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"

/// Clusters with several kinds of GPU: the kind that limits the run, and the memory and speed that stay
/// unused.
namespace zp {

/// Returns the GPU's name: "RTX 3090 24GB", or "GPU with 24 GiB" if it is described by numbers.
std::string name_of(const Gpu& gpu);
/// Returns the GPU's name followed by the figures that differ from its preset: "A100 SXM4 80GB with 50 TFLOPS
/// and 24.0 GiB".
std::string described(const Gpu& gpu);

/// Returns the sustained 10^12 FLOP/s of 16-bit matrix products. A GPU described only by numbers gets a
/// general share of its peak.
double sustained_tflops(const Gpu& gpu);
/// Sets the memory of every GPU, in GiB.
void set_gpu_memory(Cluster& cluster, double memory_gib);

/// Returns the sum of the counts in cluster.other_gpus, which may exceed the number of GPUs.
std::int64_t count_of_others(const Cluster& cluster);

struct GpuKind {
  Gpu gpu;
  int count = 0;
};

struct MixedGpus {
  std::vector<GpuKind> kinds;  ///< `cluster.gpu` first, if any of that kind remain, then cluster.other_gpus
  std::size_t smallest = 0;    ///< index into `kinds` of the kind whose memory is the limit
  std::size_t slowest = 0;     ///< index into `kinds` of the kind that the others wait for
  double idle_gib = 0;         ///< usable memory in GiB of all other GPUs beyond the smallest
  double idle_share = 0;       ///< unused share of the sustained FLOP/s of all GPUs together
};
MixedGpus mixed_gpus(const Cluster& cluster);

/// Sets the first of cluster.other_gpus; with a count of 0 all GPUs are of one kind. Links that the user did
/// not set are updated.
Plan with_other_gpus(Plan plan, const OtherGpus& other);

/// Returns the plan without GPUs of that kind: with fewer nodes, or with fewer GPUs if there is one node.
/// nullopt if no GPU or only part of a node would remain.
std::optional<Plan> without_kind(Plan plan, std::size_t kind);

}  // namespace zp
