// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/speed/clock.h"

namespace zp {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

/// PyTorch's DistributedDataParallel reduces buckets of 25 MiB (bucket_cap_mb).
constexpr double ddp_bucket_bytes = 25.0 * bytes_per_mib;

/// What quantised traffic weighs per element: int8 weights, int4 gradients, with a scale for each group
/// (ZeRO++, arXiv 2306.10209, sections 3.1 and 3.3).
constexpr double quantized_weight_bytes = 1;
constexpr double quantized_gradient_bytes = 0.5;

/// Collectives that run beside compute take multiprocessors and memory bandwidth from it: what of their time
/// the step feels all the same (Galvatron, arXiv 2211.13878, profiles 1.1 to 1.3).
constexpr double overlap_cost = 0.2;

Resource resource_of(const Group& group) {
  return group.crosses_nodes ? Resource::network : Resource::node_link;
}

/// One kind of transfer in one stretch, of one micro batch or of the step.
struct Transfer {
  TimeId id{};
  Stretch stretch{};
  Group group;
  double seconds = 0;  ///< of one occurrence
  double bytes = 0;
  double times = 1;
};

/// `can_hide`: of each occurrence what has compute to hide behind; `cover` is of one occurrence.
void add_transfer(TimeLedger& ledger, const Transfer& transfer, double can_hide, Cover& cover) {
  const double available = cover.left();
  const double hidden = cover.hide(can_hide, overlap_cost);
  const double bytes = transfer.bytes * transfer.times;
  const double busy = transfer.seconds * transfer.times;
  ledger.add({transfer.id, TimePart::communication, transfer.stretch, resource_of(transfer.group), busy,
              hidden * transfer.times, bytes, busy > 0 ? bytes / busy : 0,
              hidden < can_hide * (1 - overlap_cost) && available > 0
                  ? transfer.bytes * (can_hide / transfer.seconds) / available
                  : 0});
}

void add_exposed(TimeLedger& ledger, const Transfer& transfer) {
  Cover none(0);
  add_transfer(ledger, transfer, 0, none);
}

/// How many collectives stage 3 needs to gather every weight once: DeepSpeed one for each tensor, small ones
/// fetched ahead together up to the prefetch bucket (partitioned_param_coordinator.py, __prefetch_nvme and
/// fetch_sub_module); FSDP one for each block and the root.
double gather_messages(const ClockInput& in, double elements) {
  if (in.plan.training.framework == Framework::fsdp) return in.layers + 1;
  double tensors = 0;
  const std::int64_t threshold = in.plan.zero.stage3_param_persistence_threshold;
  for (const TensorKind& kind : in.kinds)
    if (kind.numel() > threshold) tensors += as_double(kind.count);
  const double buckets =
      std::ceil(elements / as_double(std::max<std::int64_t>(1, in.plan.zero.stage3_prefetch_bucket_size)));
  return std::max(1.0, std::min(tensors, buckets));
}

double reduce_messages(const ClockInput& in, double elements) {
  if (in.plan.training.framework == Framework::fsdp) {
    if (in.plan.zero.stage > 0) return in.layers + 1;
    return std::max(1.0, std::ceil(elements * in.symbols.weight_bytes / ddp_bucket_bytes));
  }
  return std::max(
      1.0, std::ceil(elements / as_double(std::max<std::int64_t>(1, in.plan.zero.reduce_bucket_size))));
}

struct Stage3Groups {
  Group gather_forward, gather_backward, reduce;
};

Stage3Groups groups_of(const ClockInput& in) {
  const Zero& zero = in.plan.zero;
  Stage3Groups groups{zero_group(in.plan), zero_group(in.plan), zero_group(in.plan)};
  if (zero.mics_shard_size > 0) {
    const Group shard = group_of(in.plan, static_cast<int>(zero.mics_shard_size));
    return {shard, shard, shard};
  }
  if (zero.zero_hpz_partition_size > 1)
    groups.gather_backward = group_of(in.plan, static_cast<int>(zero.zero_hpz_partition_size));
  return groups;
}

/// Stage 3: weights gathered in both passes of every micro batch, gradients scattered after each.
void add_stage3_traffic(TimeLedger& ledger, const ClockInput& in) {
  const Zero& zero = in.plan.zero;
  const Symbols& s = in.symbols;
  const Stage3Groups groups = groups_of(in);
  const double all = as_double(s.sums.trainable + s.sums.frozen - s.sums.persistent);
  const double weight_bytes = zero.zero_quantized_weights ? quantized_weight_bytes : s.weight_bytes;
  const double times = in.micro_batches;
  // The first block of a pass has nothing to hide behind.
  const double interleaved = (in.layers - 1) / in.layers;
  const bool overlaps = in.plan.training.framework == Framework::fsdp || zero.overlaps();

  const auto gather = [&](TimeId id, Stretch stretch, const Group& group, double elements, Cover& cover) {
    const double bytes = elements * weight_bytes;
    const double seconds = collective_seconds(Collective::all_gather, group, bytes,
                                              gather_messages(in, all) * elements / std::max(1.0, all));
    const double ring = (group.ranks - 1) / group.ranks;
    add_transfer(ledger, {id, stretch, group, seconds, bytes * ring, times},
                 overlaps ? seconds * interleaved : 0, cover);
  };
  Cover forward(in.compute_forward), backward(in.compute_backward);
  gather(TimeId::gather_forward, Stretch::forward, groups.gather_forward, all, forward);
  if (in.plan.training.framework == Framework::deepspeed || zero.stage == 3)
    gather(TimeId::gather_backward, Stretch::backward, groups.gather_backward, backward_elements(in, all),
           backward);

  const double trained = as_double(s.sums.trainable);
  const double bytes =
      trained * (zero.zero_quantized_gradients ? quantized_gradient_bytes : s.communication_bytes);
  const Collective kind = zero.reduce_scatter ? Collective::reduce_scatter : Collective::all_reduce;
  double seconds = collective_seconds(kind, groups.reduce, bytes, reduce_messages(in, trained));
  if (zero.mics_shard_size > 0) {  // and among the shards, once a step
    const Group across = across_groups(in.plan, static_cast<int>(zero.mics_shard_size));
    seconds +=
        collective_seconds(Collective::all_reduce, across, bytes / static_cast<double>(zero.mics_shard_size),
                           reduce_messages(in, trained)) /
        times;
  }
  const double volume =
      bytes * (groups.reduce.ranks - 1) / groups.reduce.ranks * (zero.reduce_scatter ? 1 : 2);
  add_transfer(ledger, {TimeId::reduce_gradients, Stretch::backward, groups.reduce, seconds, volume, times},
               overlaps ? seconds * interleaved : 0, backward);
  if (in.plan.training.framework == Framework::fsdp || s.sums.persistent <= 0) return;
  // Tensors that stay whole get their new values at once (stage3.py, _post_step).
  const Group& kept_by = groups.gather_forward;
  const double kept = as_double(s.sums.persistent) * s.weight_bytes;
  add_exposed(ledger, {TimeId::gather_after_step, Stretch::step, kept_by,
                       collective_seconds(Collective::all_gather, kept_by, kept, 1),
                       kept * (kept_by.ranks - 1) / kept_by.ranks, 1});
}

/// Stages 0 to 2: gradients reduced at the boundary (stage 2: after every micro batch), weights gathered
/// after the step (memory-truth §10).
void add_reduction(TimeLedger& ledger, const ClockInput& in) {
  const Zero& zero = in.plan.zero;
  const Symbols& s = in.symbols;
  const bool is_pytorch = in.plan.training.framework == Framework::fsdp;
  const Group group = zero_group(in.plan);
  const double trained = as_double(s.sums.trainable);
  const double ring = (group.ranks - 1) / group.ranks;
  // The bucket is all-reduced and each rank keeps its slice; otherwise each slice is reduced to its owner.
  const bool all_reduces =
      zero.stage == 0 || (!is_pytorch && (zero.use_multi_rank_bucket_allreduce || !zero.reduce_scatter));
  const double bytes = trained * s.communication_bytes;
  const double seconds = collective_seconds(all_reduces ? Collective::all_reduce : Collective::reduce_scatter,
                                            group, bytes, reduce_messages(in, trained));
  // DeepSpeed's stage 0 reduces after the backward pass (engine.py, buffered_allreduce_fallback).
  const bool overlaps = is_pytorch ? zero.stage != 1 : zero.stage > 0 && zero.overlaps();
  Cover backward(in.compute_backward);
  const double last_bucket = 1 / std::max(2.0, reduce_messages(in, trained));
  add_transfer(ledger,
               {TimeId::reduce_gradients, Stretch::backward, group, seconds,
                bytes * ring * (all_reduces ? 2 : 1), zero.stage == 2 ? in.micro_batches : 1},
               overlaps ? seconds * (1 - last_bucket) : 0, backward);
  if (zero.stage == 0) return;
  const double weights = trained * s.weight_bytes;
  const double messages =
      std::ceil(trained / as_double(std::max<std::int64_t>(1, zero.allgather_bucket_size)));
  add_exposed(ledger, {TimeId::gather_after_step, Stretch::step, group,
                       collective_seconds(Collective::all_gather, group, weights, std::max(1.0, messages)),
                       weights * ring, 1});
}

}  // namespace

/// Elements gathered for one backward pass. What was last used going forward is still there: half the reuse
/// distance, a third when recomputing (memory-truth §6.2; partitioned_param_coordinator.py:632-664). While a
/// block recomputes and runs backward its weights stay, unless the block itself is longer than that distance.
double backward_elements(const ClockInput& in, double all) {
  const bool recomputes = in.plan.training.activation_checkpointing == Checkpointing::full;
  if (in.plan.training.framework == Framework::fsdp) return in.plan.zero.stage == 3 ? all : 0;
  const double reuse = as_double(in.plan.zero.stage3_max_reuse_distance);
  const double kept = std::min(all, reuse / (recomputes ? 3 : 2));
  const bool regathers = recomputes && 2 * all / in.layers > reuse;
  return (all - kept) * (regathers ? 2 : 1);
}

double exposed_communication(const TimeLedger& ledger, Stretch stretch, double micro_batches) {
  double seconds = 0;
  for (const TimeEntry& entry : ledger.entries())
    if (entry.part == TimePart::communication && entry.stretch == stretch) seconds += entry.exposed();
  return seconds / std::max(1.0, micro_batches);
}

void add_data_parallel(TimeLedger& ledger, const ClockInput& in) {
  if (zero_world(in.plan) <= 1) return;
  const bool is_pytorch = in.plan.training.framework == Framework::fsdp;
  if (in.plan.zero.stage == 3 || (is_pytorch && in.plan.zero.stage == 2))
    add_stage3_traffic(ledger, in);
  else
    add_reduction(ledger, in);
}

void add_model_parallel(TimeLedger& ledger, const ClockInput& in) {
  const Training& training = in.plan.training;
  const Architecture& shape = in.plan.model.architecture;
  const double layers = as_double(shape.layers);
  const double recomputes = training.activation_checkpointing == Checkpointing::full ? 1 : 0;
  const double element = in.symbols.weight_bytes;
  if (training.tensor_parallel > 1) {
    // Two all-reduces a block in each pass (Megatron-LM, arXiv 1909.08053, section 3).
    const Group group = group_of(in.plan, training.tensor_parallel);
    const double bytes = in.work.tokens * as_double(shape.hidden_size) * element;
    const double calls = 2 * layers * (2 + recomputes);
    const double seconds = collective_seconds(Collective::all_reduce, group, bytes * calls, calls);
    add_exposed(ledger, {TimeId::tensor_parallel, Stretch::forward, group, seconds,
                         2 * bytes * calls * (group.ranks - 1) / group.ranks, in.micro_batches});
  }
  if (training.sequence_parallel > 1) {
    // Queries, keys, values in and the output back, in each pass (DeepSpeed-Ulysses, arXiv 2309.14509,
    // section 3.2).
    const Group group = group_of(in.plan, training.sequence_parallel * training.tensor_parallel);
    const double width = 2 * as_double(shape.attention_heads * shape.head_dim) +
                         2 * as_double(shape.kv_heads * shape.head_dim);
    const double bytes = in.work.tokens * width * element * layers * (2 + recomputes);
    const double seconds =
        collective_seconds(Collective::all_to_all, group, bytes, 4 * layers * (2 + recomputes));
    add_exposed(ledger,
                {TimeId::sequence_parallel, Stretch::forward, group, seconds, bytes, in.micro_batches});
  }
}

}  // namespace zp
