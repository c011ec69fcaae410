// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/sums.h"

#include "core/sharding/roles.h"

namespace zp {
namespace {

Moments extra_moments_of(const Plan& plan) {
  if (row_of(plan.training.method.method).generates) return Moments::of(Moment::generate, Moment::score);
  return evaluates(plan) ? Moments::of(Moment::evaluate) : Moments();
}

/// Combines the GPU's sums of tensors and of bytes outside the allocator into GpuTensors.
GpuTensors gpu_tensors(const MomentBytes& tensors, const MomentBytes& others) {
  return {*std::max_element(tensors.begin() + index_of(Moment::forward), tensors.end()),
          tensors[index_of(Moment::backward_head)], others[index_of(Moment::backward_head)]};
}

}  // namespace

Sums finish_and_sum(Ledger& ledger, const Plan& plan) {
  Sums sums(extra_moments_of(plan));
  for (const Entry& entry : ledger.entries())
    sums.add(entry);
  const std::size_t before = ledger.entries().size();
  Entries<std::int64_t> out(ledger);
  sums.given_back = add_fragmentation(
      out, plan, gpu_tensors(sums.tensors[index_of(Place::gpu)], sums.others[index_of(Place::gpu)]));
  for (const Entry& entry : ledger.entries().subspan(before))
    sums.add(entry);
  return sums;
}

GpuTensors gpu_tensors(const Plan& plan, const Ledger& ledger) {
  MomentBytes tensors{}, others{};
  const Moments extra = extra_moments_of(plan);
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::gpu || entry.component == Component::fragmentation) continue;
    MomentBytes& sums = is_tensor(entry) ? tensors : others;
    add_to(sums, entry);
    add_extra(sums, entry.moments & extra, entry.bytes);
  }
  return gpu_tensors(tensors, others);
}

}  // namespace zp
