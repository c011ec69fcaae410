// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include "core/catalog/catalog.h"
#include "core/plan/measured.h"

namespace zp {

/// One accelerator. The numbers are those in effect; numbers that are not overridden come from `preset`.
struct Gpu {
  SharedGpuPreset preset;      ///< empty if given only by numbers
  double memory_gib = 0;       ///< usable memory, GiB
  double bf16_tflops = 0;      ///< dense peak, 10^12 FLOP/s
  double memory_gb_per_s = 0;  ///< HBM bandwidth, GB/s

  bool operator==(const Gpu&) const = default;
};

/// A link; the speed is nominal, in GB/s, one direction, per GPU.
struct Link {
  SharedLinkPreset preset;  ///< empty if it is the GPU's default, or only a number
  double gb_per_s = 0;

  bool operator==(const Link&) const = default;
};

struct Nvme {
  double capacity_gib = 0;  ///< per node; 0 = not stated
  double read_gb_per_s = 0;
  double write_gb_per_s = 0;

  bool operator==(const Nvme&) const = default;
};

/// Storage for checkpoints: GB/s of one node, of all nodes together (0 = nodes times one node's), and of one
/// process that writes or reads a file.
struct Storage {
  double write_gb_per_s = 1;
  double read_gb_per_s = 1;
  double total_write_gb_per_s = 0;
  double total_read_gb_per_s = 0;
  double process_write_gb_per_s = 0.7;
  double process_read_gb_per_s = 1.5;

  bool operator==(const Storage&) const = default;
};

/// Defaults that the file states explicitly. This changes no figure but narrows ranges; ignored when plans
/// are compared.
struct StatedDefaults {
  bool network = false;      ///< inter_node
  bool host_memory = false;  ///< cpu_memory_gb_per_s

  bool operator==(const StatedDefaults&) const { return true; }
};

/// Failures that end a run, and the time from a failure until training continues.
struct Failures {
  /// Failures per million GPU hours. 34: 6.5 per 1,000 days of a node of 8 GPUs, the machines' failures among
  /// the large jobs of Meta's RSC-1 (arXiv 2410.21680).
  double per_million_gpu_hours = 34;
  /// Minutes until a failure is noticed and the job has restarted, without loading: 10 and 10, consistent
  /// with 5 to 20 minutes per restart in that source.
  double restart_minutes = 20;

  bool operator==(const Failures&) const = default;
};

/// Some of a cluster's GPUs that are of another kind.
struct OtherGpus {
  Gpu gpu;
  int count = 0;  ///< 0 = no entry

  bool operator==(const OtherGpus&) const = default;
};
inline constexpr std::size_t other_gpu_kinds = 3;  ///< in addition to `Cluster::gpu`

struct Cluster {
  int nodes = 1;
  int gpus_per_node = 8;
  Gpu gpu;
  std::array<OtherGpus, other_gpu_kinds> other_gpus;  ///< cluster.other_gpus; empty entries last
  Link intra_node;
  Link inter_node;
  Link host_link;
  double cpu_memory_gib = 1024;  ///< per node
  double cpu_memory_gb_per_s = 200;
  int cpu_cores = 64;
  double gpu_hour_price = 0;  ///< 0 = not stated
  double gpu_watts = 0;       ///< 0 = not stated
  /// Energy of the site relative to the GPUs': 1.2 for the nodes, times 1.2 for cooling and power supply
  /// (docs/speed.md#whole-run).
  double power_overhead = 1.44;
  Failures failures;
  Nvme nvme;
  Storage storage;
  Measured measured;  ///< factors on the nominal figures of links, GPU and host
  StatedDefaults stated_defaults;

  [[nodiscard]] int ranks() const { return nodes * gpus_per_node; }
  [[nodiscard]] bool is_mixed() const { return other_gpus.front().count > 0; }
  bool operator==(const Cluster&) const = default;
};

/// Returns a GPU with the numbers of a preset.
Gpu gpu_from_preset(const SharedGpuPreset& preset);
/// Return the default links: inside the node, the GPU preset's own link (PCIe if it has none); to the host,
/// its PCIe; between nodes, 25 GB/s.
Link default_intra_node(const Gpu& gpu);
Link default_host_link(const Gpu& gpu);
Link default_inter_node();
/// The host of a node.
struct Host {
  double memory_gib = 0;
  double memory_gb_per_s = 0;
  int cores = 0;

  bool operator==(const Host&) const = default;
};
/// Returns the default host of a node: the vendor's own node with these GPUs as far as the preset states it,
/// else 1,024 GiB, 200 GB/s and 64 cores. If a processor serves a fixed number of GPUs (Grace), the node has
/// as many processors as its GPUs need.
Host default_host(const Gpu& gpu, int gpus_per_node);
[[nodiscard]] inline Host default_host(const Cluster& cluster) {
  return default_host(cluster.gpu, cluster.gpus_per_node);
}
Host host_of(const Cluster& cluster);
void set_host(Cluster& cluster, const Host& host);
/// Return the default link of a cluster; with several kinds of GPU, the slowest of their links.
Link default_intra_node(const Cluster& cluster);
Link default_host_link(const Cluster& cluster);
/// Returns one GPU with the limiting figures of a cluster of several kinds, because ZeRO divides evenly and
/// every step waits for the slowest GPU: the smallest memory, the peak and preset of the GPU with the lowest
/// sustained rate, and the lowest memory bandwidth.
Gpu binding_gpu_of_kinds(const Cluster& cluster);
[[nodiscard]] inline Gpu binding_gpu(const Cluster& cluster) {
  return cluster.is_mixed() ? binding_gpu_of_kinds(cluster) : cluster.gpu;
}
/// Returns the preset of that GPU, valid as long as `cluster`; nullptr if it is given only by numbers.
[[nodiscard]] inline const GpuPreset* binding_preset(const Cluster& cluster) {
  return cluster.is_mixed() ? binding_gpu_of_kinds(cluster).preset.get() : cluster.gpu.preset.get();
}
/// Returns false if the limiting GPU is one of the catalog's without bf16.
[[nodiscard]] inline bool has_bf16(const Cluster& cluster) {
  const GpuPreset* preset = binding_preset(cluster);
  return preset == nullptr || preset->has_bf16;
}
/// Returns a preset's link in this cluster. A bandwidth published per node or per port group is divided by
/// the GPUs that share it.
Link link_from_preset(const SharedLinkPreset& preset, int gpus_per_node);
/// Returns the default cluster: one node of 8 A100 80 GB with 1 TiB of host memory.
Cluster default_cluster();

}  // namespace zp
