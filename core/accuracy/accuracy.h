// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

/// Measured beside predicted: what the tests of tests/truth found, for people to judge the figures by.
namespace zp {

enum class AccuracyUnit { none, bytes, parameters, seconds };

struct AccuracyRow {
  std::string id;                      ///< of the measurement: "MM0197"
  std::string source;                  ///< where it was published
  std::string url;                     ///< "" where there is none
  std::string configuration;           ///< "llama3-8b, stage 3, optimizer on cpu, 8 GPUs …"
  std::string meaning;                 ///< what was measured: "max_memory_reserved"
  double measured = 0, predicted = 0;  ///< in the table's unit; of a table of verdicts 0 (no) or 1 (yes)
  std::optional<double> low, high;     ///< range of the prediction
  double error = 0;     ///< predicted ÷ measured − 1; of a table of verdicts 1 where they differ
  std::string quality;  ///< of the source: "A" … "C"
  std::string note;     ///< what had to be assumed
  bool operator==(const AccuracyRow&) const = default;
};

/// How often "fits" and "does not fit" were right.
struct AccuracyVerdicts {
  int ran = 0, ran_said_not_to_fit = 0;
  int ran_out = 0, ran_out_said_to_fit = 0;
  bool operator==(const AccuracyVerdicts&) const = default;
};

struct AccuracyGoal {
  double median = 0, p90 = 0;  ///< fractions
  bool operator==(const AccuracyGoal&) const = default;
};

/// The same rows with less said of them.
struct AccuracyWithLess {
  int count = 0;
  std::optional<double> median, p90;
  std::optional<AccuracyVerdicts> verdicts;
  bool operator==(const AccuracyWithLess&) const = default;
};

struct AccuracyTable {
  std::string id, title, group;
  std::string what;  ///< one or two sentences: what a row is and what was compared
  AccuracyUnit unit{};
  int count = 0;
  std::optional<double> median, p90,
      worst;  ///< of |predicted ÷ measured − 1|; none where nothing was compared
  std::optional<AccuracyGoal> goal;
  std::optional<bool> meets_goal;
  std::string note;                               ///< where a goal is missed: why
  std::optional<AccuracyVerdicts> verdicts;       ///< then rows are yes or no, and there is no percentage
  std::optional<AccuracyWithLess> columns_alone;  ///< without what a row's source states elsewhere
  std::vector<AccuracyRow> rows;
  bool operator==(const AccuracyTable&) const = default;
};

/// A measurement that was not compared, and why.
struct AccuracyLeftOut {
  std::string id, file, source, reason;
  bool operator==(const AccuracyLeftOut&) const = default;
};

struct Accuracy {
  std::vector<AccuracyTable> tables;
  std::vector<AccuracyLeftOut> left_out;
  std::vector<std::string> problems;  ///< one sentence for each file that could not be read
  bool operator==(const Accuracy&) const = default;
};

/// Why a file cannot be read: what() is a sentence that names the place, as in "tables.2.rows.0.measured".
class AccuracyError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads one file of format "zero-accuracy/1". Tables and rows stay in the file's order; unknown keys are
/// passed over. Throws AccuracyError where the text is no JSON, or a key is missing or of the wrong type.
Accuracy read_accuracy(std::string_view json_text);

/// All files of resources/accuracy, as compiled in, by file name; read once.
const Accuracy& accuracy();

}  // namespace zp
