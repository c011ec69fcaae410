// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/mixed_gpus.h"

#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/plan/implied_hardware.h"
#include "core/units/format.h"

namespace zp {

std::string name_of(const Gpu& gpu) {
  if (gpu.preset) return gpu.preset->name;
  return "GPU with " + format_bytes(from_gib(gpu.memory_gib));
}

std::string described(const Gpu& gpu) {
  std::string text = name_of(gpu);
  if (!gpu.preset) return text;
  const Gpu of_preset = gpu_from_preset(gpu.preset);
  const char* between = " with ";
  const auto add = [&](double Gpu::*figure, const std::string& value) {
    if (gpu.*figure == of_preset.*figure) return;
    text += between + value;
    between = " and ";
  };
  add(&Gpu::bf16_tflops, format_flops(gpu.bf16_tflops * 1e12));
  add(&Gpu::memory_gib, format_bytes(from_gib(gpu.memory_gib)));
  add(&Gpu::memory_gb_per_s, format_gb_per_s(gpu.memory_gb_per_s));
  return text;
}

double sustained_tflops(const Gpu& gpu) {
  return gpu.bf16_tflops * (gpu.preset ? gpu.preset->sustained_share : catalog().usual_sustained_share());
}

std::int64_t count_of_others(const Cluster& cluster) {
  std::int64_t count = 0;
  for (const OtherGpus& other : cluster.other_gpus)
    count += other.count;
  return count;
}

Gpu binding_gpu_of_kinds(const Cluster& cluster) {
  const bool has_own = count_of_others(cluster) < cluster.ranks();
  Gpu slowest = has_own ? cluster.gpu : cluster.other_gpus.front().gpu;
  double memory_gib = slowest.memory_gib, memory_gb_per_s = slowest.memory_gb_per_s;
  for (const OtherGpus& other : cluster.other_gpus) {
    if (other.count <= 0) continue;
    if (sustained_tflops(other.gpu) < sustained_tflops(slowest)) slowest = other.gpu;
    memory_gib = std::min(memory_gib, other.gpu.memory_gib);
    memory_gb_per_s = std::min(memory_gb_per_s, other.gpu.memory_gb_per_s);
  }
  slowest.memory_gib = memory_gib;
  slowest.memory_gb_per_s = memory_gb_per_s;
  return slowest;
}

void set_gpu_memory(Cluster& cluster, double memory_gib) {
  cluster.gpu.memory_gib = memory_gib;
  for (OtherGpus& other : cluster.other_gpus)
    if (other.count > 0) other.gpu.memory_gib = memory_gib;
}

MixedGpus mixed_gpus(const Cluster& cluster) {
  MixedGpus mixed;
  mixed.kinds.push_back({cluster.gpu, cluster.ranks()});
  for (const OtherGpus& other : cluster.other_gpus) {
    GpuKind& own = mixed.kinds.front();
    const int count = std::min(other.count, own.count);
    if (count <= 0) continue;
    own.count -= count;
    mixed.kinds.push_back({other.gpu, count});
  }
  if (mixed.kinds.front().count == 0) mixed.kinds.erase(mixed.kinds.begin());
  const auto sustained = [](const GpuKind& kind) { return sustained_tflops(kind.gpu); };
  const auto memory = [](const GpuKind& kind) { return kind.gpu.memory_gib; };
  const std::vector<GpuKind>& kinds = mixed.kinds;
  mixed.smallest = static_cast<std::size_t>(std::ranges::min_element(kinds, {}, memory) - kinds.begin());
  mixed.slowest = static_cast<std::size_t>(std::ranges::min_element(kinds, {}, sustained) - kinds.begin());
  double all = 0, used = 0;
  for (const GpuKind& kind : kinds) {
    mixed.idle_gib += kind.count * (memory(kind) - memory(kinds[mixed.smallest]));
    all += kind.count * sustained(kind);
    used += kind.count * sustained(kinds[mixed.slowest]);
  }
  mixed.idle_share = all > 0 ? 1 - used / all : 0;
  return mixed;
}

Plan with_other_gpus(Plan plan, const OtherGpus& other) {
  Cluster& cluster = plan.cluster;
  const ImpliedHardware implied(cluster);
  if (other.count > 0)
    cluster.other_gpus.front() = other;
  else
    cluster.other_gpus = {};
  implied.follow(cluster);
  return plan;
}

std::optional<Plan> without_kind(Plan plan, std::size_t kind) {
  Cluster& cluster = plan.cluster;
  std::vector<GpuKind> kinds = mixed_gpus(cluster).kinds;
  if (kind >= kinds.size() || kinds.size() < 2) return std::nullopt;
  const int left = cluster.ranks() - kinds[kind].count;
  if (left <= 0 || (cluster.nodes > 1 && left % cluster.gpus_per_node != 0)) return std::nullopt;
  kinds.erase(kinds.begin() + static_cast<std::ptrdiff_t>(kind));
  const ImpliedHardware implied(cluster);
  (cluster.nodes > 1 ? cluster.nodes : cluster.gpus_per_node) =
      cluster.nodes > 1 ? left / cluster.gpus_per_node : left;
  cluster.gpu = kinds.front().gpu;
  cluster.other_gpus = {};
  for (std::size_t i = 1; i < kinds.size(); ++i)
    cluster.other_gpus[i - 1] = {kinds[i].gpu, kinds[i].count};
  implied.follow(cluster);
  return plan;
}

}  // namespace zp
