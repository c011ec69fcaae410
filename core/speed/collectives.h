// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"
#include "core/sharding/parallelism.h"
#include "core/speed/time_symbols.h"

/// Collectives as NCCL runs them, over the kind of number N that seconds are counted in.
namespace zp {

/// Ranks that talk to each other, and the links between them.
template <class N>
struct Ring {
  N ranks{1};
  N nodes{1};
  N bandwidth{0};  ///< bytes/s of bus bandwidth for a large message (nccl-tests' busbw)
  bool crosses_nodes = false;
  bool reduces_in_switch = false;  ///< NVLink switches add up all-reduces
};

/// The symbols that stand for a group's figures in formulas.
struct GroupSymbols {
  const SymbolRow &ranks, &nodes, &rings;
};
namespace sym {
inline constexpr GroupSymbols tensor_group{tensor_parallel, nodes, rings};
inline constexpr GroupSymbols sequence_group{sequence_parallel, nodes, rings};
inline constexpr GroupSymbols context_group{context_parallel, nodes, rings};
inline constexpr GroupSymbols pipeline_group{pipeline_parallel, nodes, rings};
inline constexpr GroupSymbols ends_group{tied_stages, ends_nodes, ends_rings};
inline constexpr GroupSymbols expert_group{expert_parallel, nodes, rings};
inline constexpr GroupSymbols expert_shard_group{expert_ranks, expert_nodes, expert_rings};
inline constexpr GroupSymbols zero_group{zero_ranks, nodes, rings};
inline constexpr GroupSymbols secondary_group{secondary_ranks, nodes, rings};
inline constexpr GroupSymbols replica_group{replicas, replica_nodes, replica_rings};
}  // namespace sym

template <class N>
Ring<N> ring_of(const Cluster& cluster, const RankGroup& group, const GroupSymbols& symbols);

enum class Collective : std::uint8_t { all_gather, reduce_scatter, all_reduce, reduce, all_to_all };

/// Seconds for `messages` collectives that together carry `bytes`: the bytes that each rank ends up with in
/// an all-gather, starts with in a reduce-scatter, a reduce or an all-reduce, and sends and keeps in an
/// all-to-all. t = messages · latency of the ring + bytes · (n−1)/n ÷ bandwidth. An all-reduce goes twice
/// round the ring, or through the switch if that can reduce and the message is large; a reduce, to one rank,
/// carries all bytes.
template <class N>
N collective_seconds(Collective kind, const Ring<N>& ring, const N& bytes, const N& messages);

/// Seconds for `messages` transfers from one rank of a group to the next, one after another, that together
/// carry `bytes`.
template <class N>
N point_to_point_seconds(const Ring<N>& ring, const N& bytes, const N& messages);

/// The part of `bytes` that each rank sends in a gather or a scattering reduction: all but its own part.
template <class N>
double sent_of(const Ring<N>& ring, double bytes);

}  // namespace zp
