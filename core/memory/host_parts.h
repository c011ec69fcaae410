// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"

/// The entries that make up a node's host memory in each phase of a run.
namespace zp {

struct HostPart {
  EntryId id{};
  Bytes per_node;
  bool on_first_rank = false;  ///< exists on only one rank of the node
};

/// Returns the entries at the phase's worst moment, largest first; they add up to the phase's bytes.
std::vector<HostPart> host_parts(const Plan& plan, const MemoryEstimate& estimate, HostPhase phase);

}  // namespace zp
