// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/search/candidates.h"

namespace zp::test {

/// Plans that check() lets through: any preset or count, any strategy, any batch and training switches.
inline rc::Gen<Plan> any_plan() {
  return rc::gen::exec([] {
    Plan plan;
    const int models = static_cast<int>(catalog().models.size());
    if (*rc::gen::inRange(0, 4) == 0)
      plan.model =
          model_from_parameters(Params(*rc::gen::inRange<std::int64_t>(1'000'000, 2'000'000'000'000)));
    else
      plan.model = model_from_preset(*rc::gen::inRange(0, models));
    plan.cluster.nodes = *rc::gen::inRange(1, 9);
    plan.cluster.gpus_per_node = *rc::gen::element(1, 2, 4, 8);
    Training& training = plan.training;
    training.precision = *rc::gen::element(Precision::bf16, Precision::fp16, Precision::fp32);
    training.optimizer =
        *rc::gen::element(Optimizer::adam, Optimizer::adamw, Optimizer::adagrad, Optimizer::sgd,
                          Optimizer::rmsprop, Optimizer::lion, Optimizer::muon);
    training.micro_batch_size = *rc::gen::inRange(1, 33);
    training.gradient_accumulation_steps = *rc::gen::inRange(1, 5);
    training.sequence_length = *rc::gen::inRange(1, 16385);
    training.activation_checkpointing =
        *rc::gen::element(Checkpointing::none, Checkpointing::selective, Checkpointing::full);
    training.attention = *rc::gen::element(Attention::sdpa, Attention::eager);
    training.fused_loss =
        *rc::gen::element(FusedLoss::none, FusedLoss::chunked, FusedLoss::fused, FusedLoss::compiled);
    training.fused_norm = *rc::gen::arbitrary<bool>();
    training.partition_activations = *rc::gen::arbitrary<bool>();
    training.framework =
        *rc::gen::weightedElement<Framework>({{4, Framework::deepspeed}, {1, Framework::fsdp}});
    training.dropout = *rc::gen::element(0.0, 0.1);
    training.checkpoints_on_host = *rc::gen::arbitrary<bool>();
    training.gradient_accumulation_dtype =
        *rc::gen::element(AccumulationDtype::automatic, AccumulationDtype::fp32);
    training.zero_init = *rc::gen::arbitrary<bool>();
    const auto strategies = all_strategies();
    plan = with_strategy(plan, strategies[*rc::gen::inRange<std::size_t>(0, strategies.size())]);
    if (*rc::gen::arbitrary<bool>()) plan.zero.overlap_comm = *rc::gen::arbitrary<bool>();
    plan.zero.reduce_bucket_size = *rc::gen::inRange(1'000, 1'000'000'000);
    return plan;
  });
}

}  // namespace zp::test
