// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

/// Collectives as NCCL runs them.
namespace zp {

/// Ranks that talk to each other, and the links between them.
struct Group {
  double ranks = 1;
  double nodes = 1;
  double bandwidth = 0;  ///< bytes/s of bus bandwidth for a large message (nccl-tests' busbw)
  bool crosses_nodes = false;
  bool reduces_in_switch = false;  ///< NVLink switches add up all-reduces
};

/// All ranks of a ZeRO partition.
Group zero_group(const Plan& plan);
/// The ranks of one node that are in the same ZeRO partition.
Group node_group(const Plan& plan);
/// `ranks` neighbours: a tensor-parallel, sequence-parallel, MiCS or hpZ group.
Group group_of(const Plan& plan, int ranks);
/// One rank of each node, or of each MiCS shard: what is left to do across groups of `inside` ranks.
Group across_groups(const Plan& plan, int inside);

enum class Collective { all_gather, reduce_scatter, all_reduce, all_to_all };

/// Seconds for `messages` collectives that together carry `bytes`: of an all-gather what each rank ends up
/// with, of a reduce-scatter and an all-reduce what each starts with, of an all-to-all what each sends and
/// keeps. t = messages · latency of the ring + bytes · (n−1)/n ÷ bandwidth (all-reduce twice that).
double collective_seconds(Collective kind, const Group& group, double bytes, double messages);

/// Of a nominal link what large messages of a collective reach.
double bus_bandwidth_inside(const Cluster& cluster);       ///< bytes/s a GPU
double network_bandwidth_per_gpu(const Cluster& cluster);  ///< bytes/s a GPU

}  // namespace zp
