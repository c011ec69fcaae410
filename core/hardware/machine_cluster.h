// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/catalog/machines.h"
#include "core/plan/cluster.h"

namespace zp {

/// Returns the cluster of `nodes` nodes of a machine. Host figures that the vendor does not state are those
/// of the GPU preset's node, scaled by the number of GPUs; memory bandwidth is scaled by host memory. GPUs
/// without a stated link are connected by PCIe. Failures, storage and power overhead come from `own`, but not
/// its calibration, which is for another machine.
Cluster cluster_of(const Machine& machine, int nodes, const Cluster& own, const Catalog& presets);

/// Returns the plan's own cluster as a machine: provider "own", its price per node and hour.
Machine own_machine(const Cluster& cluster);

}  // namespace zp
