// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/catalog/catalog.h"
#include "core/search/candidates.h"
#include "tests/support/share.h"

namespace zp::test {

/// Returns 2,016 plans, or a share of them: strategy × precision × optimizer × nodes × DeepSpeed
/// version × flavour.
inline std::vector<PlanDocument> plan_grid() {
  std::vector<PlanDocument> grid;
  PlanDocument document;
  Plan& plan = document.plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  for (const Strategy& strategy : all_strategies())
    for (const Precision precision : {Precision::bf16, Precision::fp16, Precision::fp32})
      for (const Optimizer optimizer :
           {Optimizer::adamw, Optimizer::adagrad, Optimizer::sgd, Optimizer::lion})
        for (const int nodes : {1, 4})
          for (const DeepSpeedVersion version :
               {DeepSpeedVersion{0, 14, 5}, DeepSpeedVersion{0, 16, 9}, DeepSpeedVersion{0, 19, 6}})
            for (const Flavour flavour : {Flavour::plain, Flavour::hf_trainer}) {
              plan = with_strategy(plan, strategy);
              plan.training.precision = precision;
              plan.training.optimizer = optimizer;
              plan.cluster.nodes = nodes;
              plan.target = {version, flavour};
              grid.push_back(document);
            }
  return share_of(grid);
}

}  // namespace zp::test
