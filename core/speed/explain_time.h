// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/speed/step_time.h"

namespace zp {

/// A line of the clock in words, made only when shown.
struct TimeExplanation {
  std::string_view title;   ///< "Weights gathered for the forward pass"
  std::string meaning;      ///< one or two sentences
  std::string formula;      ///< "2 B · 6.74 B weights ÷ 235 GB/s = 57.3 ms, of which 51.0 ms hidden"
  std::string_view source;  ///< paper and equation, or DeepSpeed file and function
  std::string_view lever;   ///< what to change to make it smaller
};
TimeExplanation explain(const Plan& plan, const TimeEntry& entry);
/// "network", with what that means for this plan: "the network between nodes, 25 GB/s a GPU".
std::string describe(const Plan& plan, Resource resource);
/// Nominal GB/s of a link, of memory or of a drive, as the plan states it; 0 for what is no bandwidth.
double nominal_gb_per_s(const Plan& plan, Resource resource);
/// The nominal figure at which the entry would hide as far as it can (all but the first block's or the last
/// bucket's share, and what running beside compute costs it); 0 where there is none. What messages take to
/// start is counted as if it were bandwidth.
double hiding_gb_per_s(const Plan& plan, const TimeEntry& entry);

}  // namespace zp
