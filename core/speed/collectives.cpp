// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/collectives.h"

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/formula/named.h"

namespace zp {
namespace {

/// Share of the nominal link bandwidth that large messages reach. Inside the node: NVLink 3 all-reduce 235 of
/// 300, NVLink 4 gather and scatter 361 of 450, NVLink 5 682 of 900 GB/s (stas00/ml-engineering,
/// network/README.md); PCIe switches 0.42 with eight GPUs (SimuMax, a100_pcie.json). Between nodes:
/// InfiniBand 0.92 (aliyun/SimAI, nic_ratio.csv), EFA 0.73 (ml-engineering). A named preset uses its own
/// figure instead.
constexpr double nvlink_share = 0.78;
constexpr double pcie_share = 0.42;
constexpr double network_share = 0.85;
constexpr double slowest_nvlink_gb_per_s = 64;  ///< faster than any PCIe 5 x16 link: NVLink or similar

/// Start-up seconds of a collective, and additional seconds per ring step. Within a node: NCCL's own figures
/// for rings over NVLink with the protocol for messages up to about 10 MiB (LL128: src/graph/tuning.cc,
/// baseLat 14.0 and hwLat 1.9 µs); for 32 KiB to 512 KiB eight H200 take 38 to 40 µs (stas00/ml-engineering,
/// network/README.md). Between nodes: SimAI's table of bus bandwidth by message size (aliyun/SimAI,
/// nic_ratio.csv) follows S ÷ (S + 15 MiB + 12 MiB · nodes): 66 µs per node at its 190 GB/s, including seven
/// steps within the node.
constexpr double start_seconds = 14e-6, step_inside_seconds = 1.9e-6, step_between_seconds = 52e-6;

/// Seconds per hop of a reduction to one rank, which is a chain through all ranks: 1,024 such reductions on
/// 1,024 A100 take 1.2 s, with 14 MB each (DeepSpeed, blogs/comm-opt/README.md, Table 1).
constexpr double reduce_hop_seconds = 1.1e-6;

/// NVLink switches since Hopper perform all-reduces themselves (NVLS, NCCL 2.17): every GPU sends its whole
/// message once, independent of the number of GPUs. Six, seven and eight H200 reach 436, 460 and 473 GB/s of
/// bus bandwidth where a ring reaches 366, six to eight B200 778, 811 and 839 where it reaches 678: 1.4
/// to 1.5 times the ring's after dividing by (n−1)/n; five B200 still used the ring. Small messages do not
/// pay for the start-up: on eight B200 64 to 256 MiB take 0.11 to 0.17 ms more than at that rate
/// (stas00/ml-engineering, network/README.md).
constexpr double switch_gain = 1.45, switch_start_seconds = 140e-6;
constexpr int least_ranks_for_switch = 6;

bool has_reducing_switch(const Cluster& cluster) {
  const GpuPreset* gpu = binding_preset(cluster);
  return gpu != nullptr && gpu->gpu_class == "datacenter" && gpu->link_gb_per_s > 0 &&
         (gpu->generation == "Hopper" || gpu->generation.starts_with("Blackwell"));
}

double share_of(const Link& link, double otherwise) {
  if (!link.preset) return otherwise;
  const LinkPreset& preset = *link.preset;
  return preset.gb_per_s > 0 && preset.effective_gb_per_s > 0 ? preset.effective_gb_per_s / preset.gb_per_s
                                                              : otherwise;
}

/// Returns bytes/s per GPU inside a node. A link given only by a number is of the GPU's usual kind; if the
/// GPU is given only by numbers too, a link faster than any PCIe is assumed to be NVLink or similar. Without
/// switches, a GPU reaches each peer over a separate link, and a smaller group uses only some of them.
template <class N>
N bandwidth_inside(const Cluster& cluster, const RankGroup& group) {
  const Link& link = cluster.intra_node;
  const GpuPreset* gpu = binding_preset(cluster);
  const bool is_fabric = gpu != nullptr ? gpu->link_gb_per_s > 0 : link.gb_per_s >= slowest_nvlink_gb_per_s;
  N all = scaled(named<N>(sym::node_link, link.gb_per_s) * bytes_per_gb *
                     named<N>(sym::node_link_share, share_of(link, is_fabric ? nvlink_share : pcie_share)),
                 sym::measured_node_link, cluster.measured.node_link);
  const int peers = group.per_node() - 1;
  if (gpu == nullptr || peers < 1 || peers >= gpu->link_peers) return all;
  return all * named<N>(sym::group_peers, peers) / named<N>(sym::link_peers, gpu->link_peers);
}

/// Returns bytes/s of a ring across nodes. It leaves each node once per participating GPU of the node. Rings
/// of interleaved ranks share the network of all GPUs of the node.
template <class N>
N bandwidth_between(const Cluster& cluster, const RankGroup& group, const GroupSymbols& symbols) {
  const Link& link = cluster.inter_node;
  const N of_node = scaled(named<N>(sym::network, link.gb_per_s) * bytes_per_gb *
                               named<N>(sym::network_share, share_of(link, network_share)) *
                               named<N>(sym::gpus, cluster.gpus_per_node),
                           sym::measured_network, cluster.measured.network);
  const int rings = std::min(group.stride, cluster.gpus_per_node);
  return rings > 1 ? of_node / named<N>(symbols.rings, rings) : of_node;
}

/// Returns the latency in seconds of `passes` rounds of the ring.
template <class N>
N ring_latency(const Ring<N>& ring, int passes) {
  const N inside = (ring.ranks - ring.nodes) * step_inside_seconds;
  return start_seconds + (ring.crosses_nodes ? inside + ring.nodes * step_between_seconds : inside) * passes;
}

/// Returns the share of all bytes that a rank has to receive.
template <class N>
N others_share(const Ring<N>& ring) {
  return (ring.ranks - 1) / ring.ranks;
}

}  // namespace

template <class N>
Ring<N> ring_of(const Cluster& cluster, const RankGroup& group, const GroupSymbols& symbols) {
  Ring<N> ring;
  const int nodes = group.nodes();
  ring.ranks = named<N>(symbols.ranks, group.ranks);
  ring.crosses_nodes = nodes > 1;
  ring.reduces_in_switch =
      !ring.crosses_nodes && group.ranks >= least_ranks_for_switch && has_reducing_switch(cluster);
  ring.bandwidth = bandwidth_inside<N>(cluster, group);
  if (ring.crosses_nodes) {
    ring.nodes = named<N>(symbols.nodes, nodes);
    ring.bandwidth = min(ring.bandwidth, bandwidth_between<N>(cluster, group, symbols));
  }
  return ring;
}

template <class N>
N collective_seconds(Collective kind, const Ring<N>& ring, const N& bytes, const N& messages) {
  if (value_of(ring.ranks) <= 1 || value_of(bytes) <= 0 || value_of(ring.bandwidth) <= 0) return N(0);
  switch (kind) {
    case Collective::all_gather:
    case Collective::reduce_scatter:
      return messages * ring_latency(ring, 1) + bytes * others_share(ring) / ring.bandwidth;
    case Collective::all_reduce: {
      N round = messages * ring_latency(ring, 2) + 2 * bytes * others_share(ring) / ring.bandwidth;
      if (!ring.reduces_in_switch) return round;
      return min(round, messages * switch_start_seconds + 2 * bytes / (ring.bandwidth * switch_gain));
    }
    case Collective::reduce:
      return messages * ring.ranks * reduce_hop_seconds + bytes / ring.bandwidth;
    case Collective::all_to_all: {
      // All-to-all: every rank sends to every other at once, in one step.
      const N latency =
          messages * (start_seconds + (ring.crosses_nodes ? step_between_seconds : step_inside_seconds));
      if (!ring.crosses_nodes) return latency + bytes * others_share(ring) / ring.bandwidth;
      const N inside = ring.ranks / ring.nodes;
      return latency + bytes * ((ring.ranks - inside) / ring.ranks) / (ring.bandwidth / inside);
    }
  }
  return N(0);
}

template <class N>
N point_to_point_seconds(const Ring<N>& ring, const N& bytes, const N& messages) {
  if (value_of(bytes) <= 0 || value_of(ring.bandwidth) <= 0) return N(0);
  return messages * (start_seconds + (ring.crosses_nodes ? step_between_seconds : step_inside_seconds)) +
         bytes / ring.bandwidth;
}

template <class N>
double sent_bytes(const Ring<N>& ring, double bytes) {
  return bytes * value_of(others_share(ring));
}

template Ring<double> ring_of(const Cluster&, const RankGroup&, const GroupSymbols&);
template Ring<Words> ring_of(const Cluster&, const RankGroup&, const GroupSymbols&);
template double collective_seconds(Collective, const Ring<double>&, const double&, const double&);
template Words collective_seconds(Collective, const Ring<Words>&, const Words&, const Words&);
template double point_to_point_seconds(const Ring<double>&, const double&, const double&);
template Words point_to_point_seconds(const Ring<Words>&, const Words&, const Words&);
template double sent_bytes(const Ring<double>&, double);
template double sent_bytes(const Ring<Words>&, double);

}  // namespace zp
