// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formula/arithmetic.h"
#include "core/sharding/roles.h"
#include "core/speed/clock.h"

namespace zp {
namespace {

template <class N>
void add_work(Clock<N>& clock, TimeId id, const Work<N>& work) {
  const double seconds = value_of(work.seconds);
  clock.add(
      id, work.seconds * clock.micro_batches(),
      {.amount = work.amount * clock.in.micro_batches, .rate = seconds > 0 ? work.amount / seconds : 0});
}

}  // namespace

template <class N>
void add_compute(Clock<N>& clock) {
  const PassWork<N>&f = clock.work.forward, &b = clock.work.backward, &again = clock.work.recompute;
  add_work(clock, TimeId::forward_matmul, f.matmul);
  add_work(clock, TimeId::forward_attention, f.attention);
  add_work(clock, TimeId::forward_memory, f.memory);
  add_work(clock, TimeId::forward_head, f.head);
  add_work(clock, TimeId::recompute,
           {again.matmul.amount + again.attention.amount + again.vision.amount, again.busy()});
  add_work(clock, TimeId::backward_matmul, b.matmul);
  add_work(clock, TimeId::backward_attention, b.attention);
  add_work(clock, TimeId::backward_memory, b.memory);
  add_work(clock, TimeId::backward_head, b.head);
  if (f.vision.amount > 0) [[unlikely]] {
    add_work(clock, TimeId::vision_forward, f.vision);
    add_work(clock, TimeId::vision_backward, b.vision);
  }
  if (const int passes = scoring_passes(clock.in.plan); passes > 0) [[unlikely]]
    add_work(clock, TimeId::scoring,
             Work<N>{passes * (f.matmul.amount + f.attention.amount),
                     named<N>(sym::scoring_passes, passes) * f.busy()});
  const double kernels = (f.calls.kernels + again.calls.kernels + b.calls.kernels) * clock.in.micro_batches;
  const double host = value_of((f.host + again.host + b.host) * clock.micro_batches());
  clock.add(TimeId::launches, (f.waiting + again.waiting + b.waiting) * clock.micro_batches(),
            {.amount = kernels, .rate = host > 0 ? kernels / host : 0});
}

template void add_compute(Clock<double>&);
template void add_compute(Clock<Words>&);

}  // namespace zp
