// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/catalog/machines.h"
#include "core/plan/cluster.h"

namespace zp {

/// Returns the cluster of `nodes` nodes of a machine. A host figure that the vendor does not state is that of
/// the GPU preset's own node, by the share of its GPUs; memory bandwidth is the share of the node's host
/// memory. Without a link between the GPUs, they are joined by PCIe. Failures, storage and power overhead are
/// those of `own`; its calibration is not, as it is of another machine.
Cluster cluster_of(const Machine& machine, int nodes, const Cluster& own, const Catalog& presets);

/// Returns the plan's own cluster as a machine: provider "own", its price per node and hour.
Machine own_machine(const Cluster& cluster);

}  // namespace zp
