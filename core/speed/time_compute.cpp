// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/speed/clock.h"

namespace zp {
namespace {

void add_work(TimeLedger& ledger, TimeId id, Stretch stretch, Resource resource, const Work& work,
              double times) {
  const double busy = work.seconds * times;
  ledger.add({id, TimePart::compute, stretch, resource, busy, 0, work.amount * times,
              work.seconds > 0 ? work.amount / work.seconds : 0, 0});
}

}  // namespace

void add_compute(TimeLedger& ledger, const ClockInput& in) {
  using enum Stretch;
  const double times = in.micro_batches;
  const PassWork &f = in.work.forward, &b = in.work.backward, &again = in.work.recompute;
  add_work(ledger, TimeId::forward_matmul, forward, Resource::matrix_units, f.matmul, times);
  add_work(ledger, TimeId::forward_attention, forward, Resource::matrix_units, f.attention, times);
  add_work(ledger, TimeId::forward_memory, forward, Resource::gpu_memory, f.memory, times);
  add_work(ledger, TimeId::forward_head, forward, Resource::matrix_units, f.head, times);
  Work recompute = again.matmul;
  recompute += again.attention;
  recompute.seconds += again.memory.seconds;
  add_work(ledger, TimeId::recompute, backward, Resource::matrix_units, recompute, times);
  add_work(ledger, TimeId::backward_matmul, backward, Resource::matrix_units, b.matmul, times);
  add_work(ledger, TimeId::backward_attention, backward, Resource::matrix_units, b.attention, times);
  add_work(ledger, TimeId::backward_memory, backward, Resource::gpu_memory, b.memory, times);
  add_work(ledger, TimeId::backward_head, backward, Resource::matrix_units, b.head, times);
  const double waiting = waiting_for_launches(f) + waiting_for_launches(again) + waiting_for_launches(b);
  const double kernels = (f.kernels + again.kernels + b.kernels) * times;
  ledger.add({TimeId::launches, TimePart::compute, forward, Resource::launches, waiting * times, 0, kernels,
              in.rates.launch > 0 ? 1 / in.rates.launch : 0, 0});
}

}  // namespace zp
