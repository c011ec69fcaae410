// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

/// A constant with its range, published or measured; the more runs, the narrower the range. Context and NCCL
/// were measured outside the allocator (stas00/ml-engineering, training/performance: nvidia-smi views).
struct UncertainBytes {
  double low, middle, high;

  [[nodiscard]] UncertainBytes learned(double factor, const Spread& spread, int figures) const {
    const double left = figures > 0 ? spread.remaining(figures) : 1;
    return {factor * (middle - left * (middle - low)), factor * middle,
            factor * (middle + left * (high - middle))};
  }
};

constexpr double context_low_gib = 0.47;   // PyTorch 2.1, smallest seen
constexpr double context_gib = 0.55;       // before the first collective of the NCCL measurement
constexpr double context_high_gib = 0.92;  // PyTorch 2.1, largest seen
constexpr double nccl_low_gib = 0;         // communicators are created lazily
constexpr double nccl_gib = 0.73;          // nvidia-smi settled at 1.28 GiB
constexpr double nccl_high_gib = 1.45;     // nvidia-smi rose to 2.00 GiB after the first barrier

/// Bytes that the caching allocator reserves beyond its tensors at the peak, in thousandths of these: median
/// and range of twelve published runs that print max_memory_reserved and max_memory_allocated (SimuMax on
/// B200, BigScience's ZeRO-3 log, torchtitan pull request 165: tests/data/memory-measured.csv), without the
/// largest. Also excluded are the fourteen runs of the FSDP paper, whose reserve is 1.15 to 1.83 times the
/// allocation, because FSDP1 frees across streams. The choice of a share of all tensors instead of
/// activations alone was made after seeing the errors of the open rows.
constexpr UncertainBytes fragmentation{28, 53, 93};
/// The same share under DeepSpeed: median and high end of the runs in tests/data/allocator-reserve.csv,
/// without the largest; the low end is that of all runs. DeepSpeed gathers, reduces and copies on separate
/// streams, and PyTorch keeps freed memory for the stream that allocated it
/// (c10/cuda/CUDACachingAllocator.cpp, BlockPool). All of it but the low end is freed when the GPU runs short
/// (release_cached_blocks).
constexpr UncertainBytes fragmentation_on_streams{28, 94, 168};

/// Bytes reserved beyond tensors whose size varies with a batch's length, in tenths of these tensors: a freed
/// block serves only requests up to its size, so longer batches allocate new memory and shorter ones fragment
/// existing blocks. Median and range from a simulation of the allocator's rules on batches of different
/// lengths through 32 blocks, with and without checkpointing. Without checkpointing, many tensors of equal
/// size coexist and reuse each other's blocks (tests/core/memory/varying_lengths_test.cpp).
constexpr UncertainBytes of_varying_lengths{3, 16, 38}, of_varying_kept_blocks{2, 5, 13};

constexpr EntryText context{framework_context, "CUDA context",
                            "Kernels and driver state outside the allocator.",
                            "stas00/ml-engineering, training/performance (PyTorch 2.1, nvidia-smi)", ""};
constexpr EntryText nccl{
    framework_nccl, "NCCL buffers", "Channels of the collectives, outside the allocator.",
    "stas00/ml-engineering, training/performance (before and after the first barrier)", ""};
constexpr EntryText unused{
    fragmentation_allocator, "Fragmentation",
    "Memory that the caching allocator reserves and cannot use: 2.8 to 9.3 % of the tensors at the peak. If "
    "memory is short, it releases all but the smallest share that any run lost.",
    "Twelve published runs that print reserved and allocated memory (SimuMax, BigScience, torchtitan); not "
    "the FSDP paper's fourteen, which reserve 15 to 83 % more",
    "training.micro_batch_size"};
constexpr EntryText unused_on_streams{
    fragmentation_allocator, "Fragmentation",
    "Memory that the caching allocator reserves and cannot use, with the memory that it keeps for each of "
    "DeepSpeed's streams: 2.8 to 16.8 % of the tensors at the peak. If memory is short, it releases all but "
    "the part that every run loses.",
    "Runs under DeepSpeed that print reserved and allocated memory (DeepSpeed issue 3734, BigScience, "
    "Argonne's Megatron-DeepSpeed); release_cached_blocks in c10/cuda/CUDACachingAllocator.cpp",
    "training.micro_batch_size"};

constexpr EntryText other_lengths{
    fragmentation_lengths, "Cache for varying lengths",
    "Batches of different lengths need tensors of different sizes. Blocks freed by shorter ones are too "
    "small for longer ones, so the allocator reserves up to several times the largest batch's activations "
    "and logits. If memory is short, it releases these blocks.",
    "PyTorch c10/cuda/CUDACachingAllocator.cpp: get_free_block, should_split, release_cached_blocks",
    "training.batch_lengths"};

constexpr EntryText freed_logits{
    logits_cached, "Freed logits still cached",
    "The 16-bit logits are freed before the backward pass of the loss. The loss's gradients are twice as "
    "large and need new memory, so the allocator keeps both while there is space, and releases the freed "
    "block if memory is short. If the loss copied the logits without their last position, their gradient "
    "needs new memory too: it is one position longer than the freed copy.",
    "PyTorch c10/cuda/CUDACachingAllocator.cpp: a free block serves requests up to its size; "
    "release_cached_blocks before an allocation fails",
    "training.fused_loss"};

/// Bytes that the loss frees before its backward pass. PyTorch caches them as far as memory allows.
struct FreedByLoss {
  Bytes logits, fp32_logits, room;
  [[nodiscard]] Bytes kept() const { return std::min(logits + fp32_logits, room); }
  [[nodiscard]] bool are_any() const { return logits > Bytes(0); }
};

/// Returns the bytes that the loss freed, all 0 if none. `room` is the memory then left on the GPU, of which
/// the allocator cannot use `lost` bytes.
FreedByLoss freed_by_loss(const Plan& plan, const Ledger& ledger, Bytes room, Bytes lost) {
  const bool is_shifted = plan.training.fused_loss == FusedLoss::shifted;
  const bool are_still_there = plan.training.keeps_outputs && !is_shifted;
  if (!plan.training.has_whole_loss() || ledger.find(logits_fp32) == nullptr || are_still_there) return {};
  const bool is_copied = ledger.find(logits_shifted) != nullptr;
  return {ledger.bytes(logits_output), is_copied ? ledger.bytes(logits_fp32) : Bytes(0),
          std::max(Bytes(0), room - lost)};
}

/// Returns the largest sum of activations and logits over the moments of a pass.
Bytes moving_tensors(const Ledger& ledger) {
  Bytes most;
  for (const Moment moment :
       {Moment::forward, Moment::backward_head, Moment::backward_first, Moment::backward_last}) {
    Bytes sum;
    for (const Entry& entry : ledger.entries())
      if (entry.moments.has(moment) && entry.place == Place::gpu &&
          (entry.component == Component::activations || entry.component == Component::logits_and_loss))
        sum += entry.bytes;
    most = std::max(most, sum);
  }
  return most;
}

/// Returns true if DeepSpeed's partitioned optimizers or pipelines use streams other than the model's.
bool has_streams(const Plan& plan) {
  return plan.training.framework == Framework::deepspeed &&
         (plan.zero.stage > 0 || plan.training.pipeline_parallel > 1);
}

/// Upper limit of varying tensors, so that multiplying by a range's tenths does not overflow.
constexpr Bytes most_moving(std::numeric_limits<std::int64_t>::max() / 1000);

}  // namespace

template <class N>
void add_framework(Entries<N>& out, const Plan& plan, const Conditions& conditions) {
  const auto add = [&](const EntryText& text, const SymbolRow& row, const UncertainBytes& gib) {
    const auto bytes = [&](double amount) { return named<N>(row, from_gib(amount).value()); };
    out.add_range(text, bytes(gib.low), bytes(gib.middle), bytes(gib.high), Moments::always());
  };
  const Measured& here = plan.cluster.measured;
  add(context, sym::context,
      UncertainBytes{context_low_gib, context_gib, context_high_gib}.learned(here.context, context_spread,
                                                                             here.runs.driver));
  if (conditions.parallel.zero.ranks > 1 || !conditions.parallel.stage.is_whole())
    add(nccl, sym::nccl,
        UncertainBytes{nccl_low_gib, nccl_gib, nccl_high_gib}.learned(here.nccl, nccl_spread,
                                                                      here.runs.driver));
}

/// Reserved memory is freed only when memory runs short, so what the peak moment lost stays reserved for the
/// rest of the run.
template <class N>
ReleasedMemory add_fragmentation(Entries<N>& out, const Plan& plan, const GpuTensors& tensors) {
  const N peak = named<N>(sym::tensors_at_peak, tensors.at_peak.value());
  const auto share = [&](double thousandths) -> N {
    return std::lround(thousandths) * floor_div(peak, N(1000));
  };
  const Measured& here = plan.cluster.measured;
  const auto learned = [&](const UncertainBytes& published) {
    return published.learned(here.reserve, reserve_spread, here.runs.reserve);
  };
  const UncertainBytes of_any_run = learned(fragmentation);
  const UncertainBytes usual = has_streams(plan) ? learned(fragmentation_on_streams) : of_any_run;
  const auto bytes = [&](double thousandths) {
    return Bytes(std::lround(thousandths) * (tensors.at_peak.value() / 1000));
  };
  const Bytes lost = bytes(usual.low);
  const Bytes allocatable = from_gib(binding_gpu(plan.cluster).memory_gib) - tensors.others;
  const FreedByLoss freed = freed_by_loss(plan, out.ledger(), allocatable - tensors.at_head, lost);
  // Cached memory is freed if a moment needs it, both at the peak and together with the memory that the loss
  // freed.
  const Bytes room =
      std::max(Bytes(0), allocatable - std::max(tensors.at_peak, tensors.at_head + freed.kept()));
  out.add_range(has_streams(plan) ? unused_on_streams : unused, share(usual.low),
                min(share(usual.middle), max(share(usual.low), named<N>(sym::room, room.value()))),
                share(usual.high), Moments::training());
  const Bytes reserved = std::min(bytes(usual.middle), std::max(lost, room));
  ReleasedMemory given_back{reserved - lost, bytes(usual.high) - bytes(of_any_run.high), freed.kept()};
  if (batches_vary(plan.training)) {
    const Bytes at_most = std::min(moving_tensors(out.ledger()), most_moving);
    const Bytes left = std::max(Bytes(0), room - reserved);
    const bool keeps_blocks = plan.training.activation_checkpointing == Checkpointing::none;
    const UncertainBytes& of_lengths = keeps_blocks ? of_varying_kept_blocks : of_varying_lengths;
    const N moving = named<N>(sym::moving_tensors, at_most.value());
    const auto tenths = [&](double of_them) -> N { return floor_div(std::lround(of_them) * moving, N(10)); };
    const N at_hand = named<N>(sym::room, left.value());
    out.add_range(other_lengths, min(tenths(of_lengths.low), at_hand),
                  min(tenths(of_lengths.middle), at_hand), tenths(of_lengths.high), Moments::training());
    const auto bytes_of = [&](double of_them) { return Bytes(std::lround(of_them) * at_most.value() / 10); };
    given_back.of_reserve += std::min(bytes_of(of_lengths.middle), left);
    given_back.of_reserve_at_most += bytes_of(of_lengths.high);
  }
  if (!freed.are_any()) return given_back;
  N logits = named<N>(sym::logits, freed.logits.value());
  if (freed.fp32_logits > Bytes(0)) logits += named<N>(sym::fp32_logits, freed.fp32_logits.value());
  out.add(freed_logits, min(logits, named<N>(sym::room, freed.room.value())),
          Moments::of(Moment::backward_head));
  return given_back;
}

template void add_framework(Entries<std::int64_t>&, const Plan&, const Conditions&);
template void add_framework(Entries<Words>&, const Plan&, const Conditions&);
template ReleasedMemory add_fragmentation(Entries<std::int64_t>&, const Plan&, const GpuTensors&);
template ReleasedMemory add_fragmentation(Entries<Words>&, const Plan&, const GpuTensors&);

}  // namespace zp
