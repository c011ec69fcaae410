// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <optional>

#include "core/advice/rules.h"
#include "core/sharding/pipeline_schedule.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

/// Idle share of a step below which a pipeline's wait is not mentioned.
constexpr double noticeable_wait = 0.1;

Plan interleaved(Plan plan, std::int64_t chunks) {
  plan.training.pipeline_schedule = PipelineSchedule::interleaved;
  plan.training.pipeline_chunks = static_cast<int>(chunks);
  return plan;
}

/// Returns the plan with the fewest model parts per rank that is better; nullopt if the program has no such
/// schedule, or none helps.
std::optional<Plan> with_more_parts(const EstimatedPlan& estimated) {
  const Training& training = estimated.plan.training;
  const bool is_free = training.pipeline_schedule == PipelineSchedule::one_f_one_b ||
                       training.pipeline_schedule == PipelineSchedule::interleaved;
  if (training.framework == Framework::deepspeed || !is_free) return std::nullopt;
  const std::int64_t blocks = estimated.plan.model.architecture.layers / training.pipeline_parallel;
  for (std::int64_t chunks = 2 * chunks_of(training); chunks <= blocks; chunks *= 2)
    if (const Plan more = interleaved(estimated.plan, chunks); is_better(estimated, more)) return more;
  return std::nullopt;
}

}  // namespace

void about_pipeline(const EstimatedPlan& estimated, List& list) {
  const Training& training = estimated.plan.training;
  const double wait = exposed(estimated.time(), TimeId::pipeline_bubble), total = estimated.time().total;
  if (training.pipeline_parallel <= 1 || wait < noticeable_wait * total) return;
  Finding finding{Severity::slow, "pipeline_waits", "training.pipeline_schedule",
                  "The stages of the pipeline wait for each other " + format_percent(wait / total) +
                      " of the step: " + format_seconds(wait) + " of " + format_seconds(total) +
                      " fill and drain it, whatever the number of micro batches, which is " +
                      format_count(training.gradient_accumulation_steps) + ".",
                  "More micro batches (training.gradient_accumulation_steps) or fewer stages make it a "
                  "smaller share."};
  if (const std::optional<Plan> more = with_more_parts(estimated))
    finding = with_remedy(estimated, finding, *more,
                          "Interleave " + format_count(chunks_of(more->training)) + " parts a stage");
  list.push_back(std::move(finding));
}

}  // namespace zp::advice_rules
