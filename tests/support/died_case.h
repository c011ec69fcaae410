// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/diagnosis.h"
#include "tests/support/csv.h"

/// Compares the answers for the logs in tests/data/run-logs/died with an expert's reading of each
/// (cases.csv).
namespace zp::test {

/// The answer for one log compared with the expert's row.
struct DiedVerdict {
  bool is_recognised = false;  ///< the answer is more than an unknown exception or a launcher's report
  bool has_kind = false;
  std::optional<bool> has_phase;  ///< empty if the log does not show a phase
  int figures = 0;                ///< number of amounts stated by the log
  int right_figures = 0;
  std::optional<bool>
      has_other_processes;  ///< memory of other processes; empty if the expert does not mention it
};

std::vector<CsvRow> died_cases();
/// Returns the text of the case's log. Throws std::runtime_error if the file is missing.
std::string log_of_case(const CsvRow& row);
/// Returns the answer for the case's log, without a plan.
std::vector<Death> answer_to_case(const CsvRow& row);
DiedVerdict verdict_of(const CsvRow& row, const std::vector<Death>& answer);

}  // namespace zp::test
