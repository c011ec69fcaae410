// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/accuracy/accuracy.h"
#include "tests/truth/published/blind_rows.h"
#include "tests/truth/published/report_rounds.h"

/// The first answers to the plans of a round of reports, on the day when they were written, beside those of
/// now.
namespace zp::test {

/// Answers to the reports of a round.
struct ReportReading {
  std::vector<double> memory, time;  ///< predicted ÷ measured
  int ran_out = 0, missed_failures = 0;
  int ran_out_said_likely = 0;  ///< said to fit with odds of 80 % or more
  int ran = 0, false_alarms = 0;
};

/// Returns the answers of the first day. Throws std::logic_error if a row has none.
ReportReading first_reading(const std::vector<BlindRow>& memory, const std::vector<BlindRow>& speed);
/// Returns the answers of now.
ReportReading reading_of_now(const std::vector<BlindRow>& memory, const std::vector<BlindRow>& speed);

/// Returns how many ratios lie between 0.8 and 1.25.
int count_near(const std::vector<double>& ratios);

/// Returns the first reading of a round and that of now, as first written and with facts added later.
AccuracyGrid readings_grid(const ReportRound& round);

}  // namespace zp::test
