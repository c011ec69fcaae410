// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formula/arithmetic.h"
#include "core/speed/clock.h"

namespace zp {
/// Copies on the GPU: a collective of many tensors works on one flat buffer. They are kernels like others,
/// and the GPU runs them one after another whatever stream they are on; where it waits for the host,
/// meanwhile.
template <class N>
void add_copies(Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const FrameworkTraits& traits = in.traits;
  if (in.parallel.zero.ranks <= 1) return;
  const N rate = streaming_rate(named<N>(sym::gpu_memory, in.rates.memory_gb_per_s), in.rates.measured);
  const N times = traits.reduces_every_micro_batch ? clock.micro_batches() : N(1);
  const N each = 2 * named<N>(sym::communication_bytes, in.symbols.communication_bytes);
  N bytes = clock.trainable() * each * traits.gradient_copies * times;
  // Weights gathered together with others are cut out of what every rank sent, and put together once more.
  if (const double together = traits.copies_gathered ? in.traffic.together_elements : 0; together > 0) {
    const N all = clock.gathered();
    const N visits = 1 + clock.gathered_backward(all) / max(1.0, all);
    bytes += named<N>(sym::gathered_together, together) * 2 * clock.weight_bytes() * visits *
             clock.micro_batches();
  }
  const N seconds = bytes / rate;
  Cover waiting(clock.ledger.busy(TimeId::launches));
  clock.add(TimeId::copies, seconds,
            {.hidden = waiting.hide(value_of(seconds)), .amount = value_of(bytes), .rate = value_of(rate)});
}
template void add_copies(Clock<double>&);
template void add_copies(Clock<Words>&);

}  // namespace zp
