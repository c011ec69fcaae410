// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/memory/symbols.h"
#include "core/speed/explain_time.h"

/// What the parts of explain() share. Internal to speed/.
namespace zp {

/// A line of the clock, with what its words are made from.
struct TimeLine {
  const Plan& plan;
  const Symbols& symbols;
  const TimeEntry& entry;
  double times = 1;  ///< how often it happens in a step: once, or once a micro batch
  /// FLOP or bytes of one occurrence.
  [[nodiscard]] double amount() const { return entry.amount / times; }
};

/// The formula with its numbers: "2 bytes · 6.74 B weights · 7/8 ÷ 218 GB/s = 54.1 ms per micro batch × 4 =
/// 216 ms, of which 201 ms hidden behind the forward pass". `product` is what one occurrence does.
std::string worked_out(const TimeLine& line, const std::string& product);
std::string bytes_each(double bytes);                         ///< "2 bytes", "0.5 bytes", "1 byte"
std::string elements_of(double number, std::string_view of);  ///< "6.74 B weights"
std::string times_count(double number, std::string_view of);  ///< "4,096 tokens"

[[nodiscard]] inline bool is_pytorch(const Plan& plan) { return plan.training.framework == Framework::fsdp; }

TimeExplanation explain_compute(const TimeLine& line);
/// Collectives inside each block.
TimeExplanation explain_model_parallel(const TimeLine& line);
/// Gathers and reductions of weights and gradients.
TimeExplanation explain_data_parallel(const TimeLine& line);
TimeExplanation explain_optimizer_time(const TimeLine& line);
TimeExplanation explain_host_traffic(const TimeLine& line);

}  // namespace zp
