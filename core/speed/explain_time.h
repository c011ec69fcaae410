// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/formula/words.h"
#include "core/speed/step_time.h"

namespace zp {

/// An entry of the clock in words, made only when it is shown.
struct TimeExplanation {
  TimeEntry entry;
  std::string title;                 ///< "Weights gathered for the forward pass"
  std::string meaning;               ///< one or two sentences
  std::string formula;               ///< busy seconds in symbols: "gas·(P·b/(host_link·…))"
  std::string figures;               ///< the formula with this plan's numbers
  std::vector<SymbolValue> symbols;  ///< symbols of the formula
  std::string outcome;               ///< "216 ms, of which 201 ms hidden behind the forward pass"
  std::string source;                ///< paper and equation, or DeepSpeed file and function
  std::string lever;                 ///< setting that would make it smaller
};
/// Returns every entry of a clock in words, in the clock's order. `ledger` is the plan's (estimate_speed).
std::vector<TimeExplanation> explain_time(const Plan& plan, const TimeLedger& ledger);

/// Describes a resource with this plan's figure: "the network between nodes, 25 GB/s a GPU".
std::string describe(const Plan& plan, Resource resource);
/// Returns nominal GB/s of a link, memory or drive as the plan states it; 0 if the resource has no bandwidth.
double nominal_gb_per_s(const Plan& plan, Resource resource);
/// Returns the nominal GB/s at which the entry would be hidden as far as possible (all but the first block's
/// or last bucket's share, and the cost of overlapping with compute); 0 if there is no such figure. Message
/// latency is counted as if it were bandwidth.
double hiding_gb_per_s(const Plan& plan, const TimeEntry& entry);

}  // namespace zp
