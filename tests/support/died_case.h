// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/diagnosis.h"
#include "tests/support/csv.h"

/// The logs of tests/data/run-logs/died beside what an expert reads from each (cases.csv).
namespace zp::test {

/// The answer about one log beside the expert's row.
struct DiedVerdict {
  bool is_recognised = false;  ///< more than an unknown exception or a launcher's report was found
  bool has_kind = false;
  std::optional<bool> has_phase;  ///< empty where the log shows none
  int figures = 0;                ///< amounts that the log states
  int right_figures = 0;
  std::optional<bool> has_others;  ///< memory of other processes; empty where the expert says nothing of it
};

std::vector<CsvRow> died_cases();
/// Returns the text of the case's log. Throws std::runtime_error if the file is missing.
std::string log_of_case(const CsvRow& row);
/// Returns the answer about the case's log, without a plan.
std::vector<Death> answer_to_case(const CsvRow& row);
DiedVerdict verdict_of(const CsvRow& row, const std::vector<Death>& answer);

}  // namespace zp::test
