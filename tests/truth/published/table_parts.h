// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "core/accuracy/accuracy.h"
#include "tests/support/csv.h"

/// Parts that the tables of bytes and those of seconds share.
namespace zp::test {

/// Returns an empty table. `group` is "memory" or "speed".
AccuracyTable make_table(std::string group, std::string id, std::string title, std::string description,
                         AccuracyUnit unit);

/// Returns a published row beside our figure, with the error between both.
AccuracyRow compared_row(const CsvRow& row, std::string configuration, std::string meaning, double measured,
                         double predicted, std::string note);

/// Sorts rows by error, worst first, and fills in count, median, 90th percentile and worst, of all rows and
/// of parts: the open and the held-out sources, and all but the largest source where that has more than two
/// fifths. Percentiles are of the nearest rank.
void finish(AccuracyTable& table);
/// Returns the median of some errors, the mean of the middle two if their number is even; 0 if
/// there are none.
double median_of(std::vector<double> values);
/// Returns the smallest error that nine tenths of the errors do not exceed; there must be one.
double ninth_of_ten(std::vector<double> errors);
/// Returns the median over sources of each source's median error.
double median_over_sources(const AccuracyTable& table);
/// Returns a share as "5.3 %" or "16.0 %", and with two digits if it is below one percent.
std::string percent(double share);

/// Sets the figures that the same tables have with the rows' columns alone, where they differ.
void set_columns_alone(Accuracy& accuracy, const Accuracy& columns_alone);

/// Returns the ids of all rows in the tables.
std::set<std::string> compared_ids(const Accuracy& accuracy);
const AccuracyTable& table_named(const Accuracy& accuracy, std::string_view id);

/// Names the figure of the table that is worse than the given count of rows, median or 90th percentile; "" if
/// none is.
std::string grown(const AccuracyTable& table, int rows, double median, double p90);
/// Returns true if resources/accuracy/`file` holds exactly these tables.
bool is_in_resources(const Accuracy& accuracy, const std::string& file);

/// Returns the text of the file, format "zero-accuracy/1".
std::string write_accuracy(const Accuracy& accuracy);
/// Returns one line and the worst rows, for a test's output.
std::string summary(const AccuracyTable& table, std::size_t worst_rows = 5);

}  // namespace zp::test
