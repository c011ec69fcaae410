// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {

void add_activations(Ledger& ledger, const Plan& plan, const ActivationTerms& terms) {
  const Moments whole = Moments::of(Moment::forward, Moment::backward_head, Moment::backward_first);
  const bool is_full = plan.training.activation_checkpointing == Checkpointing::full;
  const bool on_host = is_full && plan.training.checkpoints_on_host;

  if (on_host)
    ledger.add(EntryId::host_checkpoints, Component::activations, Place::cpu, bytes_of(terms.blocks_saved),
               whole, true);
  else
    ledger.add(EntryId::activations_saved_blocks, Component::activations, Place::gpu,
               bytes_of(terms.blocks_saved), whole);
  // The block at work: what was recomputed of it; without checkpointing, the only one left at the end.
  const bool recomputes = plan.training.activation_checkpointing != Checkpointing::none;
  const Moments one_block = recomputes ? Moments::of(Moment::backward_first, Moment::backward_last)
                                       : Moments::of(Moment::backward_last);
  ledger.add(EntryId::activations_live_block, Component::activations, Place::gpu, bytes_of(terms.live_block),
             one_block);
  ledger.add(EntryId::activations_gradients, Component::activations, Place::gpu,
             bytes_of(terms.block_gradients), Moments::of(Moment::backward_first, Moment::backward_last));
  const Moments until_head = Moments::of(Moment::forward, Moment::backward_head);
  ledger.add(EntryId::activations_final_norm, Component::activations, Place::gpu, bytes_of(terms.final_norm),
             until_head);

  const Component loss = Component::logits_and_loss;
  ledger.add(EntryId::logits_saved, loss, Place::gpu, bytes_of(terms.logits_saved), until_head);
  ledger.add(EntryId::logits_output, loss, Place::gpu, bytes_of(terms.logits_output),
             Moments::of(Moment::forward));
  ledger.add(EntryId::logits_fp32, loss, Place::gpu, bytes_of(terms.logits_fp32),
             Moments::of(Moment::forward));
  ledger.add(EntryId::logits_gradient, loss, Place::gpu, bytes_of(terms.logits_gradient),
             Moments::of(Moment::backward_head));
}

}  // namespace zp
