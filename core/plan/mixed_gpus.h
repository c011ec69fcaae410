// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"

/// Clusters of several kinds of GPU: what binds all of them, and what that leaves unused.
namespace zp {

/// "RTX 3090 24GB", or "GPU with 24 GiB" of one described by numbers.
std::string name_of(const Gpu& gpu);
/// The GPU's name followed by the figures that differ from its preset: "A100 SXM4 80GB with 50 TFLOPS and
/// 24.0 GiB".
std::string described(const Gpu& gpu);

/// 10^12 FLOP/s that its matrix products sustain in 16 bit; of a GPU described by numbers alone, at the
/// share of the peak that holds for any.
double sustained_tflops(const Gpu& gpu);
/// Every GPU with that much memory.
void set_gpu_memory(Cluster& cluster, double memory_gib);

/// As cluster.other_gpus counts them, which may be more than there are GPUs.
std::int64_t count_of_others(const Cluster& cluster);

struct GpuKind {
  Gpu gpu;
  int count = 0;
};

struct MixedGpus {
  std::vector<GpuKind> kinds;  ///< `cluster.gpu` first, where it leaves any, then cluster.other_gpus
  std::size_t smallest = 0;    ///< of `kinds`, the one whose memory binds
  std::size_t slowest = 0;     ///< the one that the others wait for
  double idle_gib = 0;         ///< usable memory of all others beyond the smallest's
  double idle_share = 0;       ///< of the FLOP/s that all sustain together
};
MixedGpus mixed_gpus(const Cluster& cluster);

/// The first of cluster.other_gpus; a count of 0 leaves GPUs of one kind. Links that nobody chose follow.
Plan with_other_gpus(Plan plan, const OtherGpus& other);

/// The plan without GPUs of that kind: fewer nodes, or of one node fewer GPUs. Nothing where no node is left
/// whole, or no GPU.
std::optional<Plan> without_kind(Plan plan, std::size_t kind);

}  // namespace zp
