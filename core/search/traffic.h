// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/units/quantity.h"

namespace zp {

/// Bytes one rank moves for one optimizer step, by where they travel: what orders strategies by how much they
/// slow, before a clock turns them into time. Volumes: memory-truth §10 (ring factor (N−1)/N included).
struct Traffic {
  Bytes network;  ///< collectives between GPUs
  Bytes host;     ///< over the link between GPU and host, both directions added
  Bytes nvme;     ///< to and from the drive, both directions added
  bool operator==(const Traffic&) const = default;
};
Traffic traffic_per_step(const Plan& plan);

/// The lower bound of the time that traffic takes over the plan's nominal links, nothing overlapped: a rank
/// over its link inside the node (or between nodes, where there are several), its host link, and its share of
/// the drive. It orders strategies; it is not a step time.
Seconds transfer_time(const Plan& plan, const Traffic& traffic);

}  // namespace zp
