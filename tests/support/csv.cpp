// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace zp::test {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (is_quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (c == '"')
      is_quoted = !is_quoted;
    else if (c == ',' && !is_quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

}  // namespace

const std::string& CsvRow::text(std::string_view column) const {
  const auto found = fields_.find(column);
  if (found == fields_.end()) throw std::out_of_range("no column " + std::string(column));
  return found->second;
}

std::int64_t CsvRow::count(std::string_view column) const {
  const std::string& field = text(column);
  return field.empty() ? 0 : std::stoll(field);
}

double CsvRow::number(std::string_view column) const {
  const std::string& field = text(column);
  return field.empty() ? 0 : std::stod(field);
}

std::vector<CsvRow> read_csv(const std::string& name) {
  std::ifstream file(std::string(ZP_TEST_DATA) + "/" + name);
  if (!file) throw std::runtime_error("tests/data/" + name + " is missing");
  std::vector<CsvRow> rows;
  std::vector<std::string> columns;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::vector<std::string> fields = split(line);
    if (columns.empty()) {
      columns = std::move(fields);
      continue;
    }
    std::map<std::string, std::string, std::less<>> row;
    for (std::size_t i = 0; i < columns.size(); ++i)
      row[columns[i]] = i < fields.size() ? fields[i] : "";
    rows.emplace_back(std::move(row));
  }
  return rows;
}

void ErrorTable::add(const std::string& row, double value, double truth) {
  rows_.push_back({row, truth == 0 ? std::abs(value) : std::abs(value - truth) / std::abs(truth)});
}

double ErrorTable::median() const {
  if (rows_.empty()) return 0;
  std::vector<double> errors;
  for (const Row& row : rows_)
    errors.push_back(row.error);
  std::ranges::sort(errors);
  const std::size_t middle = errors.size() / 2;
  return errors.size() % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2;
}

double ErrorTable::worst() const {
  const auto worst = std::ranges::max_element(rows_, {}, &Row::error);
  return worst == rows_.end() ? 0 : worst->error;
}

std::string ErrorTable::summary() const {
  std::ostringstream out;
  out << title_ << ": " << rows_.size() << " rows, median error " << 100 * median() << " %, worst "
      << 100 * worst() << " %";
  const auto worst_row = std::ranges::max_element(rows_, {}, &Row::error);
  if (worst_row != rows_.end()) out << " (" << worst_row->name << ")";
  return out.str();
}

}  // namespace zp::test
