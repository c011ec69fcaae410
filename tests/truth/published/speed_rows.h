// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/speed/step_time.h"
#include "tests/truth/published/published.h"

/// Compares the measured throughput of published runs with the clock's.
namespace zp::test {

struct SpeedRow {
  const Published* published = nullptr;
  StepTime time;
  double measured = 0;   ///< seconds of one optimizer step (of its backward pass where that was measured)
  double predicted = 0;  ///< predicted seconds of the same
  [[nodiscard]] double error() const { return predicted / measured - 1; }
};

/// Returns the training rows whose figure can be turned into seconds of a step: times, tokens or samples per
/// second, and FLOP/s by the row's own convention. `rows` must outlive the result.
std::vector<SpeedRow> speed_rows(const std::vector<Published>& rows);

/// Returns the rows of pipelines, which have a table of their own, or all others.
[[nodiscard]] std::vector<SpeedRow> pipelined(const std::vector<SpeedRow>& rows, bool is_pipelined);

/// Returns the reason why a row is in none of the tables of step times and micro-benchmarks.
std::string reason_not_timed(const Published& row);

}  // namespace zp::test
