// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"

namespace zp {
namespace {

/// The weights are their own master when they are fp32 and nothing is offloaded (stage3.py:1112-1118).
int master_bytes_on_gpu(const Symbols& s) { return s.is_16_bit ? s.master_bytes : 0; }

void add_states(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const int b = s.weight_bytes;
  if (s.parameter_device == Device::none)
    ledger.add(EntryId::states_weights, Component::parameters, Place::gpu,
               bytes_for(s.partition, b) + frozen_weights(plan, s),
               plan.training.zero_init ? Moments::always() : Moments::built());
  const std::int64_t on_gpu = s.offloads_optimizer ? s.kept_by_ratio : s.partition;
  ledger.add(EntryId::states_master, Component::master_weights, Place::gpu,
             bytes_for(on_gpu, master_bytes_on_gpu(s)), Moments::built());
  const bool is_adagrad = plan.training.optimizer == Optimizer::adagrad;
  ledger.add(EntryId::states_optimizer, Component::optimizer_states, Place::gpu,
             bytes_for(on_gpu, s.state_bytes), is_adagrad ? Moments::built() : Moments::training());
  if (!s.offloads_optimizer)
    ledger.add(EntryId::states_gradients, Component::gradients, Place::gpu,
               bytes_for(s.partition, s.accumulation_bytes), Moments::built());
}

void add_buckets(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const int c = s.communication_bytes;
  const Moments backward = Moments::of(Moment::backward_first, Moment::backward_last);
  if (plan.zero.contiguous_gradients)  // permanent, never doubled, not freed (stage3.py:731-735)
    ledger.add(EntryId::buffers_reduce, Component::communication_buffers, Place::gpu, bytes_for(s.bucket, c),
               Moments::built());
  if (s.sums.largest > s.bucket)
    ledger.add(EntryId::buffers_large_gradient, Component::communication_buffers, Place::gpu,
               bytes_for(s.sums.largest, s.weight_bytes), backward);
  if (s.world == 1) return;
  // The bucket interleaved for the reduce-scatter; quantised, tensor by tensor, 4-bit integers sent and
  // received (comm/coalesced_collectives.py:158-218, all_to_all_quant_reduce).
  const Bytes copy = plan.zero.zero_quantized_gradients ? bytes_for(s.sums.largest, 1)
                                                        : bytes_for(std::min(s.bucket, s.sums.trainable), c);
  ledger.add(EntryId::buffers_reduce_copy, Component::communication_buffers, Place::gpu, copy, backward);
}

/// Per sub-group: flat gradient and its fp32 copy; none where the sub-groups are stepped on the host.
void add_step(Ledger& ledger, const Symbols& s) {
  const Moments step = Moments::of(Moment::step);
  if (s.offloads_optimizer && s.kept_by_ratio == 0) return;
  const bool needs_cast = s.accumulation_bytes != s.master_bytes;
  const Bytes flat = needs_cast ? bytes_for(s.sub_group, s.accumulation_bytes) : Bytes(0);
  const Bytes fp32 = bytes_for(s.sub_group, s.master_bytes);
  const Bytes norm = bytes_for((s.sums.largest + s.ranks - 1) / s.ranks, 8);
  if (norm > flat + fp32) {
    ledger.add(EntryId::step_norm, Component::step_workspace, Place::gpu, norm, step);
    return;
  }
  ledger.add(EntryId::step_flat_gradients, Component::step_workspace, Place::gpu, flat, step);
  ledger.add(EntryId::step_fp32_gradients, Component::step_workspace, Place::gpu, fp32, step);
}

/// With zero.Init one module is whole at a time. Without, the whole model comes to the GPU and its tensors
/// are partitioned one after another, each freed when its partition is made.
void add_initialisation(Ledger& ledger, const Plan& plan, const Symbols& s) {
  const std::int64_t whole =
      plan.training.zero_init ? s.sums.largest
                              : s.sums.trainable + s.sums.frozen + (s.sums.largest + s.ranks - 1) / s.ranks;
  ledger.add(EntryId::init_whole_model, Component::gathered_parameters, Place::gpu,
             bytes_for(whole, s.weight_bytes), Moments::of(Moment::loading));
  if (s.is_16_bit && !s.offloads_optimizer)  // one sub-group converted, and its clone (stage3.py:1107-1122)
    ledger.add(EntryId::init_workspace, Component::step_workspace, Place::gpu,
               bytes_for(s.sub_group, 2 * s.master_bytes), Moments::of(Moment::initialisation));
}

}  // namespace

Bytes frozen_weights(const Plan& plan, const Symbols& s) {
  const int bytes_each = plan.zero.zero_quantized_nontrainable_weights ? 1 : s.weight_bytes;
  return Bytes(s.sums.frozen_partition * bytes_each);
}

void add_stage3(Ledger& ledger, const Plan& plan, const Symbols& s) {
  add_states(ledger, plan, s);
  add_buckets(ledger, plan, s);
  add_gathered(ledger, plan, s);
  add_step(ledger, s);
  add_initialisation(ledger, plan, s);
  add_stage3_offload(ledger, plan, s);
}

}  // namespace zp
