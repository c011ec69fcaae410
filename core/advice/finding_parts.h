// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/advice/findings.h"

/// What the parts of findings() share. Internal to search/.
namespace zp {

/// A plan that fits and whose step time is known, with what advice about it is measured against.
struct Judged {
  const Plan& plan;
  const std::vector<Candidate>& candidates;  ///< compare(plan)
  StepTime time;
  double tokens_per_s = 0;
};

/// Finding that gains less than this is not worth a setting: the clock is not that exact.
inline constexpr double worthwhile_gain = 1.03;

double tokens_per_s(const Plan& plan);
const Candidate* of_strategy(const std::vector<Candidate>& candidates, Strategy strategy);
/// Whether `changed` is a plan DeepSpeed takes, that fits, and that trains noticeably faster.
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

void add_communication_findings(std::vector<Finding>& out, const Judged& judged);
void add_launch_findings(std::vector<Finding>& out, const Judged& judged);
void add_offload_findings(std::vector<Finding>& out, const Judged& judged);

}  // namespace zp
