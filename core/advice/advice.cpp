// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advice.h"

#include "core/advice/rules.h"

namespace zp {

using namespace advice_rules;

std::vector<Finding> advice(const Plan& plan, const Figures& figures,
                            const std::vector<Candidate>& candidates, WayOutSearch search,
                            const Freedom& freedom) {
  const EstimatedPlan judged{plan, figures, candidates, freedom};
  const MemoryEstimate& estimate = figures.estimate;
  std::vector<Finding> list;
  about_capacity(plan, estimate, list);
  add_ways_out(judged, search, list);
  about_host(plan, estimate, list);
  if (estimate.fits() && figures.time.is_known) {
    about_communication(judged, list);
    about_offload(judged, list);
    about_pipeline(judged, list);
    about_launches(judged, list);
    about_alternatives(judged, list);
  }
  about_batch(plan, list);
  about_mixed_gpus(judged, list);
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
