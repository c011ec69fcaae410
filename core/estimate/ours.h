// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/estimate.h"
#include "core/plan/plan.h"

namespace zp {

/// This planner's figures in the categories of other estimators, summed from the ledger, for comparison.
/// Model states are weights, gradients, master weights and optimizer states.
struct OurFigures {
  Bytes parameters_gpu_bytes;  ///< states.weights
  Bytes gradients_gpu_bytes;   ///< states.gradients, including accumulated gradients and partition borders
  Bytes optimizer_states_gpu_bytes;  ///< states.master, states.optimizer
  Bytes model_states_gpu_bytes;      ///< sum of the three above
  Bytes model_states_total_bytes;    ///< on all GPUs, hosts and drives together
  Bytes activations_gpu_bytes;       ///< activations.saved_blocks, or host.checkpoints if they are offloaded
  Bytes outside_blocks_gpu_bytes;    ///< activations.final_norm and logits.saved
  Bytes gathered_gpu_bytes;          ///< gathered.live
  Bytes working_gpu_bytes;           ///< activations.live_block
};
OurFigures our_figures(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp
