// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/estimate/ours.h"

namespace zp {

OurFigures our_figures(const Plan& plan, const MemoryEstimate& estimate) {
  const auto sum = [&](auto... ids) { return (estimate.ledger.bytes(ids) + ...); };
  OurFigures ours;
  ours.parameters_gpu_bytes = sum(EntryId::states_weights);
  ours.gradients_gpu_bytes =
      sum(EntryId::states_gradients, EntryId::states_gradient_borders, EntryId::states_accumulated_gradients);
  ours.optimizer_states_gpu_bytes = sum(EntryId::states_master, EntryId::states_optimizer);
  ours.model_states_gpu_bytes =
      ours.parameters_gpu_bytes + ours.gradients_gpu_bytes + ours.optimizer_states_gpu_bytes;
  const Bytes host =
      sum(EntryId::host_master, EntryId::host_optimizer, EntryId::host_gradients, EntryId::host_weights);
  const Bytes drive = sum(EntryId::nvme_optimizer, EntryId::nvme_weights);
  ours.model_states_total_bytes =
      (ours.model_states_gpu_bytes + host) * plan.cluster.ranks() + drive * plan.cluster.nodes;
  ours.activations_gpu_bytes = sum(EntryId::activations_saved_blocks, EntryId::host_checkpoints);
  ours.outside_blocks_gpu_bytes = sum(EntryId::activations_final_norm, EntryId::logits_saved);
  ours.gathered_gpu_bytes = sum(EntryId::gathered_live);
  ours.working_gpu_bytes = sum(EntryId::activations_live_block);
  return ours;
}

}  // namespace zp
