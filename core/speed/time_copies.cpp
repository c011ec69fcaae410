// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <bitset>

#include "core/catalog/programs.h"
#include "core/formula/arithmetic.h"
#include "core/speed/clock.h"

namespace zp {
namespace {

template <class N>
N copy_rate(const ClockInput& in) {
  return streaming_rate(named<N>(sym::gpu_memory, in.rates.memory_gb_per_s), in.rates.memory_share,
                        in.rates.measured);
}

/// Number of the values of Program.
constexpr std::size_t programs_at_most = 256;

/// Returns true if the program's products accumulate weight gradients directly into the buffer (Megatron-LM
/// core/tensor_parallel/layers.py, wgrad_gemm_accum_fp32), which takes no additional time.
bool adds_in_products(Program program) {
  static const std::bitset<programs_at_most> adds = [] {
    std::bitset<programs_at_most> all;
    for (std::size_t place = 1; place <= program_entries().size(); ++place) {
      const ProgramValue* fused = program_setting(static_cast<Program>(place), {}, "fused_accumulation");
      all[place] = fused != nullptr && *fused == ProgramValue(true);
    }
    return all;
  }();
  return adds[static_cast<std::size_t>(program)];
}

}  // namespace

/// Both gradients are read and their sum is written, for every micro batch but the first. If gradients are
/// accumulated in another type, this happens for every micro batch, and DeepSpeed casts them first. Gradients
/// in host memory are copied to the GPU to be added to (gradients_from_host). No time is added if the
/// products accumulate gradients themselves.
template <class N>
void add_accumulation(Clock<N>& clock) {
  const ClockInput& in = clock.in;
  if (in.micro_batches <= 1 || adds_in_products(in.plan.training.program)) return;
  const N elements = in.traits.reduces_every_micro_batch ? clock.partition() : clock.trainable();
  const N b = in.traits.autocasts ? clock.master_bytes() : clock.weight_bytes();
  const bool is_same_type = in.symbols.accumulation_bytes == in.symbols.weight_bytes;
  const N a = is_same_type ? b : named<N>(sym::accumulation_bytes, in.symbols.accumulation_bytes);
  const N each = is_same_type ? 3 * b : in.traits.is_tuned_by_zero ? b + 4 * a : b + 2 * a;
  const N bytes = elements * each * (is_same_type ? clock.micro_batches() - 1 : clock.micro_batches());
  const N rate = copy_rate<N>(in);
  clock.add(TimeId::accumulation, bytes / rate, {.amount = value_of(bytes), .rate = value_of(rate)});
}
template void add_accumulation(Clock<double>&);
template void add_accumulation(Clock<Words>&);

/// Copies on the GPU, because a collective over several tensors uses one flat buffer. They are kernels, which
/// the GPU runs in sequence regardless of streams; only time in which the GPU waits for the host hides them.
template <class N>
void add_copies(Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const FrameworkTraits& traits = in.traits;
  if (in.parallel.zero.ranks <= 1) return;
  const N rate = copy_rate<N>(in);
  const N times = traits.reduces_every_micro_batch ? clock.micro_batches() : N(1);
  const N each = 2 * named<N>(sym::communication_bytes, in.symbols.communication_bytes);
  N bytes = clock.trainable() * each * traits.gradient_copies * times;
  // Weights gathered together are sliced from each rank's message and concatenated.
  if (const double together = traits.copies_gathered ? in.traffic.together_elements : 0; together > 0) {
    const N all = clock.gathered();
    const N visits = 1 + clock.gathered_backward(all) / max(1.0, all);
    bytes += named<N>(sym::gathered_together, together) * 2 * clock.weight_bytes() * visits *
             clock.micro_batches();
  }
  const N seconds = bytes / rate;
  HidingTime waiting(clock.ledger.busy(TimeId::launches));
  clock.add(TimeId::copies, seconds,
            {.hidden = waiting.hide(value_of(seconds)), .amount = value_of(bytes), .rate = value_of(rate)});
}
template void add_copies(Clock<double>&);
template void add_copies(Clock<Words>&);

}  // namespace zp
