// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/catalog/catalog.h"
#include "core/search/candidates.h"

namespace zp::bench {

/// Returns 4,096 plans that differ in model, strategy, micro batch, sequence and ranks, as a
/// search makes them.
inline std::vector<Plan> different_plans() {
  std::vector<Plan> plans;
  const std::vector<SharedModelPreset>& models = catalog().models;
  for (int i = 0; plans.size() < 4096; ++i) {
    Plan plan;
    plan.model = model_from_preset(models[static_cast<std::size_t>(i) % models.size()]);
    plan = with_strategy(plan, all_strategies()[static_cast<std::size_t>(i) % all_strategies().size()]);
    plan.cluster.nodes = 1 + i % 16;
    plan.training.micro_batch_size = 1 + i % 7;
    plan.training.sequence_length = 1024 << (i % 4);
    plan.training.gradient_accumulation_steps = 1 + i % 3;
    plan.training.activation_checkpointing = i % 2 == 0 ? Checkpointing::none : Checkpointing::full;
    plans.push_back(plan);
  }
  return plans;
}

}  // namespace zp::bench
