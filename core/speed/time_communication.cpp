// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/speed/clock.h"
#include "core/speed/collectives.h"

namespace zp {
namespace {

/// What quantised traffic weighs per element: int8 weights, int4 gradients, with a scale for each group
/// (ZeRO++, arXiv 2306.10209, sections 3.1 and 3.3).
constexpr double quantized_weight_bytes = 1, quantized_gradient_bytes = 0.5;

/// Collectives that run beside compute take multiprocessors and memory bandwidth from it: what of their time
/// the step feels all the same. Over NVLink 0.15 of the processor, over InfiniBand 0.02, where few channels
/// do (calculon, systems/a100_80g.json, "processor_usage").
constexpr double overlap_cost_inside = 0.15, overlap_cost_between = 0.02;

/// One kind of transfer: its link, and the seconds and bytes of one occurrence.
template <class N>
struct Transfer {
  TimeId id{};
  const Ring<N>& ring;
  N seconds;
  double bytes = 0;
  N times{1};
};

/// `share` of each occurrence has something to hide behind; `cover` is what, of one occurrence.
template <class N>
void add_transfer(Clock<N>& clock, const Transfer<N>& transfer, double share, Cover& cover) {
  const double available = cover.left();
  const double seconds = value_of(transfer.seconds), times = value_of(transfer.times);
  const double can_hide = seconds * share;
  const double overlap_cost = transfer.ring.crosses_nodes ? overlap_cost_between : overlap_cost_inside;
  const double hidden = cover.hide(can_hide, overlap_cost);
  const N busy = transfer.seconds * transfer.times;
  const double bytes = transfer.bytes * times;
  const bool waits = hidden < can_hide * (1 - overlap_cost) && available > 0;
  clock.add(transfer.id, transfer.ring.crosses_nodes ? Resource::network : Resource::node_link, busy,
            {.hidden = hidden * times,
             .amount = bytes,
             .rate = seconds > 0 ? bytes / value_of(busy) : 0,
             .hiding_rate = waits ? transfer.bytes * (can_hide / seconds) / available : 0});
}

template <class N>
void add_exposed(Clock<N>& clock, const Transfer<N>& transfer) {
  Cover none(0);
  add_transfer(clock, transfer, 0, none);
}

/// ⌈elements ÷ bucket⌉, at least one.
template <class N>
N buckets(const N& elements, const SymbolRow& row, std::int64_t bucket) {
  return max(1.0, ceil(elements / named<N>(row, as_double(std::max<std::int64_t>(1, bucket)))));
}

/// How many collectives it takes to gather every weight once: one for each tensor, small ones fetched ahead
/// together up to the prefetch bucket (partitioned_param_coordinator.py, __prefetch_nvme and
/// fetch_sub_module); or one for each block and the root.
template <class N>
N gather_messages(const Clock<N>& clock, const N& elements) {
  const ClockInput& in = clock.in;
  if (in.traits.gathers_by == MessageUnit::block) return clock.layers() + 1;
  const Zero& zero = in.plan.zero;
  // Of an expert block that is gathered at once what was fetched ahead, and the rest.
  const bool has_leaves = in.symbols.sums.leaf > 0;
  double tensors = has_leaves ? 2 * as_double(in.plan.model.architecture.expert_layers()) : 0;
  for (const TensorKind& kind : in.kinds)
    if (const LocalTensor mine = in.parallel.local(kind);
        mine.numel > zero.stage3_param_persistence_threshold &&
        !(has_leaves && is_of_expert_block(kind.role)))
      tensors += as_double(mine.count);
  const double bucket = as_double(std::max<std::int64_t>(1, zero.stage3_prefetch_bucket_size));
  return max(1.0, min(named<N>(sym::large_tensors, tensors),
                      ceil(elements / named<N>(sym::prefetch_bucket, bucket))));
}

/// A tensor larger than the bucket is reduced alone, and whole (stage_1_and_2.py, stage3.py,
/// reduce_independent_p_g_buckets_and_remove_grads); the others fill buckets. Each rank's slice by itself
/// makes one more for every border between ranks.
template <class N>
N reduce_messages(const Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const FrameworkTraits& traits = in.traits;
  if (traits.reduces_by == MessageUnit::block) return clock.layers() + 1;
  double alone = 0, elements = 0;
  if (traits.is_tuned_by_zero && in.plan.training.lora.rank == 0 &&
      in.symbols.sums.largest > traits.bucket_elements)
    for (const TensorKind& kind : in.kinds)
      if (const LocalTensor mine = in.parallel.local(kind); mine.numel > traits.bucket_elements) {
        alone += as_double(mine.count);
        elements += as_double(mine.count) * as_double(mine.numel);
      }
  N messages(0);
  if (alone <= 0)
    messages = buckets(clock.trainable(), sym::reduce_bucket, traits.bucket_elements);
  else
    messages =
        named<N>(sym::tensors_alone, alone) +
        ceil(max(0.0, clock.trainable() - named<N>(sym::elements_alone, elements)) /
             named<N>(sym::reduce_bucket, as_double(std::max<std::int64_t>(1, traits.bucket_elements))));
  return traits.reduces_to_owners ? messages + named<N>(sym::zero_ranks, in.parallel.shard.ranks) : messages;
}

template <class N>
Ring<N> shard_ring(const ClockInput& in) {
  return ring_of<N>(in.plan.cluster, in.parallel.shard, sym::zero_group);
}

/// What a collective carries, in elements: of all, those of experts that ranks divide. These travel among
/// the ranks that hold the same experts, in messages of their own.
template <class N>
struct Load {
  N all;
  N experts;
};

/// One collective over tensors of every kind.
template <class N>
struct Movement {
  N seconds;
  double sent = 0;  ///< bytes
};

template <class N>
Movement<N> moved(const ClockInput& in, Collective kind, const Ring<N>& ring, const Load<N>& load,
                  const N& bytes_each, const N& messages) {
  if (!(load.experts > 0)) {
    const N bytes = load.all * bytes_each;
    return {collective_seconds(kind, ring, bytes, messages), sent_of(ring, value_of(bytes))};
  }
  const Ring<N> own = ring_of<N>(in.plan.cluster, in.parallel.expert_shard, sym::expert_shard_group);
  const N shared = load.all - load.experts;
  const N bytes = shared * bytes_each, of_experts = load.experts * bytes_each;
  return {collective_seconds(kind, ring, bytes, messages * shared / load.all) +
              collective_seconds(kind, own, of_experts, messages * load.experts / load.all),
          sent_of(ring, value_of(bytes)) + sent_of(own, value_of(of_experts))};
}

/// Whether anything is fetched before its module asks for it: the bucket says so, and what may be live leaves
/// room beside a tensor of a block at work (partitioned_param_coordinator.py, fetch_sub_module,
/// max_params_to_prefetch).
bool fetches_ahead(const ClockInput& in) {
  if (in.traits.gathers_by != MessageUnit::tensor) return true;
  const Zero& zero = in.plan.zero;
  if (zero.stage3_prefetch_bucket_size <= 0) return false;
  const std::int64_t most = zero.stage3_max_live_parameters;
  return in.symbols.sums.largest < most || std::ranges::none_of(in.kinds, [&](const TensorKind& kind) {
           return traits_of(kind.role).part == ModelPart::blocks && in.parallel.local(kind).numel >= most;
         });
}

/// Of the gathers, the share that is fetched ahead of its use. The prefetch stops at the first tensor that
/// fills its bucket, so of an expert block gathered at once most is asked for when the block begins
/// (partitioned_param_coordinator.py, fetch_sub_module).
template <class N>
double fetched_ahead(const Clock<N>& clock) {
  const ClockInput& in = clock.in;
  if (!fetches_ahead(in)) return 0;
  const double leaf = as_double(in.symbols.sums.leaf), all = value_of(clock.gathered());
  if (leaf <= 0 || all <= 0) return 1;
  double ahead = as_double(in.plan.zero.stage3_prefetch_bucket_size);
  for (const TensorKind& kind : in.kinds)
    if (traits_of(kind.role).of_expert) ahead = std::max(ahead, as_double(in.parallel.local(kind).numel));
  const double of_leaves = std::min(1.0, leaf * as_double(in.plan.model.architecture.expert_layers()) / all);
  return 1 - of_leaves * (1 - std::min(1.0, ahead / leaf));
}

/// Weights in parts are gathered in each pass of every micro batch.
template <class N>
void add_gathers(Clock<N>& clock, const Ring<N>& shard, Cover& backward) {
  const ClockInput& in = clock.in;
  const N all = clock.gathered();
  const N messages = gather_messages(clock, all);
  const N bytes_each = in.traits.quantizes_weights ? N(quantized_weight_bytes) : clock.weight_bytes();
  const double share = in.traits.overlaps_gathers ? in.interleaved() * fetched_ahead(clock) : 0;
  const N experts = named<N>(sym::expert_weights, as_double(in.symbols.sums.experts));
  const auto gather = [&](TimeId id, const Ring<N>& ring, const N& elements, const N& collectives,
                          Cover& cover) {
    const Load<N> load{elements, experts > 0 ? experts * elements / all : experts};
    const auto [seconds, sent] = moved(in, Collective::all_gather, ring, load, bytes_each, collectives);
    add_transfer(clock, {id, ring, seconds, sent, clock.micro_batches()}, share, cover);
  };
  Cover forward(clock.compute_forward);
  gather(TimeId::gather_forward, shard, all, messages, forward);
  if (!in.traits.gathers_for_backward) return;
  const N again = clock.gathered_backward(all);
  gather(TimeId::gather_backward,
         in.parallel.secondary.ranks > 1
             ? ring_of<N>(in.plan.cluster, in.parallel.secondary, sym::secondary_group)
             : shard,
         again, messages * again / max(1.0, all), backward);
}

/// Seconds a micro batch's share of reducing gradients among MiCS shards takes, which is once a step.
template <class N>
N among_shards(const Clock<N>& clock, const N& bytes, const Ring<N>& shard, const N& messages) {
  const Ring<N> ring = ring_of<N>(clock.in.plan.cluster, clock.in.parallel.replicas, sym::replica_group);
  return collective_seconds(Collective::all_reduce, ring, bytes / shard.ranks, messages) /
         clock.micro_batches();
}

template <class N>
void add_reduction(Clock<N>& clock, const Ring<N>& shard, Cover& backward) {
  const ClockInput& in = clock.in;
  const FrameworkTraits& traits = in.traits;
  const N bytes_each = traits.quantizes_gradients
                           ? N(quantized_gradient_bytes)
                           : named<N>(sym::communication_bytes, in.symbols.communication_bytes);
  const N messages = reduce_messages(clock);
  auto [seconds, sent] = moved(in,
                               traits.all_reduces         ? Collective::all_reduce
                               : traits.reduces_to_owners ? Collective::reduce
                                                          : Collective::reduce_scatter,
                               shard, {clock.trainable(), clock.trainable_experts()}, bytes_each, messages);
  if (in.parallel.replicas.ranks > 1)
    seconds += among_shards(clock, clock.trainable() * bytes_each, shard, messages);
  // What is left when the backward pass ends: one block's gradients, or the last bucket.
  const double can_hide =
      traits.partitions_weights ? in.interleaved() : 1 - 1 / std::max(2.0, value_of(messages));
  add_transfer(clock,
               {TimeId::reduce_gradients, shard, seconds, sent * (traits.all_reduces ? 2 : 1),
                traits.reduces_every_micro_batch ? clock.micro_batches() : N(1)},
               traits.overlaps_reduction ? can_hide : 0, backward);
}

/// Each rank has updated its part. Weights in parts are gathered before use anyway, but for the small tensors
/// that are whole on every rank (stage3.py, _post_step).
template <class N>
void add_gather_after_step(Clock<N>& clock, const Ring<N>& shard) {
  const ClockInput& in = clock.in;
  const bool only_small = in.traits.partitions_weights;
  if (!in.traits.partitions_states || (only_small && !in.traits.keeps_small_tensors)) return;
  const N elements =
      only_small ? named<N>(sym::persistent, as_double(in.symbols.sums.persistent)) : clock.trainable();
  const N messages =
      only_small ? N(1) : buckets(elements, sym::gather_bucket, in.plan.zero.allgather_bucket_size);
  const Load<N> load{elements, only_small ? N(0) : clock.trainable_experts()};
  const auto [seconds, sent] = moved(in, Collective::all_gather, shard, load, clock.weight_bytes(), messages);
  add_exposed(clock, {TimeId::gather_after_step, shard, seconds, sent, N(1)});
}

}  // namespace

namespace {

/// Seconds of one micro batch; links are free meanwhile.
template <class N>
double exposed_copies(const Clock<N>& clock) {
  const TimeEntry* copies = clock.ledger.find(TimeId::copies);
  return copies == nullptr ? 0 : copies->exposed() / clock.in.micro_batches;
}

}  // namespace

/// memory-truth §10.
template <class N>
void add_data_parallel(Clock<N>& clock) {
  if (clock.in.parallel.zero.ranks <= 1) return;
  const Ring<N> shard = shard_ring<N>(clock.in);
  Cover backward(clock.compute_backward + exposed_copies(clock));
  if (clock.in.traits.partitions_weights) add_gathers(clock, shard, backward);
  add_reduction(clock, shard, backward);
  add_gather_after_step(clock, shard);
}
template void add_data_parallel(Clock<double>&);
template void add_data_parallel(Clock<Words>&);

template <class N>
void add_model_parallel(Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const Architecture& shape = in.plan.model.architecture;
  const int passes = in.plan.training.activation_checkpointing == Checkpointing::full ? 3 : 2;
  if (in.parallel.tensor.ranks > 1) {
    // Two all-reduces a block in each pass (Megatron-LM, arXiv 1909.08053, section 3).
    const Ring<N> ring = ring_of<N>(in.plan.cluster, in.parallel.tensor, sym::tensor_group);
    const N each =
        clock.work.tokens * named<N>(sym::hidden, as_double(shape.hidden_size)) * clock.weight_bytes();
    const N calls = 2 * clock.layers() * passes;
    const N bytes = each * calls;
    add_exposed(
        clock, {TimeId::tensor_parallel, ring, collective_seconds(Collective::all_reduce, ring, bytes, calls),
                2 * sent_of(ring, value_of(bytes)), clock.micro_batches()});
  }
  if (in.parallel.sequence.ranks > 1) {
    // Queries, keys, values in and the output back, in each pass (DeepSpeed-Ulysses, arXiv 2309.14509,
    // section 3.2).
    const Ring<N> ring = ring_of<N>(in.plan.cluster, in.parallel.sequence, sym::sequence_group);
    const N heads = named<N>(sym::heads, as_double(shape.attention_heads)) +
                    named<N>(sym::kv_heads, as_double(shape.kv_heads));
    const N width = local(in.parallel, 2 * heads * named<N>(sym::head_dim, as_double(shape.head_dim)));
    const N bytes = clock.work.tokens * width * clock.weight_bytes() * clock.layers() * passes;
    add_exposed(clock,
                {TimeId::sequence_parallel, ring,
                 collective_seconds(Collective::all_to_all, ring, bytes, N(4 * clock.layers() * passes)),
                 value_of(bytes), clock.micro_batches()});
  }
  if (in.parallel.expert.ranks > 1 && in.parallel.expert_layers > 0) {
    // Out and back in each pass, and before each forward pass how many tokens go where
    // (auto_ep_layer.py, _AllToAllV and _split_plan_from_expert_counts). Ranks that share a layer divide the
    // tokens (moe/ep_tp_dispatch.py).
    const Ring<N> ring = ring_of<N>(in.plan.cluster, in.parallel.expert, sym::expert_group);
    const N layers = named<N>(sym::expert_layers, as_double(in.parallel.expert_layers));
    const N copies = clock.work.tokens * named<N>(sym::experts_per_token, as_double(shape.experts_per_token));
    const N each = local(in.parallel, copies * named<N>(sym::hidden, as_double(shape.hidden_size)));
    const N bytes = 2 * each * clock.weight_bytes() * layers * passes;
    add_exposed(clock, {TimeId::expert_parallel, ring,
                        collective_seconds(Collective::all_to_all, ring, bytes, N((3 * passes - 1) * layers)),
                        sent_of(ring, value_of(bytes)), clock.micro_batches()});
  }
}
template void add_model_parallel(Clock<double>&);
template void add_model_parallel(Clock<Words>&);

}  // namespace zp
