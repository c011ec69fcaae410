// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/collectives.h"

#include <algorithm>
#include <cmath>

#include "core/catalog/catalog.h"

namespace zp {
namespace {

/// What a large message reaches of the nominal link. Inside the node: NVLink 3 all-reduce 235 of 300, NVLink
/// 4 gather and scatter 361 of 450, NVLink 5 682 of 900 GB/s (stas00/ml-engineering, network/README.md); PCIe
/// switches 0.42 with eight GPUs (SimuMax, a100_pcie.json). Between nodes InfiniBand 0.92 (aliyun/SimAI,
/// nic_ratio.csv), EFA 0.73 (ml-engineering): where a preset is named its own figure counts.
constexpr double nvlink_share = 0.78;
constexpr double pcie_share = 0.42;
constexpr double network_share = 0.85;
constexpr double slowest_nvlink_gb_per_s = 64;  ///< faster than any PCIe 5 x16 link: NVLink or its like

/// What each step of a ring adds, within a node and from node to node. Eight H200 take 40 µs for 14 steps of
/// an all-reduce of 32 KiB (stas00/ml-engineering, network/README.md). Between nodes SimAI's table of bus
/// bandwidth by message size (aliyun/SimAI, nic_ratio.csv) falls as S ÷ (S + 15 MiB + 12 MiB · nodes), at its
/// 190 GB/s 66 µs a node, of which seven steps are within it.
constexpr double step_inside_seconds = 3e-6, step_between_seconds = 45e-6;

/// NVLink switches since Hopper add up all-reduces by themselves (NVLS, NCCL 2.17): 482 instead of 368 GB/s
/// on eight H200, 846 instead of 682 on eight B200 (stas00/ml-engineering), from five GPUs on.
constexpr double switch_gain = 1.27;
constexpr double least_ranks_for_switch = 5;

bool has_reducing_switch(const Cluster& cluster) {
  if (cluster.gpu.preset < 0) return false;
  const GpuPreset& gpu = catalog().gpus[static_cast<std::size_t>(cluster.gpu.preset)];
  return gpu.gpu_class == "datacenter" && gpu.link_gb_per_s > 0 &&
         (gpu.generation == "Hopper" || gpu.generation.starts_with("Blackwell"));
}

double ring_latency(const Group& group) {
  return (group.ranks - group.nodes) * step_inside_seconds +
         (group.crosses_nodes ? group.nodes * step_between_seconds : 0);
}

double share_of(const Link& link, double otherwise) {
  if (link.preset < 0) return otherwise;
  const LinkPreset& preset = catalog().links[static_cast<std::size_t>(link.preset)];
  return preset.gb_per_s > 0 && preset.effective_gb_per_s > 0 ? preset.effective_gb_per_s / preset.gb_per_s
                                                              : otherwise;
}

}  // namespace

/// A bare number is a link of the GPU's own kind; where the GPU is described by numbers too, one faster than
/// any PCIe is NVLink or its like.
double bus_bandwidth_inside(const Cluster& cluster) {
  const Link& link = cluster.intra_node;
  const bool is_fabric = cluster.gpu.preset >= 0
                             ? catalog().gpus[static_cast<std::size_t>(cluster.gpu.preset)].link_gb_per_s > 0
                             : link.gb_per_s >= slowest_nvlink_gb_per_s;
  return link.gb_per_s * bytes_per_gb * share_of(link, is_fabric ? nvlink_share : pcie_share);
}

double network_bandwidth_per_gpu(const Cluster& cluster) {
  return cluster.inter_node.gb_per_s * bytes_per_gb * share_of(cluster.inter_node, network_share);
}

/// Consecutive ranks fill a node before the next. A ring that crosses nodes leaves each node once for every
/// GPU of it that takes part, through that GPU's share of the network.
Group group_of(const Plan& plan, int ranks) {
  const double per_node = std::max(1, plan.cluster.gpus_per_node);
  Group group;
  group.ranks = std::max(1, ranks);
  group.nodes = std::ceil(group.ranks / per_node);
  group.crosses_nodes = group.nodes > 1;
  group.reduces_in_switch =
      !group.crosses_nodes && group.ranks >= least_ranks_for_switch && has_reducing_switch(plan.cluster);
  group.bandwidth = bus_bandwidth_inside(plan.cluster);
  if (group.crosses_nodes)
    group.bandwidth =
        std::min(group.bandwidth, network_bandwidth_per_gpu(plan.cluster) * std::min(per_node, group.ranks));
  return group;
}

/// With tensor parallelism a partition has one rank of each tensor-parallel group: those of a node share its
/// network among as many rings.
Group zero_group(const Plan& plan) {
  const double tensor_parallel = std::max(1, plan.training.tensor_parallel);
  const double per_node = std::max(1.0, std::floor(plan.cluster.gpus_per_node / tensor_parallel));
  Group group;
  group.ranks = std::max(1, zero_world(plan));
  group.nodes = std::ceil(group.ranks / per_node);
  group.crosses_nodes = group.nodes > 1;
  group.reduces_in_switch =
      !group.crosses_nodes && group.ranks >= least_ranks_for_switch && has_reducing_switch(plan.cluster);
  group.bandwidth = bus_bandwidth_inside(plan.cluster);
  if (group.crosses_nodes) {
    const double rings = std::min<double>(tensor_parallel, plan.cluster.gpus_per_node);
    const double of_node = network_bandwidth_per_gpu(plan.cluster) * plan.cluster.gpus_per_node;
    group.bandwidth = std::min(group.bandwidth, of_node / rings);
  }
  return group;
}

Group node_group(const Plan& plan) {
  const int tensor_parallel = std::max(1, plan.training.tensor_parallel);
  return group_of(plan,
                  std::max(1, std::min(zero_world(plan), plan.cluster.gpus_per_node / tensor_parallel)));
}

Group across_groups(const Plan& plan, int inside) {
  const double world = std::max(1, zero_world(plan));
  const double size = std::clamp<double>(inside, 1, world);
  Group group;
  group.ranks = std::max(1.0, world / size);
  group.crosses_nodes = world > plan.cluster.gpus_per_node;
  group.nodes = group.crosses_nodes ? group.ranks : 1;
  group.bandwidth =
      group.crosses_nodes ? network_bandwidth_per_gpu(plan.cluster) : bus_bandwidth_inside(plan.cluster);
  return group;
}

double collective_seconds(Collective kind, const Group& group, double bytes, double messages) {
  if (group.ranks <= 1 || bytes <= 0 || group.bandwidth <= 0) return 0;
  const double ring = (group.ranks - 1) / group.ranks;
  switch (kind) {
    case Collective::all_gather:
    case Collective::reduce_scatter:
      return messages * ring_latency(group) + bytes * ring / group.bandwidth;
    case Collective::all_reduce: {
      const double gain = group.reduces_in_switch ? switch_gain : 1;
      return 2 * (messages * ring_latency(group) + bytes * ring / (group.bandwidth * gain));
    }
    case Collective::all_to_all: {
      const double inside = group.ranks / group.nodes;
      const double leaves_node = (group.ranks - inside) / group.ranks;
      const double per_rank = group.crosses_nodes ? group.bandwidth / inside : group.bandwidth;
      return messages * ring_latency(group) / group.ranks +
             bytes * (group.crosses_nodes ? leaves_node : ring) / per_rank;
    }
  }
  return 0;
}

}  // namespace zp
