// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/advice/rules.h"
#include "core/plan/adapters.h"
#include "core/rules/check_plan.h"
#include "core/search/resolution.h"
#include "core/speed/explain_time.h"
#include "core/speed/throughput.h"
#include "core/units/format.h"

namespace zp::advice_rules {
namespace {

/// A cause that takes less than this share of a step is not mentioned.
constexpr double noticeable_share = 0.1;
/// Share of a step below which waits for launches count as removed.
constexpr double negligible_share = 0.01;

bool is_deepspeed(const Plan& plan) { return plan.training.framework == Framework::deepspeed; }

double stage3_wait(const StepTime& time) {
  return exposed(time, TimeId::gather_forward) + exposed(time, TimeId::gather_backward) +
         exposed(time, TimeId::reduce_gradients);
}

double tokens_per_s(const Plan& plan) { return throughput_of(plan, estimate_speed(plan).total).tokens_per_s; }

/// Returns a better plan at a lighter stage without offload, or nullopt. Below stage 3, communication
/// overlaps only with overlap_comm.
std::optional<Plan> lighter_stage(const EstimatedPlan& estimated) {
  for (const int stage : {1, 2})
    for (const bool overlaps : {false, true}) {
      Plan lighter = with_strategy(estimated.plan, {stage, Device::none, Device::none});
      if (overlaps) lighter.zero.overlap_comm = true;
      if (stage < estimated.plan.zero.stage && is_better(estimated, lighter)) return lighter;
    }
  return std::nullopt;
}

/// Returns the plan with the largest micro batch that fits, divides the accumulation and is better; nullopt
/// if there is none.
std::optional<Plan> less_accumulation(const EstimatedPlan& estimated) {
  const std::int64_t steps = estimated.plan.training.gradient_accumulation_steps;
  for (std::int64_t factor = std::min<std::int64_t>(steps, 1024); factor > 1; --factor)
    if (steps % factor == 0)
      if (const Plan larger = with_larger_micro_batch(estimated.plan, factor); is_better(estimated, larger))
        return larger;
  return std::nullopt;
}

/// Returns the number of findings with which DeepSpeed would fail.
std::ptrdiff_t severe_issues(const Plan& plan) {
  return std::ranges::count_if(check(plan),
                               [](const Finding& issue) { return issue.severity <= Severity::fails_later; });
}

/// The link that stage 3 waits for most, and the bandwidth that would be needed; 0 if more bandwidth would
/// hide nothing.
struct Bottleneck {
  Resource link{};
  double waits = 0;
  double needed_gb_per_s = 0;
};
Bottleneck bottleneck_of(const EstimatedPlan& estimated) {
  Bottleneck found;
  for (const TimeEntry& entry : estimated.time().ledger.entries()) {
    if (entry.id != TimeId::gather_forward && entry.id != TimeId::gather_backward &&
        entry.id != TimeId::reduce_gradients)
      continue;
    if (entry.exposed() > found.waits) found.link = entry.resource;
    found.waits = std::max(found.waits, entry.exposed());
    found.needed_gb_per_s = std::max(found.needed_gb_per_s, hiding_gb_per_s(estimated.plan, entry));
  }
  return found;
}

/// Adds a finding on the network. If more bandwidth would hide nothing, the wait is the cost of overlapping,
/// not a fault of the network.
void add_slow_network(const EstimatedPlan& estimated, List& list) {
  const Plan& plan = estimated.plan;
  const double waits = stage3_wait(estimated.time());
  const Bottleneck bottleneck = bottleneck_of(estimated);
  if (plan.zero.stage != 3 || waits < noticeable_share * estimated.time().total ||
      bottleneck.needed_gb_per_s <= 0)
    return;
  const Finding issue{Severity::slow, "stage3_slow_network", "zero.stage",
                      "Each step of " + format_seconds(estimated.time().total) + " waits " +
                          format_seconds(waits) + " for weights and gradients on " +
                          describe(plan, bottleneck.link) + "; they would hide behind compute at " +
                          format_gb_per_s(bottleneck.needed_gb_per_s) + ".",
                      ""};
  if (const std::optional<Plan> lighter = lighter_stage(estimated)) {
    const bool overlaps = lighter->zero.overlap_comm.has_value() && lighter->zero.overlaps();
    list.push_back(
        with_remedy(estimated, issue, *lighter,
                    "Use " + label_of(strategy_of(*lighter)) + (overlaps ? " with overlap_comm true" : "")));
    return;
  }
  Plan hierarchical = plan;
  hierarchical.zero.zero_hpz_partition_size = plan.cluster.gpus_per_node;
  if (is_deepspeed(plan) && plan.cluster.nodes > 1 && plan.zero.zero_hpz_partition_size <= 1 &&
      is_better(estimated, hierarchical)) {
    list.push_back(with_remedy(estimated, issue, hierarchical,
                               "Set zero_hpz_partition_size " + format_count(plan.cluster.gpus_per_node)));
    return;
  }
  if (const std::optional<Plan> larger = less_accumulation(estimated)) {
    list.push_back(with_remedy(estimated, issue, *larger,
                               "Set micro batch " + format_count(larger->training.micro_batch_size) +
                                   " and accumulation " +
                                   format_count(larger->training.gradient_accumulation_steps)));
    return;
  }
  Finding finding = issue;
  finding.fix = "A faster network, a larger micro batch, or fewer GPUs with more memory.";
  list.push_back(std::move(finding));
}

void add_overlap_off(const EstimatedPlan& estimated, List& list) {
  const Plan& plan = estimated.plan;
  if (!is_deepspeed(plan) || plan.zero.stage == 0 || plan.zero.overlaps()) return;
  const double wait = stage3_wait(estimated.time());
  Plan overlapping = plan;
  overlapping.zero.overlap_comm = true;
  if (wait <= 0 || !is_better(estimated, overlapping)) return;
  const Bytes more = estimate_memory(overlapping).gpu.peak - estimate_memory(plan).gpu.peak;
  list.push_back(with_remedy(
      estimated,
      {Severity::slow, "overlap_comm_off", "zero.overlap_comm",
       "Communication waits for the backward pass to end: " + format_seconds(wait) + " of each " +
           format_seconds(estimated.time().total) + " step." +
           (more.value() > 0 ? " Overlapping it takes " + format_bytes(more) + " more of each GPU." : ""),
       ""},
      overlapping, "Set overlap_comm true"));
}

void add_stage2_accumulation(const EstimatedPlan& estimated, List& list) {
  const Plan& plan = estimated.plan;
  if (!is_deepspeed(plan) || plan.zero.stage != 2 || plan.training.gradient_accumulation_steps < 2) return;
  const Candidate& stage1 =
      candidate_with(estimated.candidates, {1, strategy_of(plan).optimizer, Device::none});
  const TimeEntry* reduction = estimated.time().ledger.find(TimeId::reduce_gradients);
  if (reduction == nullptr || !is_better(estimated, stage1.plan)) return;
  list.push_back(with_remedy(
      estimated,
      {Severity::slow, "stage2_reduces_every_micro_batch", "zero.stage",
       "Stage 2 reduces gradients after each of " + format_count(plan.training.gradient_accumulation_steps) +
           " micro batches, " + format_gb(reduction->amount) + " and " +
           format_seconds(reduction->exposed()) + " of waiting a step; stage 1 reduces once, and fits (" +
           format_bytes(stage1.estimate.gpu.peak) + " of " + format_bytes(stage1.estimate.gpu.capacity) +
           ").",
       ""},
      stage1.plan, "Use " + label_of(stage1.strategy)));
}

}  // namespace

const Candidate* best_of(const std::vector<Candidate>& candidates) {
  const Candidate* best = nullptr;
  for (const Candidate& candidate : candidates)
    if (candidate.runs() && candidate.fits_surely() && (best == nullptr || candidate.rank < best->rank))
      best = &candidate;
  return best;
}

bool is_better(const EstimatedPlan& estimated, const Plan& changed) {
  const double resolution =
      std::max(error_of(DimensionKind::sizes), resolution_between(pick_of(estimated.plan), pick_of(changed)));
  return severe_issues(changed) <= severe_issues(estimated.plan) &&
         !is_tight(changed, estimate_memory(changed)) &&
         tokens_per_s(changed) > (1 + resolution) * estimated.tokens_per_s();
}

std::string global_batch_words(const Plan& before, const Plan& after) {
  const std::int64_t was = train_batch_size(before), is = train_batch_size(after);
  return was == is ? std::string()
                   : " (global batch " + format_count(is) + " instead of " + format_count(was) + ")";
}

std::string gain_text(const EstimatedPlan& estimated, const Plan& changed) {
  return format_per_s(tokens_per_s(changed), "tokens") + " instead of " +
         format_per_s(estimated.tokens_per_s(), "tokens");
}

Finding with_remedy(const EstimatedPlan& estimated, Finding finding, const Plan& remedy,
                    const std::string& advice) {
  finding.fix = advice + ": " + gain_text(estimated, remedy) + ".";
  finding.remedy = {advice, remedy};
  return finding;
}

double exposed(const StepTime& time, TimeId id) {
  double seconds = 0;
  for (const TimeEntry& entry : time.ledger.entries())
    if (entry.id == id) seconds += entry.exposed();
  return seconds;
}

Plan with_larger_micro_batch(Plan plan, std::int64_t factor) {
  Training& training = plan.training;
  training.micro_batch_size *= factor;
  if (training.gradient_accumulation_steps % factor == 0) training.gradient_accumulation_steps /= factor;
  return plan;
}

namespace {

/// Adds a finding on a mixture of experts without expert parallelism, where every rank gathers all experts.
void add_missing_expert_parallelism(const EstimatedPlan& estimated, List& list) {
  const Plan& plan = estimated.plan;
  const Training& training = plan.training;
  if (!plan.model.architecture.has_experts() || training.expert_parallel > 1 ||
      training.pipeline_parallel > 1 || plan.cluster.ranks() == 1)
    return;
  double waits = 0;
  if (plan.zero.stage == 3)  // mostly the hooks that gather their tensors
    waits = exposed(estimated.time(), TimeId::launches);
  for (const TimeEntry& entry : estimated.time().ledger.entries())
    if (entry.part == TimePart::communication) waits += entry.exposed();
  if (waits < estimated.time().total / 2) return;
  list.push_back(
      {Severity::slow, "experts_not_divided", "training.expert_parallel",
       "Every rank gathers and reduces the weights and gradients of all experts: " + format_seconds(waits) +
           " of each " + format_seconds(estimated.time().total) + " step, " +
           format_per_s(estimated.figures.throughput.tokens_per_s, "tokens") +
           ". Models like this are trained with experts divided among ranks or blocks divided in a pipeline; "
           "this plan has neither.",
       "Set training.expert_parallel, so that each rank holds and reduces a part of the experts."});
}

}  // namespace

void about_communication(const EstimatedPlan& estimated, List& list) {
  add_missing_expert_parallelism(estimated, list);
  add_slow_network(estimated, list);
  add_overlap_off(estimated, list);
  add_stage2_accumulation(estimated, list);
}

namespace {

/// Returns the plan with grouped experts if the plan's releases have them and it is better; otherwise
/// nullopt. With stacked experts came one grouped product of a layer's experts (transformers
/// integrations/moe.py, grouped_mm_experts_forward).
std::optional<Plan> with_grouped_experts(const EstimatedPlan& estimated) {
  const Training& training = estimated.plan.training;
  if (!estimated.plan.model.architecture.has_experts() || training.stacks_experts()) return std::nullopt;
  if (!stores_stacked_experts.is_reached(training.releases)) return std::nullopt;
  Plan grouped = estimated.plan;
  grouped.training.experts = Experts::grouped;
  if (!is_better(estimated, grouped)) return std::nullopt;
  return grouped;
}

}  // namespace

/// Adds a finding if the GPU waits for the host, with the smallest multiple of the micro batch that avoids
/// it.
void about_launches(const EstimatedPlan& estimated, List& list) {
  const Plan& plan = estimated.plan;
  const double waits = exposed(estimated.time(), TimeId::launches);
  if (waits < noticeable_share * estimated.time().total) return;
  const std::string tokens =
      format_count(plan.training.micro_batch_size * plan.training.sequence_length) + " tokens a micro batch";
  Finding finding{Severity::slow, "launch_bound", "training.micro_batch_size",
                  "The GPU waits " + format_seconds(waits) + " of each " +
                      format_seconds(estimated.time().total) +
                      " step for the host to start its kernels: " + tokens + " are too little work.",
                  "torch.compile or CUDA graphs start many kernels at once."};
  if (const std::optional<Plan> grouped = with_grouped_experts(estimated)) {
    finding.path = "training.experts";
    finding.message = "The GPU waits " + format_seconds(waits) + " of each " +
                      format_seconds(estimated.time().total) +
                      " step for the host to start its kernels: the experts of a layer run one after "
                      "another, on " +
                      tokens + ".";
    list.push_back(with_remedy(estimated, finding, *grouped,
                               "Set training.experts grouped, the default of transformers 5 "
                               "(experts_implementation grouped_mm)"));
    return;
  }
  for (std::int64_t factor = 2; factor <= 1024; factor *= 2) {
    const Plan larger = with_larger_micro_batch(plan, factor);
    if (!estimate_memory(larger).fits()) break;
    if (!is_better(estimated, larger)) continue;
    finding = with_remedy(estimated, finding, larger,
                          "Set micro batch " + format_count(larger.training.micro_batch_size) +
                              global_batch_words(plan, larger));
    const StepTime then = estimate_speed(larger);
    if (exposed(then, TimeId::launches) < negligible_share * then.total) break;
  }
  list.push_back(std::move(finding));
}

}  // namespace zp::advice_rules
