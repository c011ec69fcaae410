// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/checkpoint.h"

#include <algorithm>

#include "core/memory/entries.h"

namespace zp {
namespace {

/// Of one file of the converted model (convert_zero_checkpoint_to_fp32_state_dict, max_shard_size).
constexpr std::int64_t largest_file = 5'000'000'000;
constexpr DeepSpeedVersion maps_files{0, 16, 0};

Bytes host_to_convert(const Plan& plan, Bytes fp32_model) {
  if (plan.target.deepspeed_version < maps_files) return fp32_model * 2;
  return plan.zero.stage == 3 ? std::min(fp32_model, Bytes(largest_file)) : fp32_model;
}

}  // namespace

SavedCheckpoint saved_checkpoint(const Plan& plan) {
  const Symbols s = symbols_of(plan);
  const CheckpointSize size = checkpoint_size(plan, s);
  const bool is_partitioned = plan.zero.stage > 0 && plan.training.framework == Framework::deepspeed;
  const std::int64_t ranks = std::max(1, s.parallel.world), tensor = s.parallel.tensor.ranks;
  SavedCheckpoint saved;
  const std::int64_t trained = s.sums.trainable * tensor;
  const Bytes frozen = size.weights - Bytes(trained * s.weight_bytes);
  saved.model_states = {plan.zero.stage == 3 ? ranks : tensor, plan.zero.stage == 3 ? frozen : size.weights};
  saved.optimizer_states = {is_partitioned ? ranks : 0, size.training_state - saved.model_states.bytes};
  if (!is_partitioned) {  // with the module, in one file
    saved.model_states.bytes = size.training_state;
    saved.optimizer_states = {};
  }
  if (plan.training.has_adapters()) saved.adapters = Bytes(trained * s.weight_bytes);
  if (!is_partitioned) return saved;
  saved.fp32_model = frozen + Bytes(trained * 4);
  saved.host_to_convert = host_to_convert(plan, saved.fp32_model);
  return saved;
}

}  // namespace zp
