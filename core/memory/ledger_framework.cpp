// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

// Measured outside the allocator (stas00/ml-engineering, training/performance: nvidia-smi views).
constexpr double context_low_gib = 0.47;   // PyTorch 2.1, smallest seen
constexpr double context_gib = 0.55;       // before the first collective of the NCCL measurement
constexpr double context_high_gib = 0.92;  // PyTorch 2.1, largest seen
constexpr double nccl_low_gib = 0;         // communicators connect lazily
constexpr double nccl_gib = 0.73;          // the view settled at 1.28 GiB
constexpr double nccl_high_gib = 1.45;     // the view rose to 2.00 GiB after the first barrier

/// What the caching allocator reserves beyond its tensors at the peak, in thousandths of them: median and
/// range of twelve published runs that print max_memory_reserved beside max_memory_allocated (SimuMax on
/// B200, BigScience's ZeRO-3 log, torchtitan pull request 165: tests/data/memory-measured.csv), the largest
/// left out. Also left out: the fourteen of the FSDP paper, whose reserve is 1.15 to 1.83 times the
/// allocated, as FSDP1 frees across streams. That the share is of all tensors, and not of the activations
/// alone, was chosen with the errors of the open rows in view.
constexpr int fragmentation_low = 28, fragmentation = 53, fragmentation_high = 93;

constexpr EntryText context{framework_context, "CUDA context",
                            "Kernels and driver state outside the allocator.",
                            "stas00/ml-engineering, training/performance (PyTorch 2.1, nvidia-smi)", ""};
constexpr EntryText nccl{
    framework_nccl, "NCCL buffers", "Channels of the collectives, outside the allocator.",
    "stas00/ml-engineering, training/performance (before and after the first barrier)", ""};
constexpr EntryText unused{
    fragmentation_allocator, "Fragmentation",
    "What the caching allocator reserves and cannot use: 2.8 to 9.3 % of the tensors at the peak.",
    "Twelve published runs that print reserved beside allocated memory (SimuMax, BigScience, torchtitan); "
    "not the FSDP paper's fourteen, which reserve 15 to 83 % more",
    "training.micro_batch_size"};

constexpr EntryText freed_logits{
    logits_cached, "Logits freed, not given back",
    "The 16-bit logits are freed before the loss runs backward; its gradients are twice their size and need "
    "new memory, so the allocator holds both while there is room: short of it, it gives back what is free. "
    "Where the logits were shifted, so does their gradient: it is a position longer than what was freed.",
    "PyTorch c10/cuda/CUDACachingAllocator.cpp: a free block serves requests up to its size; "
    "release_cached_blocks before an allocation fails",
    "training.fused_loss"};

/// What the GPU has left while the loss runs backward.
Bytes room_at_head(const Ledger& ledger, Bytes capacity) {
  Bytes room = capacity;
  for (const Entry& entry : ledger.entries())
    if (entry.place == Place::gpu && entry.id != logits_cached && entry.moments.has(Moment::backward_head))
      room -= entry.bytes;
  return std::max(Bytes(0), room);
}

/// A constant with its range: published, or what runs showed of it, whose range is the narrower the more did.
struct Ranged {
  double low, middle, high;

  [[nodiscard]] Ranged learned(double factor, const Spread& spread, int figures) const {
    const double left = figures > 0 ? spread.remaining(figures) : 1;
    return {factor * (middle - left * (middle - low)), factor * middle,
            factor * (middle + left * (high - middle))};
  }
};

}  // namespace

template <class N>
void add_framework(Entries<N>& out, const Plan& plan, const Conditions& conditions) {
  const auto add = [&](const EntryText& text, const SymbolRow& row, const Ranged& gib) {
    const auto bytes = [&](double amount) { return named<N>(row, from_gib(amount).value()); };
    out.add_range(text, bytes(gib.low), bytes(gib.middle), bytes(gib.high), Moments::always());
  };
  const Measured& here = plan.cluster.measured;
  add(context, sym::context,
      Ranged{context_low_gib, context_gib, context_high_gib}.learned(here.context, context_spread,
                                                                     here.runs.driver));
  if (conditions.parallel.zero.ranks > 1 || !conditions.parallel.stage.is_whole())
    add(nccl, sym::nccl,
        Ranged{nccl_low_gib, nccl_gib, nccl_high_gib}.learned(here.nccl, nccl_spread, here.runs.driver));
}

/// Reserved memory is never given back, so the loss at the largest moment stays for the rest of the run.
template <class N>
void add_fragmentation(Entries<N>& out, const Plan& plan, Bytes tensors_at_peak) {
  const N peak = named<N>(sym::tensors_at_peak, tensors_at_peak.value());
  const auto share = [&](double thousandths) -> N {
    return std::lround(thousandths) * floor_div(peak, N(1000));
  };
  const Measured& here = plan.cluster.measured;
  const Ranged reserve = Ranged{fragmentation_low, fragmentation, fragmentation_high}.learned(
      here.reserve, reserve_spread, here.runs.reserve);
  out.add_range(unused, share(reserve.low), share(reserve.middle), share(reserve.high), Moments::training());
  const Ledger& ledger = out.ledger();
  if (!plan.training.has_whole_loss() || ledger.find(logits_fp32) == nullptr) return;
  const Bytes room = room_at_head(ledger, from_gib(binding_gpu(plan.cluster).memory_gib));
  const bool is_shifted = plan.training.fused_loss == FusedLoss::shifted;
  if (plan.training.keeps_outputs && !is_shifted) return;  // still there
  N freed = named<N>(sym::logits, ledger.bytes(logits_output).value());
  if (is_shifted) freed += named<N>(sym::fp32_logits, ledger.bytes(logits_fp32).value());
  out.add(freed_logits, min(freed, named<N>(sym::room, room.value())), Moments::of(Moment::backward_head));
}

template void add_framework(Entries<std::int64_t>&, const Plan&, const Conditions&);
template void add_framework(Entries<Words>&, const Plan&, const Conditions&);
template void add_fragmentation(Entries<std::int64_t>&, const Plan&, Bytes);
template void add_fragmentation(Entries<Words>&, const Plan&, Bytes);

}  // namespace zp
