// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/machine_cluster.h"

#include <algorithm>
#include <string>

namespace zp {
namespace {

constexpr double bits_per_byte = 8, terabyte = 1e12, gibibyte = 1024.0 * 1024 * 1024;
/// Number of GPUs of a whole node; smaller instances are shares of one.
constexpr double whole_node = 8;
/// GB/s of a host with two memory channels, the least that is assumed.
constexpr double least_host_gb_per_s = 50;

Host host_of(const Machine& machine, const Gpu& gpu) {
  const Host vendor = default_host(gpu, machine.gpus);
  const bool is_per_gpu = gpu.preset && gpu.preset->host_gpus > 0;
  const double share = is_per_gpu ? 1 : std::min(1.0, machine.gpus / whole_node);
  Host host;
  host.memory_gib = machine.host_gib > 0 ? machine.host_gib : vendor.memory_gib * share;
  host.memory_gb_per_s = std::max(least_host_gb_per_s, vendor.memory_gb_per_s * share);
  host.cores = machine.vcpus > 0 ? std::max(1, machine.vcpus / 2)
                                 : std::max(1, static_cast<int>(vendor.cores * share));
  return host;
}

}  // namespace

Cluster cluster_of(const Machine& machine, int nodes, const Cluster& own, const Catalog& presets) {
  Cluster cluster;
  cluster.nodes = nodes;
  cluster.gpus_per_node = machine.gpus;
  cluster.gpu = gpu_from_preset(presets.find_gpu(machine.gpu));
  cluster.intra_node = default_intra_node(cluster.gpu);
  if (machine.intra_node.starts_with("PCIe") && cluster.gpu.preset)
    cluster.intra_node = {{}, cluster.gpu.preset->pcie_gb_per_s};
  cluster.host_link = default_host_link(cluster.gpu);
  cluster.inter_node = default_inter_node();
  if (machine.network_gbit_per_s > 0)
    cluster.inter_node = {{}, machine.network_gbit_per_s / bits_per_byte / machine.gpus};
  cluster.stated_defaults.network = machine.network_gbit_per_s > 0;
  set_host(cluster, host_of(machine, cluster.gpu));
  cluster.nvme.capacity_gib = machine.nvme_tb * terabyte / gibibyte;
  cluster.nvme.read_gb_per_s = cluster.nvme.write_gb_per_s = machine.nvme_gb_per_s;
  cluster.gpu_hour_price = machine.usd_per_hour / machine.gpus;
  if (cluster.gpu.preset) cluster.gpu_watts = cluster.gpu.preset->watts;
  cluster.power_overhead = own.power_overhead;
  cluster.failures = own.failures;
  cluster.storage = own.storage;
  return cluster;
}

Machine own_machine(const Cluster& cluster) {
  Machine machine;
  machine.provider = "own";
  machine.instance = "this plan's cluster";
  machine.gpu = cluster.gpu.preset ? cluster.gpu.preset->id : "";
  machine.gpus = cluster.gpus_per_node;
  machine.host_gib = cluster.cpu_memory_gib;
  machine.usd_per_hour = cluster.gpu_hour_price * cluster.gpus_per_node;
  return machine;
}

}  // namespace zp
