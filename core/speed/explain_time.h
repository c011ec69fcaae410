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
  std::string formula;               ///< its busy seconds in symbols: "gas·(P·b/(host_link·…))"
  std::string figures;               ///< the formula in this plan's numbers
  std::vector<SymbolValue> symbols;  ///< symbols of the formula
  std::string outcome;               ///< "216 ms, of which 201 ms hidden behind the forward pass"
  std::string source;                ///< paper and equation, or DeepSpeed file and function
  std::string lever;                 ///< what to change to make it smaller
};
/// Returns every entry of a clock in words, in the clock's order. `ledger` is the plan's (estimate_speed).
std::vector<TimeExplanation> explain_time(const Plan& plan, const TimeLedger& ledger);

/// Describes a resource as this plan has it: "the network between nodes, 25 GB/s a GPU".
std::string describe(const Plan& plan, Resource resource);
/// Nominal GB/s of a link, of memory or of a drive, as the plan states it; 0 if it has no bandwidth.
double nominal_gb_per_s(const Plan& plan, Resource resource);
/// Nominal GB/s at which the entry would hide as far as it can (all but the share of the first block or the
/// last bucket, and the cost of running beside compute); 0 if there is no such figure. The time that messages
/// take to start is counted as if it were bandwidth.
double hiding_gb_per_s(const Plan& plan, const TimeEntry& entry);

}  // namespace zp
