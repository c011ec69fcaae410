// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/sums.h"

#include "core/sharding/roles.h"

namespace zp {
namespace {

Moments apart_of(const Plan& plan) {
  if (row_of(plan.training.method.method).generates) return Moments::of(Moment::generate, Moment::score);
  return evaluates(plan) ? Moments::of(Moment::evaluate) : Moments();
}

/// Combines the GPU's sums of tensors and of bytes outside the allocator into GpuTensors.
GpuTensors gpu_tensors(const MomentBytes& tensors, const MomentBytes& beside) {
  return {*std::max_element(tensors.begin() + index_of(Moment::forward), tensors.end()),
          tensors[index_of(Moment::backward_head)], beside[index_of(Moment::backward_head)]};
}

}  // namespace

Sums finish_and_sum(Ledger& ledger, const Plan& plan) {
  Sums sums(apart_of(plan));
  for (const Entry& entry : ledger.entries())
    sums.add(entry);
  const std::size_t before = ledger.entries().size();
  Entries<std::int64_t> out(ledger);
  sums.given_back = add_fragmentation(
      out, plan, gpu_tensors(sums.tensors[index_of(Place::gpu)], sums.beside[index_of(Place::gpu)]));
  for (const Entry& entry : ledger.entries().subspan(before))
    sums.add(entry);
  return sums;
}

GpuTensors gpu_tensors(const Plan& plan, const Ledger& ledger) {
  MomentBytes tensors{}, beside{};
  const Moments apart = apart_of(plan);
  for (const Entry& entry : ledger.entries()) {
    if (entry.place != Place::gpu || entry.component == Component::fragmentation) continue;
    MomentBytes& sums = is_tensor(entry) ? tensors : beside;
    add_to(sums, entry);
    add_apart(sums, entry.moments & apart, entry.bytes);
  }
  return gpu_tensors(tensors, beside);
}

}  // namespace zp
