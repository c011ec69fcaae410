// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/advice/advice.h"
#include "core/search/space.h"

/// The rules of advice by subject; internal to advice. Each adds its findings to the list.
namespace zp::advice_rules {

/// A plan and the figures that advice is based on.
struct EstimatedPlan {
  const Plan& plan;
  const Figures& figures;
  const std::vector<Candidate>& candidates;  ///< compare(plan)
  const Freedom& freedom;                    ///< what a search for the best plan may change

  [[nodiscard]] const StepTime& time() const { return figures.time; }
  [[nodiscard]] double tokens_per_s() const { return figures.throughput.tokens_per_s; }
};

using List = std::vector<Finding>;

/// Adds findings on GPU, host and drive memory that is too small or tight, without ways out.
void about_capacity(const Plan& plan, const MemoryEstimate& estimate, List& list);
/// Adds to each finding about missing memory a change with which the plan fits.
void add_ways_out(const EstimatedPlan& estimated, WayOutSearch search, List& list);
/// Adds findings on host memory outside training: loading and pinned allocations.
void about_host(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_batch(const Plan& plan, List& list);
/// Adds a finding for a cluster with several kinds of GPU: the memory and speed that stay unused, and the
/// plan's figures without the limiting kind.
void about_mixed_gpus(const EstimatedPlan& estimated, List& list);

/// Add findings on time, for plans that fit and whose step time is known.
void about_communication(const EstimatedPlan& estimated, List& list);
void about_offload(const EstimatedPlan& estimated, List& list);
void about_pipeline(const EstimatedPlan& estimated, List& list);
void about_launches(const EstimatedPlan& estimated, List& list);
void about_alternatives(const EstimatedPlan& estimated, List& list);

/// Add the checks that guides to DeepSpeed recommend.
void about_memory(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_adapters(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_buckets(const Plan& plan, List& list);
void about_program(const Plan& plan, List& list);
/// Adds a note on the builds that GPUs of other makers than NVIDIA need.
void about_accelerator(const Plan& plan, List& list);

/// Returns the first ranked candidate that fits with the default odds and that DeepSpeed runs; nullptr if
/// there is none.
const Candidate* best_of(const std::vector<Candidate>& candidates);
/// Returns true if `changed` has no more findings with which DeepSpeed fails, fits with the default odds, and
/// trains faster by more than the clock's resolution (core/search/resolution.h).
bool is_better(const EstimatedPlan& estimated, const Plan& changed);
/// Returns "28,400 tokens/s instead of 21,000 tokens/s".
std::string gain_text(const EstimatedPlan& estimated, const Plan& changed);
/// Returns " (global batch 32 instead of 16)"; "" if both plans have the same.
std::string global_batch_words(const Plan& before, const Plan& after);
/// Returns the finding with `advice` and the resulting tokens per second as its fix, and `remedy` as the plan
/// that Apply sets.
Finding with_remedy(const EstimatedPlan& estimated, Finding finding, const Plan& remedy,
                    const std::string& advice);
/// Returns the exposed seconds of an entry; 0 if the plan has no such entry.
double exposed(const StepTime& time, TimeId id);
/// Returns the plan with `factor` times the micro batch. Accumulation is divided by `factor` if possible,
/// which keeps the global batch.
Plan with_larger_micro_batch(Plan plan, std::int64_t factor);
/// Returns true if the odds that the plan fits are below the default (FitDemand).
bool is_tight(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp::advice_rules
