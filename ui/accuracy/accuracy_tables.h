// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/accuracy/accuracy.h"
#include "ui/results/plain_table.h"

/// Measured and predicted values as tables that are ready to show.
namespace zp {

/// Returns one row per table: number of rows, median, 90th percentile, worst error, and whether the goal is
/// met, in words.
PlainTableData accuracySummary(const Accuracy& accuracy);

/// Returns the rows of one table, in order. The second column links to the source; the last sorts by the
/// absolute error.
PlainTableData accuracyRows(const AccuracyTable& table);
inline constexpr int accuracy_source_column = 1;
inline constexpr int accuracy_configuration_column = 2;
inline constexpr int accuracy_error_column = 6;

/// Returns a sentence about the figures that were not compared, with the reason.
PlainTableData accuracyLeftOut(const std::vector<AccuracyLeftOut>& left_out);

/// Returns sentences about a table: its rows, verdicts and parts, and why a goal is missed.
QString accuracyText(const AccuracyTable& table);

/// Returns the accuracy grids in words, as rich text.
QString accuracyGridsHtml(const std::vector<AccuracyGrid>& grids);

/// Returns an error with its sign: "+12 %".
QString accuracyErrorText(double error);

/// Returns all details of one row as rich text: complete texts, its note, and a link to its source.
QString accuracyRowHtml(const AccuracyRow& row);

/// Returns the rows as tab-separated text with a header; values are bytes or plain numbers.
QString accuracyTsv(const std::vector<const AccuracyRow*>& rows);

}  // namespace zp
