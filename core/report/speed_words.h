// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/estimate/figures.h"
#include "core/report/table.h"
#include "core/search/candidates.h"

/// Texts about the clock for text, Markdown and JSON output.
namespace zp {

/// Returns the word for the resource that limits a step, `bound_by` in docs/json.md: "compute" for the GPU's
/// own resources, else the link, memory or drive: "network", "node_link", "host_link", "host_memory",
/// "drive".
std::string resource_word(Resource resource);
std::string step_with_range(const StepTime& time);  ///< "3.42 s (2.90 s to 4.30 s)", "unknown"
/// Returns the rate, "24,310 tokens/s"; with padding "24,310 tokens/s (18,230 of them no padding)".
std::string token_rate(const Throughput& throughput);
/// Returns one line: "3.42 s a step (2.90 s to 4.30 s), 24,310 tokens/s, MFU 41.2 %, bound by matrix units".
std::string speed_line(const Figures& figures);
/// Returns a table of the parts of a step, with exposed seconds and share; the last row is the sum.
Table step_parts(const StepTime& time);
/// Returns sentences about the range and its meaning, the resource that the step waits for, tokens/s and MFU,
/// the slowdown, communication and the bandwidth that would hide it, and the budget if stated.
std::vector<std::string> speed_sentences(const Plan& plan, const Figures& figures);
/// Returns why there is no step time.
std::string_view no_clock_sentence();

/// Returns a table of memory and speed, one row per strategy, with a verdict as the last cell.
Table strategy_table(const std::vector<Candidate>& candidates);

}  // namespace zp
