// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

/// Rounds of runs that others reported (tests/data/blind), each counted by itself.
namespace zp::test {

/// A round: its files, and the texts of its tables and of its section of docs/accuracy.md.
struct ReportRound {
  std::string_view name;           ///< beginning of the names of its tables: "users2"
  std::string_view memory, speed;  ///< files
  std::string_view title;          ///< of its tables: "Reports of users, second round"
  std::string_view later_keys;     ///< where its rows come from, and which keys were added later
  std::string_view heading, about;
  std::string_view readings;  ///< title of the grid of its first answers; "" if they were not kept
  std::string_view readings_about;
};

/// Returns the rounds in the order in which they were collected.
std::span<const ReportRound> report_rounds();

}  // namespace zp::test
