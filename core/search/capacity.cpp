// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/capacity.h"

#include <algorithm>

namespace zp {

Bytes lack(Bytes used, Bytes capacity) { return std::max(Bytes(0), used - capacity); }

Capacity capacity_of(const Plan& plan) {
  return {from_gib(binding_gpu(plan.cluster).memory_gib), from_gib(plan.cluster.cpu_memory_gib),
          from_gib(plan.cluster.nvme.capacity_gib)};
}

Shortage shortage_of(const ComparedFigures& standing, const Capacity& capacity) {
  Shortage most;
  const auto note = [&](Limit limit, Bytes bytes) {
    if (bytes > most.bytes) most = {limit, bytes};
  };
  note(Limit::gpu, lack(standing.gpu, capacity.gpu));
  note(Limit::host, lack(standing.host, capacity.host));
  if (capacity.drive.value() > 0) note(Limit::drive, lack(standing.drive, capacity.drive));
  return most;
}

}  // namespace zp
