// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Measured and predicted values from the tests in tests/truth, by which users can judge the planner's
/// accuracy.
namespace zp {

enum class AccuracyUnit { none, bytes, parameters, seconds };

struct AccuracyRow {
  std::string id;                      ///< name of the measurement: "MM0197"
  std::string source;                  ///< publication of the measurement
  std::string url;                     ///< "" if there is none
  std::string configuration;           ///< "llama3-8b, stage 3, optimizer on cpu, 8 GPUs …"
  std::string meaning;                 ///< the measured quantity: "max_memory_reserved"
  double measured = 0, predicted = 0;  ///< in the table's unit; 0 (no) or 1 (yes) in a table of verdicts
  std::optional<double> low, high;     ///< range of the prediction
  double error = 0;     ///< predicted ÷ measured − 1; in a table of verdicts 1 if they differ
  std::string quality;  ///< quality of the source: "A" … "C"
  std::string note;     ///< assumptions that had to be made
  /// True if the source is in the part of the collection reserved for testing.
  bool held_out = false;
  bool operator==(const AccuracyRow&) const = default;
};

/// Numbers of runs that succeeded and that ran out of memory, and of the wrong verdicts "does not fit" and
/// "fits" among them.
struct AccuracyVerdicts {
  int ran = 0, false_alarms = 0;
  int ran_out = 0, missed_failures = 0;
  bool operator==(const AccuracyVerdicts&) const = default;
};

struct AccuracyGoal {
  double median = 0, p90 = 0;  ///< fractions
  bool operator==(const AccuracyGoal&) const = default;
};

/// Figures over the same rows with fewer settings stated.
struct AccuracyWithLess {
  int count = 0;
  std::optional<double> median, p90;
  std::optional<AccuracyVerdicts> verdicts;
  bool operator==(const AccuracyWithLess&) const = default;
};

/// Figures over some of a table's rows: "open sources", "without llm-foundry, which has 61 % of the rows".
struct AccuracyPart {
  std::string name;
  int count = 0, sources = 0;
  double median = 0, p90 = 0;
  double of_sources = 0;  ///< median over the sources of each source's median
  bool operator==(const AccuracyPart&) const = default;
};

struct AccuracyTable {
  std::string id, title, group;
  std::string description;  ///< one or two sentences about the rows and what was compared
  AccuracyUnit unit{};
  int count = 0;
  /// Median, 90th percentile and largest of |predicted ÷ measured − 1|; none if nothing was compared.
  std::optional<double> median, p90, worst;
  std::optional<AccuracyGoal> goal;
  std::optional<bool> meets_goal;
  std::string note;                               ///< why a goal is missed
  std::optional<AccuracyVerdicts> verdicts;       ///< if set, rows are yes or no, without percentages
  std::optional<AccuracyVerdicts> first_written;  ///< of blind plans as first written
  std::optional<AccuracyWithLess>
      columns_alone;                ///< without facts that a row's source states outside the columns
  std::vector<AccuracyPart> parts;  ///< the first is of all rows; empty without percentages
  std::vector<AccuracyRow> rows;
  bool operator==(const AccuracyTable&) const = default;
};

/// A measurement that was not compared, and the reason.
struct AccuracyLeftOut {
  std::string id, file, source, reason;
  bool operator==(const AccuracyLeftOut&) const = default;
};

/// A table in words, for figures other than errors: how often ranges hold, how often odds come true.
struct AccuracyGrid {
  std::string id, title;
  std::string description;                     ///< a few sentences about the rows and columns
  std::vector<std::string> header;             ///< column titles
  std::vector<std::vector<std::string>> rows;  ///< with as many cells as `header`
  bool operator==(const AccuracyGrid&) const = default;
};

/// Errors of one estimator over the same rows.
struct EstimatorErrors {
  double median = 0, p90 = 0;  ///< of |predicted ÷ measured − 1|
  int below = 0;               ///< number of rows for which it predicts less than measured
  bool operator==(const EstimatorErrors&) const = default;
};

/// Errors of an estimator on published peaks of one GPU.
struct AccuracyEstimator {
  std::string key;  ///< "zero_paper", as in the output of `reference`; "ours" for this planner
  int count = 0, sources = 0;
  EstimatorErrors first_written;  ///< of the plans as first written, before any estimate
  EstimatorErrors completed;      ///< of the plans with keys added afterwards
  bool operator==(const AccuracyEstimator&) const = default;
};

struct Accuracy {
  std::vector<AccuracyTable> tables;
  std::vector<AccuracyGrid> grids;
  std::vector<AccuracyEstimator> estimators;
  std::vector<AccuracyLeftOut> left_out;
  std::vector<std::string> problems;  ///< one sentence per file that could not be read
  bool operator==(const Accuracy&) const = default;
};

/// Error for an unreadable file; what() is a sentence with the place, such as "tables.2.rows.0.measured".
class AccuracyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a file of format "zero-accuracy/1". Keeps the order of tables and rows; ignores unknown keys. Throws
/// AccuracyError if the text is not JSON, or a key is missing or has the wrong type.
Accuracy read_accuracy(std::string_view json_text);

/// Returns the embedded files of resources/accuracy, sorted by name; read once.
const Accuracy& accuracy();

}  // namespace zp
