// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Measured values beside predicted ones, as the tests of tests/truth found them, so that people can judge
/// the figures.
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
  /// True if the source is one that the collection sets apart from those to learn from.
  bool held_out = false;
  bool operator==(const AccuracyRow&) const = default;
};

/// Counts of runs that ran and that ran out of memory, and of the wrong verdicts "does not fit" and "fits"
/// among them.
struct AccuracyVerdicts {
  int ran = 0, ran_said_not_to_fit = 0;
  int ran_out = 0, ran_out_said_to_fit = 0;
  bool operator==(const AccuracyVerdicts&) const = default;
};

struct AccuracyGoal {
  double median = 0, p90 = 0;  ///< fractions
  bool operator==(const AccuracyGoal&) const = default;
};

/// Figures over the same rows when less is said about them.
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
  std::string what;  ///< one or two sentences about the rows and what was compared
  AccuracyUnit unit{};
  int count = 0;
  /// Median, 90th percentile and largest of |predicted ÷ measured − 1|; none if nothing was compared.
  std::optional<double> median, p90, worst;
  std::optional<AccuracyGoal> goal;
  std::optional<bool> meets_goal;
  std::string note;                               ///< the reason if a goal is missed
  std::optional<AccuracyVerdicts> verdicts;       ///< if set, rows are yes or no, and there is no percentage
  std::optional<AccuracyVerdicts> first_written;  ///< of blind plans as they were first written
  std::optional<AccuracyWithLess> columns_alone;  ///< without facts that a row's source states elsewhere
  std::vector<AccuracyPart> parts;                ///< the first is of all rows; empty without percentages
  std::vector<AccuracyRow> rows;
  bool operator==(const AccuracyTable&) const = default;
};

/// A measurement that was not compared, and the reason.
struct AccuracyLeftOut {
  std::string id, file, source, reason;
  bool operator==(const AccuracyLeftOut&) const = default;
};

/// A table in words, for figures that are no errors: how often a range holds, how often odds come true.
struct AccuracyGrid {
  std::string id, title;
  std::string what;                            ///< a few sentences about the rows and columns
  std::vector<std::string> header;             ///< titles of the columns
  std::vector<std::vector<std::string>> rows;  ///< as many cells as `header` has
  bool operator==(const AccuracyGrid&) const = default;
};

/// Errors of one estimator over the same rows.
struct EstimatorErrors {
  double median = 0, p90 = 0;  ///< of |predicted ÷ measured − 1|
  int below = 0;               ///< rows of which it says less than was measured
  bool operator==(const EstimatorErrors&) const = default;
};

/// The errors of an estimator on published peaks of one GPU, each against what was measured.
struct AccuracyEstimator {
  std::string key;  ///< "zero_paper", as in the output of `reference`; "ours" for this program
  int count = 0, sources = 0;
  EstimatorErrors first_written;  ///< of the plans as they were written, before any estimate
  EstimatorErrors completed;      ///< of the plans with the keys that were added afterwards
  bool operator==(const AccuracyEstimator&) const = default;
};

struct Accuracy {
  std::vector<AccuracyTable> tables;
  std::vector<AccuracyGrid> grids;
  std::vector<AccuracyEstimator> estimators;
  std::vector<AccuracyLeftOut> left_out;
  std::vector<std::string> problems;  ///< one sentence for each file that could not be read
  bool operator==(const Accuracy&) const = default;
};

/// Error for an unreadable file; what() is a sentence naming the place, as in "tables.2.rows.0.measured".
class AccuracyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads one file of format "zero-accuracy/1". Tables and rows stay in the file's order; unknown keys are
/// passed over. Throws AccuracyError if the text is no JSON, or a key is missing or of the wrong type.
Accuracy read_accuracy(std::string_view json_text);

/// Returns all files of resources/accuracy, as compiled in, in the order of their names; read once.
const Accuracy& accuracy();

}  // namespace zp
