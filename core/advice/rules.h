// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/advice/advice.h"

/// The rules of the advice, by subject; internal to advice. Each adds findings to the list if it applies.
namespace zp::advice_rules {

/// A plan with the figures that advice about it is measured against.
struct EstimatedPlan {
  const Plan& plan;
  const Figures& figures;
  const std::vector<Candidate>& candidates;  ///< compare(plan)

  [[nodiscard]] const StepTime& time() const { return figures.time; }
  [[nodiscard]] double tokens_per_s() const { return figures.throughput.tokens_per_s; }
};

using List = std::vector<Finding>;

/// Adds the findings on GPU, host and drive memory that is too small, or nearly so; without a way out.
void about_capacity(const Plan& plan, const MemoryEstimate& estimate, List& list);
/// Gives each shortage a way out.
void add_ways_out(const EstimatedPlan& judged, WayOutSearch search, List& list);
/// Adds findings on the host's memory beside training: loading and pinned allocations.
void about_host(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_batch(const Plan& plan, List& list);
/// Adds what several kinds of GPU leave unused, and the figures without the kind that binds.
void about_mixed_gpus(const EstimatedPlan& judged, List& list);

/// Findings of the clock, for plans that fit and whose step time is known.
void about_communication(const EstimatedPlan& judged, List& list);
void about_offload(const EstimatedPlan& judged, List& list);
void about_pipeline(const EstimatedPlan& judged, List& list);
void about_launches(const EstimatedPlan& judged, List& list);
void about_alternatives(const EstimatedPlan& judged, List& list);

/// Findings on what guides to DeepSpeed tell people to look at.
void about_memory(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_adapters(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_buckets(const Plan& plan, List& list);
void about_program(const Plan& plan, List& list);

/// Returns the first candidate of the ranking that fits with the usual odds and that DeepSpeed runs, or
/// nullptr.
const Candidate* best_of(const std::vector<Candidate>& candidates);
/// Returns true if `changed` has no more issues at which DeepSpeed stops, fits with the usual odds, and
/// trains faster by more than the clock can tell of the differences (core/search/resolution.h).
bool is_better(const EstimatedPlan& judged, const Plan& changed);
/// Returns "28,400 tokens/s instead of 21,000 tokens/s".
std::string gain_text(const EstimatedPlan& judged, const Plan& changed);
/// Returns the finding with `advice` and the tokens per second it brings as its fix, and with `remedy` as the
/// plan that Apply sets.
Finding with_remedy(const EstimatedPlan& judged, Finding finding, const Plan& remedy,
                    const std::string& advice);
/// Returns the exposed seconds of an entry; 0 if the plan has none.
double exposed(const StepTime& time, TimeId id);
/// Returns the plan with `factor` times the micro batch. Accumulation falls by that factor if it can be
/// divided, so that the batch stays the same.
Plan with_larger_micro_batch(Plan plan, std::int64_t factor);
/// Returns true if the odds that the plan fits are below the usual ones (FitDemand).
bool is_tight(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp::advice_rules
