// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace zp::test {

/// One row of a CSV file, by column name. Lines that start with '#' are comments; fields may be quoted.
class CsvRow {
 public:
  explicit CsvRow(std::map<std::string, std::string, std::less<>> fields) : fields_(std::move(fields)) {}
  [[nodiscard]] const std::string& text(std::string_view column) const;  ///< throws std::out_of_range
  [[nodiscard]] bool has(std::string_view column) const { return !text(column).empty(); }
  [[nodiscard]] std::int64_t count(std::string_view column) const;  ///< a whole number; "" is 0
  [[nodiscard]] double number(std::string_view column) const;

 private:
  std::map<std::string, std::string, std::less<>> fields_;
};

/// Returns the rows of tests/data/`name`. Throws std::runtime_error if the file is missing.
std::vector<CsvRow> read_csv(const std::string& name);

/// The errors of a test's rows, |value − truth| / truth, with count, median and worst row.
class ErrorTable {
 public:
  explicit ErrorTable(std::string title) : title_(std::move(title)) {}
  void add(const std::string& row, double value, double truth);
  [[nodiscard]] double median() const;
  [[nodiscard]] double worst() const;
  [[nodiscard]] std::string summary() const;  ///< one line for the output of the test

 private:
  struct Row {
    std::string name;
    double error;
  };
  std::string title_;
  std::vector<Row> rows_;
};

}  // namespace zp::test
