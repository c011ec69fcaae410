// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/accuracy/accuracy.h"
#include "ui/results/plain_table.h"

/// Measured values beside predicted ones, as tables that are ready to show.
namespace zp {

/// Returns a row for each table: its number of rows, median, 90th percentile, worst, and whether the goal is
/// met, in words.
PlainTableData accuracySummary(const Accuracy& accuracy);

/// Returns the rows of one table, in their order. The second column links to the source; the last sorts by
/// the size of the error, whatever its sign.
PlainTableData accuracyRows(const AccuracyTable& table);
inline constexpr int accuracy_source_column = 1;
inline constexpr int accuracy_configuration_column = 2;
inline constexpr int accuracy_error_column = 6;

/// Returns what was not compared, and why.
PlainTableData accuracyLeftOut(const std::vector<AccuracyLeftOut>& left_out);

/// Returns sentences about the rows of a table, its verdicts, its parts, and why a goal is missed.
QString accuracyText(const AccuracyTable& table);

/// Returns the tables in words, as rich text.
QString accuracyGridsHtml(const std::vector<AccuracyGrid>& grids);

/// Returns an error with its sign: "+12 %".
QString accuracyErrorText(double error);

/// Returns one row in full, as rich text: everything its columns may have elided, its note and its source
/// as a link.
QString accuracyRowHtml(const AccuracyRow& row);

/// Returns the rows as text for other programs: a header, then values in bytes or numbers, separated by tabs.
QString accuracyTsv(const std::vector<const AccuracyRow*>& rows);

}  // namespace zp
