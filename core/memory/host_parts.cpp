// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/host_parts.h"

#include <algorithm>

#include "core/units/index_of.h"

namespace zp {

std::vector<HostPart> host_parts(const Plan& plan, const MemoryEstimate& estimate, HostPhase phase) {
  const Moment moment = estimate.cpu.worst[index_of(phase)];
  const std::int64_t ranks = std::max(1, plan.cluster.gpus_per_node);
  std::vector<HostPart> parts;
  for (const Entry& entry : estimate.ledger.entries())
    if (entry.place == Place::cpu && entry.moments.has(moment) && entry.bytes.value() > 0)
      parts.push_back(
          {entry.id, entry.on_first_rank ? entry.bytes : entry.bytes * ranks, entry.on_first_rank});
  std::ranges::stable_sort(parts, std::ranges::greater(), &HostPart::per_node);
  return parts;
}

}  // namespace zp
