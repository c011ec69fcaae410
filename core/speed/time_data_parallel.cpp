// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/formula/arithmetic.h"
#include "core/speed/clock.h"
#include "core/speed/collectives.h"
#include "core/speed/transfers.h"

namespace zp {
namespace {

/// Bytes per element of quantised traffic: int8 weights, int4 gradients, each with a scale per group (ZeRO++,
/// arXiv 2306.10209, sections 3.1 and 3.3).
constexpr double quantized_weight_bytes = 1, quantized_gradient_bytes = 0.5;

/// Returns the number of buckets: ⌈elements ÷ bucket⌉, at least one.
template <class N>
N buckets(const N& elements, const SymbolRow& row, std::int64_t bucket) {
  return max(1.0, ceil(elements / named<N>(row, as_double(std::max<std::int64_t>(1, bucket)))));
}

/// Returns the number of collectives that gather every weight once: one per tensor, with small ones
/// prefetched together up to the prefetch bucket (partitioned_param_coordinator.py, __prefetch_nvme and
/// fetch_sub_module); or one per block and one for the root.
template <class N>
N gather_messages(const Clock<N>& clock, const N& elements) {
  const ClockInput& in = clock.in;
  if (in.traits.gathers_by == MessageUnit::block) return clock.layers() + 1;
  // An expert block that is gathered as a whole takes two messages: the prefetched part and the rest.
  const bool has_leaves = in.symbols.sums.leaf > 0;
  const double of_leaves = has_leaves ? 2 * as_double(in.plan.model.architecture.expert_layers()) : 0;
  const double tensors = of_leaves + in.traffic.large;
  const double bucket = as_double(std::max<std::int64_t>(1, in.plan.zero.stage3_prefetch_bucket_size));
  return max(1.0, min(named<N>(sym::large_tensors, tensors),
                      ceil(elements / named<N>(sym::prefetch_bucket, bucket))));
}

/// Returns the number of collectives that reduce every gradient once. Tensors larger than the bucket are
/// reduced separately, the others fill buckets. If each rank's slice is reduced separately, every border
/// between ranks adds one.
template <class N>
N reduce_messages(const Clock<N>& clock) {
  const ClockInput& in = clock.in;
  const FrameworkTraits& traits = in.traits;
  if (traits.reduces_by == MessageUnit::block) return clock.layers() + 1;
  const double alone = in.traffic.reduced_alone;
  N messages(0);
  if (alone <= 0)
    messages = buckets(clock.trainable(), sym::reduce_bucket, traits.bucket_elements);
  else
    messages =
        named<N>(sym::tensors_alone, alone) +
        ceil(max(0.0, clock.trainable() - named<N>(sym::elements_alone, in.traffic.alone_elements)) /
             named<N>(sym::reduce_bucket, as_double(std::max<std::int64_t>(1, traits.bucket_elements))));
  return traits.reduces_to_owners ? messages + named<N>(sym::zero_ranks, in.parallel.shard.ranks) : messages;
}

template <class N>
Ring<N> shard_ring(const ClockInput& in) {
  return ring_of<N>(in.plan.cluster, in.parallel.shard, sym::zero_group);
}

/// Elements of a collective, and how many of them belong to experts divided among ranks. Those are sent
/// separately, among ranks with the same experts.
template <class N>
struct Load {
  N all;
  N experts;
};

/// One collective over all kinds of tensors.
template <class N>
struct Movement {
  N seconds;
  double sent = 0;  ///< bytes sent
};

template <class N>
Movement<N> moved(const ClockInput& in, Collective kind, const Ring<N>& ring, const Load<N>& load,
                  const N& bytes_each, const N& messages) {
  if (!(load.experts > 0)) {
    const N bytes = load.all * bytes_each;
    return {collective_seconds(kind, ring, bytes, messages), sent_bytes(ring, value_of(bytes))};
  }
  const Ring<N> own = ring_of<N>(in.plan.cluster, in.parallel.expert_shard, sym::expert_shard_group);
  const N shared = load.all - load.experts;
  const N bytes = shared * bytes_each, of_experts = load.experts * bytes_each;
  return {collective_seconds(kind, ring, bytes, messages * shared / load.all) +
              collective_seconds(kind, own, of_experts, messages * load.experts / load.all),
          sent_bytes(ring, value_of(bytes)) + sent_bytes(own, value_of(of_experts))};
}

/// Returns true if weights are prefetched: the prefetch bucket is not 0, and the limit of live parameters
/// exceeds the largest tensor of an active block (partitioned_param_coordinator.py, fetch_sub_module,
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

/// Returns the share of gathers that is prefetched. Prefetching stops at the first tensor that fills the
/// bucket, so most of an expert block that is gathered as a whole is requested only when the block begins
/// (partitioned_param_coordinator.py, fetch_sub_module).
template <class N>
double fetched_ahead(const Clock<N>& clock) {
  const ClockInput& in = clock.in;
  if (!fetches_ahead(in)) return 0;
  const double leaf = as_double(in.symbols.sums.leaf), all = value_of(clock.gathered());
  if (leaf <= 0 || all <= 0) return 1;
  const double ahead =
      std::max(as_double(in.plan.zero.stage3_prefetch_bucket_size), in.traffic.largest_expert);
  const double of_leaves = std::min(1.0, leaf * as_double(in.plan.model.architecture.expert_layers()) / all);
  return 1 - of_leaves * (1 - std::min(1.0, ahead / leaf));
}

/// Returns the mean bytes per gathered weight if some are sent in a narrower type: those multiplied in fp8,
/// or linear layers under torch_autocast.
template <class N>
N bytes_gathered(const Clock<N>& clock, const N& all) {
  const Symbols& s = clock.in.symbols;
  const bool is_fp8 = s.types.gathered == Dtype::fp8;
  if (!is_fp8 && !s.tags_types) return clock.weight_bytes();
  const double b = s.weight_bytes, narrow = is_fp8 ? bytes_of(Dtype::fp8) : s.element_bytes;
  const double elements = as_double(is_fp8 ? s.sums.fp8 : s.sums.tagged);
  const double share = std::min(1.0, elements / std::max(1.0, value_of(all)));
  return named<N>(sym::gathered_bytes, b - (b - narrow) * share);
}

/// Returns the mean bytes per gradient element when sent.
template <class N>
N bytes_reduced(const ClockInput& in) {
  const Symbols& s = in.symbols;
  const double c = s.communication_bytes;
  if (!s.tags_types || s.communication_bytes == s.weight_bytes) return named<N>(sym::communication_bytes, c);
  const double wide = s.weight_bytes, trained = std::max(1.0, as_double(s.sums.trainable));
  return named<N>(sym::reduced_bytes, wide - (wide - c) * as_double(s.sums.tagged_trained) / trained);
}

/// Adds the gathers of partitioned weights in each pass of every micro batch.
template <class N>
void add_gathers(Clock<N>& clock, const Ring<N>& shard, HidingTime& backward) {
  const ClockInput& in = clock.in;
  const N all = clock.gathered();
  const N messages = gather_messages(clock, all);
  const N bytes_each = in.traits.quantizes_weights ? N(quantized_weight_bytes) : bytes_gathered(clock, all);
  const double share = in.traits.overlaps_gathers ? in.interleaved() * fetched_ahead(clock) : 0;
  const N experts = named<N>(sym::expert_weights, as_double(in.symbols.sums.experts));
  // A pipeline stage that keeps gathered weights for backward keeps them until the last micro batch (torch
  // distributed/pipelining/stage.py, backward_maybe_with_nosync: set_reshard_after_backward).
  const bool once = !in.traits.gathers_for_backward && !in.traits.reduces_every_micro_batch;
  const auto gather = [&](TimeId id, const Ring<N>& ring, const N& elements, const N& collectives,
                          HidingTime& cover) {
    const Load<N> load{elements, experts > 0 ? experts * elements / all : experts};
    const auto [seconds, sent] = moved(in, Collective::all_gather, ring, load, bytes_each, collectives);
    add_transfer(clock, {id, ring, seconds, sent, once ? N(1) : clock.micro_batches()}, share, cover);
  };
  HidingTime forward(clock.compute_forward);
  gather(TimeId::gather_forward, shard, all, messages, forward);
  if (!in.traits.gathers_for_backward) return;
  const N again = clock.gathered_backward(all);
  gather(TimeId::gather_backward,
         in.parallel.secondary.ranks > 1
             ? ring_of<N>(in.plan.cluster, in.parallel.secondary, sym::secondary_group)
             : shard,
         again, messages * again / max(1.0, all), backward);
}

/// Returns the seconds, per reduction, of summing gradients over replicas of the shards. MiCS does this once
/// per step, at the accumulation boundary; FSDP after every reduce-scatter (torch
/// distributed/fsdp/_fully_shard/_fsdp_collectives.py, foreach_reduce).
template <class N>
N among_shards(const Clock<N>& clock, const N& bytes, const Ring<N>& shard, const N& messages) {
  const Ring<N> ring = ring_of<N>(clock.in.plan.cluster, clock.in.parallel.replicas, sym::replica_group);
  const N seconds = collective_seconds(Collective::all_reduce, ring, bytes / shard.ranks, messages);
  return clock.in.traits.is_tuned_by_zero ? seconds / clock.micro_batches() : seconds;
}

template <class N>
void add_reduction(Clock<N>& clock, const Ring<N>& shard, HidingTime& backward) {
  const ClockInput& in = clock.in;
  const FrameworkTraits& traits = in.traits;
  const N bytes_each = traits.quantizes_gradients ? N(quantized_gradient_bytes) : bytes_reduced<N>(in);
  const N messages = reduce_messages(clock);
  auto [seconds, sent] = moved(in,
                               traits.all_reduces         ? Collective::all_reduce
                               : traits.reduces_to_owners ? Collective::reduce
                                                          : Collective::reduce_scatter,
                               shard, {clock.trainable(), clock.trainable_experts()}, bytes_each, messages);
  if (in.parallel.replicas.ranks > 1)
    seconds += among_shards(clock, clock.trainable() * bytes_each, shard, messages);
  // One block's gradients, or the last bucket, remain to be reduced after the backward pass.
  const double can_hide =
      traits.reduces_by == MessageUnit::block ? in.interleaved() : 1 - 1 / std::max(2.0, value_of(messages));
  add_transfer(clock,
               {TimeId::reduce_gradients, shard, seconds, sent * (traits.all_reduces ? 2 : 1),
                traits.reduces_every_micro_batch ? clock.micro_batches() : N(1)},
               traits.hides_reduction ? can_hide * in.beside_backward() : 0, backward);
}

/// Adds the gather of the updated parts after the step. Partitioned weights are gathered before use anyway,
/// except small tensors that every rank holds whole (stage3.py, _post_step).
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
  add_exposed(clock, {TimeId::gather_after_step, shard, seconds, sent, clock.host_steps()});
}

/// Adds ZenFlow's broadcasts of selected gradients from each owner to all ranks, once per micro batch; at
/// stage 3 each rank keeps its own (zenflow_stage_1_and_2.py, _process_selected_fp32_groups_grad).
template <class N>
void add_selected_gradients(Clock<N>& clock, const Ring<N>& shard, HidingTime& backward) {
  const ClockInput& in = clock.in;
  if (in.symbols.engine != OffloadEngine::zenflow || in.traits.partitions_weights) return;
  const N bytes = clock.selected() * clock.weight_bytes();
  const N messages = reduce_messages(clock) + shard.ranks - 1;
  const N seconds = collective_seconds(Collective::all_gather, shard, bytes, messages);
  const double hidden = in.traits.hides_reduction ? backward.hide(value_of(seconds) * in.interleaved()) : 0;
  const double amount = sent_bytes(shard, value_of(bytes)) * in.micro_batches;
  const N all = seconds * clock.micro_batches();
  clock.add(TimeId::selected_gradients, shard.crosses_nodes ? Resource::network : Resource::node_link, all,
            {.hidden = hidden * in.micro_batches,
             .amount = amount,
             .rate = value_of(all) > 0 ? amount / value_of(all) : 0});
}

/// Returns the exposed seconds of one micro batch's copies, during which links are free.
template <class N>
double exposed_copies(const Clock<N>& clock) {
  const TimeEntry* copies = clock.ledger.find(TimeId::copies);
  return copies == nullptr ? 0 : copies->exposed() / clock.in.micro_batches;
}

}  // namespace

/// Derived in docs/speed.md#volumes.
template <class N>
void add_data_parallel(Clock<N>& clock) {
  if (clock.in.parallel.zero.ranks <= 1) return;
  const Ring<N> shard = shard_ring<N>(clock.in);
  HidingTime backward(clock.compute_backward + exposed_copies(clock));
  if (clock.in.traits.partitions_weights) add_gathers(clock, shard, backward);
  add_reduction(clock, shard, backward);
  add_selected_gradients(clock, shard, backward);
  add_gather_after_step(clock, shard);
}
template void add_data_parallel(Clock<double>&);
template void add_data_parallel(Clock<Words>&);

}  // namespace zp
