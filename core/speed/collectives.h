// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"
#include "core/sharding/parallelism.h"
#include "core/speed/time_symbols.h"

/// Time of NCCL's collectives, over the number type N of seconds.
namespace zp {

/// A group of communicating ranks and the links between them.
template <class N>
struct Ring {
  N ranks{1};
  N nodes{1};
  N bandwidth{0};  ///< bytes/s, bus bandwidth of a large message (nccl-tests' busbw)
  bool crosses_nodes = false;
  bool reduces_in_switch = false;  ///< NVLink switches perform all-reduces
};

/// Symbols for a group's figures in formulas.
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

/// Returns the seconds for `messages` collectives with `bytes` in total: the bytes that each rank has after
/// an all-gather, before a reduce-scatter, reduce or all-reduce, and sends plus keeps in an all-to-all. t =
/// messages · ring latency + bytes · (n−1)/n ÷ bandwidth. An all-reduce goes round the ring twice, or through
/// the switch if it can reduce and the message is large; a reduce to one rank carries all bytes.
template <class N>
N collective_seconds(Collective kind, const Ring<N>& ring, const N& bytes, const N& messages);

/// Returns the seconds for `messages` sequential point-to-point transfers between neighbouring ranks of a
/// group, with `bytes` in total.
template <class N>
N point_to_point_seconds(const Ring<N>& ring, const N& bytes, const N& messages);

/// Returns the part of `bytes` that each rank sends in an all-gather or reduce-scatter: all except its own.
template <class N>
double sent_bytes(const Ring<N>& ring, double bytes);

}  // namespace zp
