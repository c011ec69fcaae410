// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/memory/entries.h"

namespace zp {
namespace {

/// DeepSpeed's gradient all-reduce copies up to this many elements into one flat tensor (engine.py,
/// allreduce_bucket).
constexpr std::int64_t stage0_allreduce_elements = 500'000'000;

}  // namespace

void add_stage0(Ledger& ledger, const Symbols& s) {
  const std::int64_t trainable = s.sums.trainable;
  const int b = s.weight_bytes;
  const Moments gradients_alive = s.accumulates
                                      ? Moments::of(Moment::forward, Moment::step) | Moments::backward()
                                      : Moments::of(Moment::backward_last, Moment::step);

  ledger.add(EntryId::states_weights, Component::parameters, Place::gpu,
             bytes_for(trainable + s.sums.frozen, b), Moments::always());
  ledger.add(EntryId::states_gradients, Component::gradients, Place::gpu, bytes_for(trainable, b),
             gradients_alive);
  if (s.is_16_bit)
    ledger.add(EntryId::states_master, Component::master_weights, Place::gpu, bytes_for(trainable, 4),
               Moments::built());
  // The 16-bit wrappers run an initial step, so their states exist from the start (fused_optimizer.py).
  ledger.add(EntryId::states_optimizer, Component::optimizer_states, Place::gpu,
             bytes_for(trainable, s.state_bytes), s.is_16_bit ? Moments::built() : Moments::training());
  if (s.world > 1) {
    const std::int64_t flat = std::min(trainable, stage0_allreduce_elements);
    ledger.add(EntryId::buffers_allreduce, Component::communication_buffers, Place::gpu, bytes_for(flat, b),
               Moments::of(Moment::backward_last));
    if (s.communication_bytes != b)
      ledger.add(EntryId::buffers_communication_cast, Component::communication_buffers, Place::gpu,
                 bytes_for(flat, s.communication_bytes), Moments::of(Moment::backward_last));
  }
  if (s.is_16_bit) {
    ledger.add(EntryId::step_fp32_gradients, Component::step_workspace, Place::gpu, bytes_for(trainable, 4),
               Moments::of(Moment::step));
    if (s.has_fused_wrapper) {
      ledger.add(EntryId::step_gradient_list, Component::step_workspace, Place::gpu, bytes_for(trainable, 4),
                 Moments::of(Moment::step));
      ledger.add(EntryId::init_workspace, Component::step_workspace, Place::gpu, bytes_for(trainable, 2 * b),
                 Moments::of(Moment::initialisation));
    }
  }
}

}  // namespace zp
