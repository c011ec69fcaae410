// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/cluster.h"

namespace zp {

/// Remembers which links and host figures are defaults of the cluster's GPUs. Construct it before the GPUs or
/// their number per node change; `follow` then sets those values to the new GPUs' defaults. The link between
/// nodes does not depend on the GPUs.
class ImpliedHardware {
 public:
  explicit ImpliedHardware(const Cluster& cluster)
      : intra_node_(cluster.intra_node == default_intra_node(cluster)),
        host_link_(cluster.host_link == default_host_link(cluster)) {
    const Host host = host_of(cluster), implied = default_host(cluster);
    memory_ = host.memory_gib == implied.memory_gib;
    memory_rate_ = host.memory_gb_per_s == implied.memory_gb_per_s;
    cores_ = host.cores == implied.cores;
  }
  void follow(Cluster& cluster) const {
    if (intra_node_) cluster.intra_node = default_intra_node(cluster);
    if (host_link_) cluster.host_link = default_host_link(cluster);
    const Host implied = default_host(cluster);
    if (memory_) cluster.cpu_memory_gib = implied.memory_gib;
    if (memory_rate_) cluster.cpu_memory_gb_per_s = implied.memory_gb_per_s;
    if (cores_) cluster.cpu_cores = implied.cores;
  }

 private:
  bool intra_node_, host_link_;
  bool memory_ = false, memory_rate_ = false, cores_ = false;
};

}  // namespace zp
