// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <set>
#include <string>

#include "core/accuracy/accuracy.h"
#include "tests/support/csv.h"

/// What the tables of bytes and those of seconds are made of.
namespace zp::test {

/// An empty table. `group`: "memory" or "speed".
AccuracyTable make_table(std::string group, std::string id, std::string title, std::string what,
                         AccuracyUnit unit);

/// A published row beside what we say; its error follows.
AccuracyRow compared_row(const CsvRow& row, std::string configuration, std::string meaning, double measured,
                         double predicted, std::string note);

/// Sorts rows by error, worst first, and fills count, median, 90th percentile and worst. Percentiles are of
/// the nearest rank.
void finish(AccuracyTable& table);
/// The middle of some errors, the mean of the middle two where their number is even; 0 of none.
double median_of(std::vector<double> values);
/// Median over sources of each source's median error.
double median_over_sources(const AccuracyTable& table);

/// Takes the figures of the same tables of the rows' columns alone, where they differ.
void set_columns_alone(Accuracy& accuracy, const Accuracy& columns_alone);

/// The ids of all rows in the tables.
std::set<std::string> compared_ids(const Accuracy& accuracy);
const AccuracyTable& table_named(const Accuracy& accuracy, const std::string& id);

/// What is worse than `rows` rows, a median and a 90th percentile of these sizes; "" when nothing is.
std::string grown(const AccuracyTable& table, int rows, double median, double p90);
/// Whether resources/accuracy/`file` holds exactly these tables.
bool is_in_resources(const Accuracy& accuracy, const std::string& file);

/// The file's text, format "zero-accuracy/1".
std::string write_accuracy(const Accuracy& accuracy);
/// One line and the worst rows, for a test's output.
std::string summary(const AccuracyTable& table, std::size_t worst_rows = 5);

}  // namespace zp::test
