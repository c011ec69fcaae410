// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advice.h"

#include "core/advice/rules.h"

namespace zp {

using namespace advice_rules;

std::vector<Finding> advice(const Plan& plan, const Figures& figures,
                            const std::vector<Candidate>& candidates, WayOutSearch search,
                            const Freedom& freedom) {
  const EstimatedPlan estimated{plan, figures, candidates, freedom};
  const MemoryEstimate& estimate = figures.estimate;
  std::vector<Finding> list;
  about_capacity(plan, estimate, list);
  add_ways_out(estimated, search, list);
  about_host(plan, estimate, list);
  if (estimate.fits() && figures.time.is_known) {
    about_communication(estimated, list);
    about_offload(estimated, list);
    about_pipeline(estimated, list);
    about_launches(estimated, list);
    about_alternatives(estimated, list);
  }
  about_batch(plan, list);
  about_mixed_gpus(estimated, list);
  about_accelerator(plan, list);
  if (plan.training.framework == Framework::deepspeed) {
    about_memory(plan, estimate, list);
    about_adapters(plan, estimate, list);
    about_buckets(plan, list);
    about_program(plan, list);
  }
  sort_worst_first(list);
  return list;
}

}  // namespace zp
