// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/advice/advice.h"

/// Internal to advice: the rules, by what they are about. Each adds to the list where it applies.
namespace zp::advice_rules {

/// A plan with what advice about it is measured against.
struct Judged {
  const Plan& plan;
  const Figures& figures;
  const std::vector<Candidate>& candidates;  ///< compare(plan)

  [[nodiscard]] const StepTime& time() const { return figures.time; }
  [[nodiscard]] double tokens_per_s() const { return figures.throughput.tokens_per_s; }
};

using List = std::vector<Finding>;

/// What does not fit GPU, host or drive, or hardly does; without a way out.
void about_capacity(const MemoryEstimate& estimate, List& list);
/// A way out for each of those that do not fit.
void add_ways_out(const Judged& judged, WayOutSearch search, List& list);
/// What the host meets beside training.
void about_host(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_batch(const Plan& plan, List& list);
/// What several kinds of GPU leave unused, and what the plan would be without the one that binds.
void about_mixed_gpus(const Judged& judged, List& list);

/// What the clock tells, of plans that fit and whose step time is known.
void about_communication(const Judged& judged, List& list);
void about_offload(const Judged& judged, List& list);
void about_launches(const Judged& judged, List& list);
void about_alternatives(const Judged& judged, List& list);

/// What guides to DeepSpeed tell people to look at.
void about_memory(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_adapters(const Plan& plan, const MemoryEstimate& estimate, List& list);
void about_buckets(const Plan& plan, List& list);
void about_program(const Plan& plan, List& list);

/// The first of the ranking that DeepSpeed runs, or nullptr.
const Candidate* best_of(const std::vector<Candidate>& candidates);
/// Whether `changed` is a plan DeepSpeed takes, that fits, and that trains faster by more than the clock can
/// tell of what differs (core/search/resolution.h).
bool is_better(const Judged& judged, const Plan& changed);
/// "28,400 instead of 21,000 tokens/s".
std::string gain_text(const Judged& judged, const Plan& changed);
/// The finding with `advice` for its fix, with the tokens per second that brings, and `remedy` as what Apply
/// sets.
Finding with_remedy(const Judged& judged, Finding finding, const Plan& remedy, const std::string& advice);
/// Exposed seconds of an entry, 0 where the plan has none.
double exposed(const StepTime& time, TimeId id);
/// The same batch with `factor` times the micro batch; accumulation falls where it can be divided.
Plan with_larger_micro_batch(Plan plan, std::int64_t factor);
/// Whether the estimate, or the upper end of its range, comes near what the GPU holds.
bool is_tight(const GpuMemory& gpu);

}  // namespace zp::advice_rules
