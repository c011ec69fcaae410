// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/cluster.h"

#include <algorithm>

namespace zp {
namespace {

/// Defaults of docs/plan-file.md#all-keys: a plan without cluster.gpu has 80 GB A100s, and 25 GB/s
/// between nodes.
constexpr std::string_view default_gpu_id = "a100-sxm4-80gb";
constexpr double default_inter_node_gb_per_s = 25;

const SharedGpuPreset& default_gpu() {
  static const SharedGpuPreset preset = catalog().find_gpu(default_gpu_id);
  return preset;
}

/// Returns the preset for a GPU's remaining figures: its own, or the default GPU's if it is given only by
/// numbers.
const GpuPreset& preset_behind(const Gpu& gpu) { return gpu.preset ? *gpu.preset : *default_gpu(); }

/// Returns the slowest of the links that `link_of` returns for each kind of GPU.
template <class LinkOf>
Link slowest_link(const Cluster& cluster, const LinkOf& link_of) {
  Link slowest = link_of(cluster.gpu);
  for (const OtherGpus& other : cluster.other_gpus)
    if (const Link link = link_of(other.gpu); other.count > 0 && link.gb_per_s < slowest.gb_per_s)
      slowest = link;
  return slowest;
}

}  // namespace

Gpu gpu_from_preset(const SharedGpuPreset& preset) {
  return {preset, preset->memory_gib, preset->bf16_tflops, preset->memory_gb_per_s};
}

Link default_intra_node(const Gpu& gpu) {
  const GpuPreset& preset = preset_behind(gpu);
  return {preset.link_preset.empty() ? SharedLinkPreset() : catalog().find_link(preset.link_preset),
          preset.link_gb_per_s > 0 ? preset.link_gb_per_s : preset.pcie_gb_per_s};
}

Link default_host_link(const Gpu& gpu) { return {{}, preset_behind(gpu).host_gb_per_s}; }

Host host_of(const Cluster& cluster) {
  return {cluster.cpu_memory_gib, cluster.cpu_memory_gb_per_s, cluster.cpu_cores};
}

void set_host(Cluster& cluster, const Host& host) {
  cluster.cpu_memory_gib = host.memory_gib;
  cluster.cpu_memory_gb_per_s = host.memory_gb_per_s;
  cluster.cpu_cores = host.cores;
}

Host default_host(const Gpu& gpu, int gpus_per_node) {
  Host host = host_of(Cluster{});
  if (!gpu.preset) return host;
  const GpuPreset& preset = preset_behind(gpu);
  const int gpus = std::max(1, gpus_per_node);
  const int processors = preset.host_gpus > 0 ? (gpus + preset.host_gpus - 1) / preset.host_gpus : 1;
  if (preset.host_memory_gib > 0) host.memory_gib = processors * preset.host_memory_gib;
  if (preset.host_memory_gb_per_s > 0) host.memory_gb_per_s = processors * preset.host_memory_gb_per_s;
  if (preset.host_cores > 0) host.cores = processors * preset.host_cores;
  return host;
}

Link default_intra_node(const Cluster& cluster) {
  return slowest_link(cluster, [](const Gpu& gpu) { return default_intra_node(gpu); });
}

Link default_host_link(const Cluster& cluster) {
  return slowest_link(cluster, [](const Gpu& gpu) { return default_host_link(gpu); });
}

Link default_inter_node() { return {{}, default_inter_node_gb_per_s}; }

Link link_from_preset(const SharedLinkPreset& preset, int gpus_per_node) {
  return {preset, preset->shared_by_node ? preset->gb_per_s / std::max(1, gpus_per_node) : preset->gb_per_s};
}

Cluster default_cluster() {
  static const Cluster cluster = [] {
    Cluster made;
    made.gpu = gpu_from_preset(default_gpu());
    made.intra_node = default_intra_node(made.gpu);
    made.inter_node = default_inter_node();
    made.host_link = default_host_link(made.gpu);
    set_host(made, default_host(made));
    return made;
  }();
  return cluster;
}

}  // namespace zp
