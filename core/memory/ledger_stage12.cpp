// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"

namespace zp {
namespace {

constexpr std::int64_t bf16_optimizer_allreduce_elements = 500'000'000;

/// The moments at which gradients of earlier micro batches are still held.
Moments when_accumulating(const Symbols& s, Moments always) {
  return s.accumulates ? always | Moments::of(Moment::forward) | Moments::backward() : always;
}

/// bf16 at stage 1 with fp32 accumulation: BF16_Optimizer keeps every gradient in fp32, not partitioned.
void add_bf16_optimizer_gradients(Ledger& ledger, const Symbols& s) {
  ledger.add(EntryId::states_accumulated_gradients, Component::gradients, Place::gpu,
             bytes_for(s.padded, s.accumulation_bytes), Moments::built());
  ledger.add(EntryId::states_gradients, Component::gradients, Place::gpu,
             bytes_for(s.sums.trainable, s.weight_bytes),
             when_accumulating(s, Moments::of(Moment::backward_last, Moment::step)));
  if (s.world > 1)
    ledger.add(EntryId::buffers_allreduce, Component::communication_buffers, Place::gpu,
               bytes_for(std::min(s.padded, bf16_optimizer_allreduce_elements), s.accumulation_bytes),
               Moments::of(Moment::backward_last));
}

void add_gradients(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const int b = s.weight_bytes;
  const Moments at_end = Moments::of(Moment::backward_last, Moment::step);
  if (plan.zero.stage == 1) {
    // A differing accumulation type replaces .grad by a tensor of that type (stage_1_and_2.py:357-364).
    ledger.add(EntryId::states_gradients, Component::gradients, Place::gpu,
               bytes_for(s.sums.trainable, s.accumulation_bytes), when_accumulating(s, at_end));
    if (!s.offloads_optimizer)
      ledger.add(EntryId::states_accumulated_gradients, Component::gradients, Place::gpu,
                 bytes_for(s.partition, b), at_end);
    return;
  }
  if (s.offloads_optimizer) return;
  const Moments from_first = at_end | Moments::of(Moment::backward_first);
  ledger.add(EntryId::states_gradients, Component::gradients, Place::gpu, bytes_for(s.partition, b),
             when_accumulating(s, from_first));
  if (s.ranks > 1) {
    // The buffer holds every tensor that touches the partition in full. A border cuts a tensor in half on
    // average, and a partition has two; at worst both are the largest tensor.
    const Bytes expected = bytes_of(s.sums.mean_at_border * b);
    const Bytes worst = bytes_for(2 * s.sums.largest, b);
    ledger.add_range(EntryId::states_gradient_borders, Component::gradients, Place::gpu, Bytes(0),
                     std::min(expected, worst), worst, when_accumulating(s, from_first));
  }
  if (s.accumulates)
    ledger.add(EntryId::states_accumulated_gradients, Component::gradients, Place::gpu,
               bytes_for(s.partition, b), Moments::of(Moment::backward_first, Moment::backward_last));
}

/// The contiguous bucket gradients are reduced from, and what the reduction copies.
void add_buckets(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const int b = s.weight_bytes;
  const Zero& zero = plan.zero;
  const bool contiguous = zero.contiguous_gradients || s.offloads_optimizer;  // offload forces it
  Moments alive = Moments::of(Moment::backward_first, Moment::backward_last);
  if (zero.stage == 1 && s.accumulates)  // released only at the accumulation boundary
    alive = alive | Moments::of(Moment::forward, Moment::backward_head);
  if (contiguous)
    ledger.add(EntryId::buffers_reduce, Component::communication_buffers, Place::gpu,
               bytes_for(s.bucket * (zero.overlaps() ? 2 : 1), b), alive);
  else if (zero.stage == 2 && s.ranks > 1)
    // Without it gradients of other ranks wait for their reduction where they were made: a bucket's worth, at
    // worst all of them (stage_1_and_2.py, reduce_independent_p_g_buckets_and_remove_grads).
    ledger.add_range(EntryId::buffers_waiting_gradients, Component::communication_buffers, Place::gpu,
                     Bytes(0), bytes_for(std::min(s.bucket, s.sums.trainable), b),
                     bytes_for(s.sums.trainable - std::min(s.sums.trainable, s.partition), b),
                     Moments::of(Moment::backward_last));
  if (s.sums.largest > s.bucket)
    ledger.add(EntryId::buffers_large_gradient, Component::communication_buffers, Place::gpu,
               bytes_for(s.sums.largest, b), Moments::of(Moment::backward_first, Moment::backward_last));
  if (s.world == 1) return;
  const std::int64_t slice = std::min(s.bucket, s.sums.trainable);
  // Slices of one partition are merged, and one slice needs no copy: while a bucket is smaller than a
  // partition the first one lies within it, and only a later one crosses a border (average_tensor,
  // allreduce_bucket).
  const Moments copies = s.partition < s.bucket ? Moments::of(Moment::backward_first, Moment::backward_last)
                                                : Moments::of(Moment::backward_last);
  if (zero.reduce_scatter)
    ledger.add(EntryId::buffers_reduce_copy, Component::communication_buffers, Place::gpu,
               bytes_for(slice, b), copies);
  if (s.communication_bytes != b)
    ledger.add(EntryId::buffers_communication_cast, Component::communication_buffers, Place::gpu,
               bytes_for(slice, s.communication_bytes),
               Moments::of(Moment::backward_first, Moment::backward_last));
}

/// step(): the norm's double copy of one tensor, or the flat gradient and its fp32 copy, whichever is larger;
/// they do not live together.
void add_step(Ledger& ledger, const Symbols& s) {
  const Bytes norm = bytes_for(s.sums.largest, 8);
  const Bytes flat = s.is_16_bit ? bytes_for(s.partition, s.weight_bytes) : Bytes(0);
  const Bytes fp32 = bytes_for(s.partition, s.master_bytes);
  const Moments step = Moments::of(Moment::step);
  if (norm > flat + fp32) {
    ledger.add(EntryId::step_norm, Component::step_workspace, Place::gpu, norm, step);
    return;
  }
  ledger.add(EntryId::step_flat_gradients, Component::step_workspace, Place::gpu, flat, step);
  ledger.add(EntryId::step_fp32_gradients, Component::step_workspace, Place::gpu, fp32, step);
}

void add_host(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const bool pinned = plan.zero.offload_optimizer.pin_memory;
  const int b = s.weight_bytes;
  const bool keeps_accumulation = s.accumulates && s.master_bytes == 4;
  ledger.add(EntryId::host_master, Component::master_weights, Place::cpu,
             bytes_for(s.partition, s.master_bytes), Moments::built(), pinned);
  ledger.add(EntryId::host_gradients, Component::gradients, Place::cpu,
             bytes_for(s.partition, s.master_bytes + (keeps_accumulation ? b : 0)), Moments::built(), pinned);
  ledger.add(EntryId::host_weights, Component::parameters, Place::cpu, bytes_for(s.partition, b),
             Moments::built(), true);
  ledger.add(EntryId::host_optimizer, Component::optimizer_states, Place::cpu,
             bytes_for(s.partition, s.host_state_bytes), Moments::training());
  ledger.add(EntryId::host_temporary_gradient, Component::offload_staging, Place::cpu,
             bytes_for(s.sums.largest, b), Moments::built(), true);
}

/// Building the flat weights, then the master partition. Since 0.19.0 the tensors are flattened on the GPU
/// where that much is free (otherwise, and before, through the host; stage_1_and_2.py:390-459): the weights
/// twice, the master not yet made. Later zeros for the gradient exist beside the master (:837-854); for a
/// master in host memory the 16-bit slice is cloned on the GPU since 0.18.3 (:492, pull request 7700).
void add_initialisation(Ledger& ledger, const Plan& plan, const Symbols& s) {
  constexpr DeepSpeedVersion flattens_on_gpu{0, 19, 0}, clones_on_gpu{0, 18, 3};
  const Bytes weights = bytes_for(s.padded, s.weight_bytes);
  const Bytes master = s.offloads_optimizer ? Bytes(0) : bytes_for(s.partition, s.master_bytes);
  const bool is_on_gpu = plan.target.deepspeed_version >= flattens_on_gpu &&
                         weights * 2 <= from_gib(plan.cluster.gpu.memory_gib);
  const Bytes flattening = is_on_gpu ? weights - std::min(weights, master) : Bytes(0);
  const bool clones = plan.target.deepspeed_version >= clones_on_gpu;
  const Bytes converting = !s.offloads_optimizer
                               ? bytes_for(s.partition, std::max(s.weight_bytes, s.master_bytes))
                           : clones ? bytes_for(s.partition, s.weight_bytes)
                                    : Bytes(0);
  ledger.add(EntryId::init_workspace, Component::step_workspace, Place::gpu, std::max(flattening, converting),
             Moments::of(Moment::initialisation));
}

}  // namespace

void add_stage12(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const int b = s.weight_bytes;
  ledger.add(EntryId::states_weights, Component::parameters, Place::gpu,
             bytes_for(s.padded + s.sums.frozen, b), Moments::always());
  if (!s.offloads_optimizer) {
    ledger.add(EntryId::states_master, Component::master_weights, Place::gpu,
               bytes_for(s.partition, s.master_bytes), Moments::built());
    const bool is_adagrad = plan.training.optimizer == Optimizer::adagrad;
    ledger.add(EntryId::states_optimizer, Component::optimizer_states, Place::gpu,
               bytes_for(s.partition, s.state_bytes), is_adagrad ? Moments::built() : Moments::training());
    if (is_adagrad)  // made for the original weights in the constructor, never freed (memory-truth §1,
                     // measured)
      ledger.add(EntryId::states_optimizer_leftover, Component::optimizer_states, Place::gpu,
                 bytes_for(s.sums.trainable, b), Moments::built());
  }
  if (s.has_bf16_optimizer) {
    add_bf16_optimizer_gradients(ledger, s);
    return;
  }
  add_gradients(ledger, plan, s);
  add_buckets(ledger, plan, s);
  if (s.offloads_optimizer) {
    ledger.add(EntryId::buffers_offload_gradient, Component::offload_staging, Place::gpu,
               bytes_for(s.sums.largest, b), Moments::built());
    add_host(ledger, plan, s);
  } else {
    add_step(ledger, s);
  }
  add_initialisation(ledger, plan, s);
}

}  // namespace zp
