// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include "core/plan/measured.h"

namespace zp {

/// One accelerator. The numbers are those in effect; `preset` says where those not overridden come from.
struct Gpu {
  int preset = -1;             ///< index into catalog().gpus, -1 = described by numbers alone
  double memory_gib = 0;       ///< usable memory, GiB
  double bf16_tflops = 0;      ///< dense peak, 10^12 FLOP/s
  double memory_gb_per_s = 0;  ///< HBM bandwidth, GB/s

  bool operator==(const Gpu&) const = default;
};

/// A link: nominal GB/s, one direction, per GPU.
struct Link {
  int preset = -1;  ///< index into catalog().links, -1 = follows from the GPU, or a bare number
  double gb_per_s = 0;

  bool operator==(const Link&) const = default;
};

struct Nvme {
  double capacity_gib = 0;  ///< per node; 0 = not stated
  double read_gb_per_s = 0;
  double write_gb_per_s = 0;

  bool operator==(const Nvme&) const = default;
};

/// Where checkpoints are written: GB/s of a node, of all nodes together (0 = as many times as nodes), and of
/// one process that writes or reads a file.
struct Storage {
  double write_gb_per_s = 1;
  double read_gb_per_s = 1;
  double total_write_gb_per_s = 0;
  double total_read_gb_per_s = 0;
  double process_write_gb_per_s = 0.7;
  double process_read_gb_per_s = 1.5;

  bool operator==(const Storage&) const = default;
};

/// Of a cluster's GPUs, so many are of another kind.
struct OtherGpus {
  Gpu gpu;
  int count = 0;  ///< 0 = no entry

  bool operator==(const OtherGpus&) const = default;
};
inline constexpr std::size_t other_gpu_kinds = 3;  ///< beside `Cluster::gpu`

struct Cluster {
  int nodes = 1;
  int gpus_per_node = 8;
  Gpu gpu;
  std::array<OtherGpus, other_gpu_kinds> other_gpus;  ///< cluster.other_gpus, those without an entry behind
  Link intra_node;
  Link inter_node;
  Link host_link;
  double cpu_memory_gib = 1024;  ///< per node
  double cpu_memory_gb_per_s = 200;
  int cpu_cores = 64;
  double gpu_hour_price = 0;  ///< 0 = not stated
  double gpu_watts = 0;       ///< 0 = not stated
  Nvme nvme;
  Storage storage;
  Measured measured;  ///< beside what links, GPU and host are said to do

  [[nodiscard]] constexpr int ranks() const { return nodes * gpus_per_node; }
  [[nodiscard]] constexpr bool is_mixed() const { return other_gpus.front().count > 0; }
  bool operator==(const Cluster&) const = default;
};

/// The numbers of a GPU preset.
Gpu gpu_from_preset(int preset);
/// What a plan assumes where it names no link: the GPU preset's own link inside the node (its PCIe where it
/// has none), its PCIe to the host, 25 GB/s between nodes.
Link default_intra_node(const Gpu& gpu);
Link default_host_link(const Gpu& gpu);
Link default_inter_node();
/// The host of one node.
struct Host {
  double memory_gib = 0;
  double memory_gb_per_s = 0;
  int cores = 0;

  bool operator==(const Host&) const = default;
};
/// The host of a node where a plan states none: each figure is that of the vendor's own node of these GPUs
/// where the preset states it, else 1,024 GiB, 200 GB/s and 64 cores. Where a processor
/// serves a fixed number of GPUs (Grace), the node has as many of them as its GPUs need.
Host default_host(const Gpu& gpu, int gpus_per_node);
[[nodiscard]] inline Host default_host(const Cluster& cluster) {
  return default_host(cluster.gpu, cluster.gpus_per_node);
}
Host host_of(const Cluster& cluster);
void set_host(Cluster& cluster, const Host& host);
/// The same of a cluster: the slowest of its GPUs' where there are several kinds.
Link default_intra_node(const Cluster& cluster);
Link default_host_link(const Cluster& cluster);
/// What all GPUs of a cluster do alike, as ZeRO divides evenly and every step waits for the last: the memory
/// of the smallest, the peak and preset of the one that sustains least, the slowest memory.
Gpu binding_gpu_of_kinds(const Cluster& cluster);
[[nodiscard]] inline Gpu binding_gpu(const Cluster& cluster) {
  return cluster.is_mixed() ? binding_gpu_of_kinds(cluster) : cluster.gpu;
}
/// A link preset in this cluster: a figure published per node or per port group is divided by the GPUs
/// sharing it.
Link link_from_preset(int preset, int gpus_per_node);
/// One node of 8 A100 80 GB, 1 TiB of host memory: what a plan without a cluster means.
Cluster default_cluster();

}  // namespace zp
