// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/capacity.h"

#include <algorithm>

namespace zp {
namespace {

double odds_of(const ComparedFigures& figures, const Capacity& capacity) {
  return fit_odds(capacity.kind, {figures.gpu, capacity.gpu, figures.host, capacity.host}).both;
}

/// Returns the largest number of bytes, at most the capacity, for which `is_enough` returns true; 0 if there
/// is none. Precondition: if `is_enough` is true for some bytes, it is true for fewer bytes.
Bytes most_bytes(Bytes capacity, const auto& is_enough) {
  if (is_enough(capacity)) return capacity;
  std::int64_t low = 0, high = capacity.value();
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (is_enough(Bytes(middle)) ? low : high) = middle;
  }
  return Bytes(low);
}

}  // namespace

Bytes lack(Bytes used, Bytes capacity) { return std::max(Bytes(0), used - capacity); }

Capacity capacity_of(const Plan& plan, const FitDemand& demand, Bytes most_gpu) {
  Capacity all;
  all.gpu = from_gib(binding_gpu(plan.cluster).memory_gib);
  if (most_gpu > Bytes(0)) all.gpu = std::min(all.gpu, most_gpu);
  all.host = from_gib(plan.cluster.cpu_memory_gib);
  all.drive = from_gib(plan.cluster.nvme.capacity_gib);
  all.usable_gpu = all.gpu;
  all.usable_host = all.host;
  if (demand.margin) return all;
  all.kind = memory_kind_of(plan);
  all.confidence = demand.confidence;
  all.usable_gpu = most_bytes(all.gpu, [&](Bytes bytes) {
    return fit_odds(all.kind, {bytes, all.gpu, {}, all.host}).gpu >= demand.confidence;
  });
  all.usable_host = most_bytes(all.host, [&](Bytes bytes) {
    return fit_odds(all.kind, {{}, all.gpu, bytes, all.host}).host >= demand.confidence;
  });
  return all;
}

Shortage shortage_of(const ComparedFigures& figures, const Capacity& capacity) {
  Shortage most;
  const auto note = [&](Limit limit, Bytes used, Bytes usable) {
    if (const Bytes bytes = lack(used, usable); bytes > most.bytes) {
      most.limit = limit;
      most.bytes = bytes;
    }
  };
  note(Limit::gpu, figures.gpu, capacity.usable_gpu);
  note(Limit::host, figures.host, capacity.usable_host);
  if (capacity.drive.value() > 0) note(Limit::drive, figures.drive, capacity.drive);
  most.gpu = lack(figures.gpu, capacity.gpu);
  most.host = lack(figures.host, capacity.host);
  if (capacity.drive.value() > 0) most.drive = lack(figures.drive, capacity.drive);
  if (most.limit != Limit::none || odds_of(figures, capacity) >= capacity.confidence) return most;
  // Each place alone has the odds, and both together do not: less in either would do, so the smaller lack
  // counts.
  const auto to_shed = [&](Bytes ComparedFigures::*place) {
    const Bytes used = figures.*place;
    const Bytes enough = most_bytes(used, [&](Bytes bytes) {
      ComparedFigures smaller = figures;
      smaller.*place = bytes;
      return odds_of(smaller, capacity) >= capacity.confidence;
    });
    return std::max(Bytes(1), used - enough);
  };
  const Bytes of_gpu = to_shed(&ComparedFigures::gpu), of_host = to_shed(&ComparedFigures::host);
  most.limit = of_gpu <= of_host ? Limit::gpu : Limit::host;
  most.bytes = most.together = std::min(of_gpu, of_host);
  return most;
}

bool fits(const ComparedFigures& figures, const Capacity& capacity) {
  return figures.gpu <= capacity.usable_gpu && figures.host <= capacity.usable_host &&
         (capacity.drive.value() <= 0 || figures.drive <= capacity.drive) &&
         (capacity.confidence <= 0 || odds_of(figures, capacity) >= capacity.confidence);
}

}  // namespace zp
