// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/table_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/units/format.h"

namespace zp::test {
namespace {

using Json = nlohmann::ordered_json;

/// Rounds to six significant digits: more would be noise of the arithmetic.
double rounded(double value) {
  if (value == 0) return 0;
  const double scale = std::pow(10.0, 5 - std::floor(std::log10(std::abs(value))));
  return std::round(value * scale) / scale;
}

std::string name_of(AccuracyUnit unit) {
  switch (unit) {
    case AccuracyUnit::bytes:
      return "bytes";
    case AccuracyUnit::parameters:
      return "parameters";
    case AccuracyUnit::seconds:
      return "seconds";
    case AccuracyUnit::none:
      break;
  }
  return "";
}

Json json_of(const AccuracyRow& row) {
  Json object = {{"id", row.id},
                 {"source", row.source},
                 {"url", row.url},
                 {"configuration", row.configuration},
                 {"meaning", row.meaning},
                 {"measured", rounded(row.measured)},
                 {"predicted", rounded(row.predicted)}};
  if (row.low) object["low"] = rounded(*row.low);
  if (row.high) object["high"] = rounded(*row.high);
  object["error"] = rounded(row.error);
  object["quality"] = row.quality;
  if (row.held_out) object["held_out"] = true;
  object["note"] = row.note;
  return object;
}

Json json_of(const std::optional<double>& value) { return value ? Json(rounded(*value)) : Json(nullptr); }

Json json_of(const AccuracyVerdicts& verdicts) {
  return {{"ran", verdicts.ran},
          {"ran_said_not_to_fit", verdicts.false_alarms},
          {"ran_out", verdicts.ran_out},
          {"ran_out_said_to_fit", verdicts.missed_failures}};
}

Json json_of(const AccuracyWithLess& less) {
  Json object = {{"count", less.count}, {"median", json_of(less.median)}, {"p90", json_of(less.p90)}};
  if (less.verdicts) object["verdicts"] = json_of(*less.verdicts);
  return object;
}

Json json_of(const AccuracyPart& part) {
  return {{"name", part.name},        {"count", part.count},
          {"sources", part.sources},  {"median", rounded(part.median)},
          {"p90", rounded(part.p90)}, {"of_sources", rounded(part.of_sources)}};
}

Json json_of(const AccuracyGrid& grid) {
  return {{"id", grid.id},
          {"title", grid.title},
          {"what", grid.description},
          {"header", grid.header},
          {"rows", grid.rows}};
}

Json json_of(const EstimatorErrors& errors) {
  return {{"median", rounded(errors.median)}, {"p90", rounded(errors.p90)}, {"below", errors.below}};
}

Json json_of(const AccuracyEstimator& estimator) {
  return {{"key", estimator.key},
          {"count", estimator.count},
          {"sources", estimator.sources},
          {"first_written", json_of(estimator.first_written)},
          {"completed", json_of(estimator.completed)}};
}

Json json_of(const AccuracyTable& table) {
  Json object = {{"id", table.id},
                 {"title", table.title},
                 {"group", table.group},
                 {"what", table.description},
                 {"unit", name_of(table.unit)},
                 {"count", table.count},
                 {"median", json_of(table.median)},
                 {"p90", json_of(table.p90)},
                 {"worst", json_of(table.worst)}};
  object["goal"] =
      table.goal ? Json{{"median", table.goal->median}, {"p90", table.goal->p90}} : Json(nullptr);
  object["meets_goal"] = table.meets_goal ? Json(*table.meets_goal) : Json(nullptr);
  object["note"] = table.note;
  if (table.verdicts) object["verdicts"] = json_of(*table.verdicts);
  if (table.first_written) object["first_written"] = json_of(*table.first_written);
  if (table.columns_alone) object["columns_alone"] = json_of(*table.columns_alone);
  for (const AccuracyPart& part : table.parts)
    object["parts"].push_back(json_of(part));
  object["rows"] = Json::array();
  for (const AccuracyRow& row : table.rows)
    object["rows"].push_back(json_of(row));
  return object;
}

/// Adds the figures of the rows that `belongs` picks, if there are any.
void add_part(AccuracyTable& table, std::string name,
              const std::function<bool(const AccuracyRow&)>& belongs) {
  AccuracyTable some;
  std::ranges::copy_if(table.rows, std::back_inserter(some.rows), belongs);
  if (some.rows.empty()) return;
  std::set<std::string> sources;
  std::vector<double> errors;
  for (const AccuracyRow& row : some.rows) {
    sources.insert(row.source);
    errors.push_back(std::abs(row.error));
  }
  table.parts.push_back({std::move(name), static_cast<int>(errors.size()), static_cast<int>(sources.size()),
                         median_of(errors), ninth_of_ten(errors), median_over_sources(some)});
}

/// A source with more than this share of a table's rows decides its figures.
constexpr double dominant_share = 0.4;

void add_parts(AccuracyTable& table) {
  std::map<std::string, int> rows_of;
  for (const AccuracyRow& row : table.rows)
    ++rows_of[row.source];
  add_part(table, "all", [](const AccuracyRow&) { return true; });
  if (std::ranges::any_of(table.rows, &AccuracyRow::held_out)) {
    add_part(table, "open sources", [](const AccuracyRow& row) { return !row.held_out; });
    add_part(table, "held-out sources", [](const AccuracyRow& row) { return row.held_out; });
  }
  const auto largest = std::ranges::max_element(rows_of, {}, [](const auto& of) { return of.second; });
  const double share = static_cast<double>(largest->second) / static_cast<double>(table.rows.size());
  if (rows_of.size() > 1 && share > dominant_share)
    add_part(table, "without " + largest->first + ", which has " + format_percent(share) + " of the rows",
             [&](const AccuracyRow& row) { return row.source != largest->first; });
}

}  // namespace

AccuracyTable make_table(std::string group, std::string id, std::string title, std::string description,
                         AccuracyUnit unit) {
  AccuracyTable table;
  table.group = std::move(group);
  table.id = std::move(id);
  table.title = std::move(title);
  table.description = std::move(description);
  table.unit = unit;
  return table;
}

AccuracyRow compared_row(const CsvRow& row, std::string configuration, std::string meaning, double measured,
                         double predicted, std::string note) {
  AccuracyRow result;
  result.id = row.text("id");
  result.source = row.text("source");
  result.url = row.text("source_url");
  result.configuration = std::move(configuration);
  result.meaning = std::move(meaning);
  result.measured = measured;
  result.predicted = predicted;
  result.error = measured > 0 ? predicted / measured - 1 : 0;
  result.quality = row.text("quality");
  result.note = std::move(note);
  result.held_out = row.text("split_by_source") == "heldout";
  return result;
}

std::string percent(double share) {
  const double value = 100 * share;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), value < 1 ? "%.2g %%" : "%.1f %%", value);
  return text.data();
}

double ninth_of_ten(std::vector<double> errors) {
  std::ranges::sort(errors);
  return errors[static_cast<std::size_t>(std::ceil(0.9 * static_cast<double>(errors.size()))) - 1];
}

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double median_over_sources(const AccuracyTable& table) {
  std::map<std::string, std::vector<double>> errors;
  for (const AccuracyRow& row : table.rows)
    errors[row.source].push_back(std::abs(row.error));
  std::vector<double> medians;
  medians.reserve(errors.size());
  for (auto& [source, values] : errors)
    medians.push_back(median_of(values));
  return median_of(medians);
}

std::set<std::string> compared_ids(const Accuracy& accuracy) {
  std::set<std::string> ids;
  for (const AccuracyTable& table : accuracy.tables)
    for (const AccuracyRow& row : table.rows)
      ids.insert(row.id);
  return ids;
}

void set_columns_alone(Accuracy& accuracy, const Accuracy& columns_alone) {
  for (AccuracyTable& table : accuracy.tables) {
    const auto alone = std::ranges::find(columns_alone.tables, table.id, &AccuracyTable::id);
    if (alone == columns_alone.tables.end()) continue;
    AccuracyWithLess less{alone->count, alone->median, alone->p90, alone->verdicts};
    if (less != AccuracyWithLess{table.count, table.median, table.p90, table.verdicts})
      table.columns_alone = less;
  }
}

const AccuracyTable& table_named(const Accuracy& accuracy, std::string_view id) {
  const auto found = std::ranges::find(accuracy.tables, id, &AccuracyTable::id);
  if (found == accuracy.tables.end()) throw std::out_of_range("no table " + std::string(id));
  return *found;
}

std::string grown(const AccuracyTable& table, int rows, double median, double p90) {
  if (table.count < rows) return "only " + format_count(table.count) + " rows";
  if (*table.median > median) return "median " + format_percent(*table.median);
  return *table.p90 > p90 ? "90th percentile " + format_percent(*table.p90) : "";
}

bool is_in_resources(const Accuracy& accuracy, const std::string& file) {
  std::ifstream stream(std::string(ZP_SOURCE_DIR "/resources/accuracy/") + file);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str() == write_accuracy(accuracy);
}

std::string write_accuracy(const Accuracy& accuracy) {
  Json object = {{"format", "zero-accuracy/1"}, {"tables", Json::array()}, {"left_out", Json::array()}};
  for (const AccuracyTable& table : accuracy.tables)
    object["tables"].push_back(json_of(table));
  for (const AccuracyGrid& grid : accuracy.grids)
    object["grids"].push_back(json_of(grid));
  for (const AccuracyEstimator& estimator : accuracy.estimators)
    object["estimators"].push_back(json_of(estimator));
  for (const AccuracyLeftOut& left : accuracy.left_out)
    object["left_out"].push_back(
        {{"id", left.id}, {"file", left.file}, {"source", left.source}, {"reason", left.reason}});
  return object.dump(1) + "\n";
}

void finish(AccuracyTable& table) {
  std::ranges::stable_sort(table.rows, std::greater<>(),
                           [](const AccuracyRow& row) { return std::abs(row.error); });
  table.count = static_cast<int>(table.rows.size());
  if (table.rows.empty()) return;
  table.parts.clear();
  add_parts(table);
  table.median = table.parts.front().median;
  table.p90 = table.parts.front().p90;
  table.worst = std::abs(table.rows.front().error);
  if (table.goal) table.meets_goal = *table.median <= table.goal->median && *table.p90 <= table.goal->p90;
}

std::string summary(const AccuracyTable& table, std::size_t worst_rows) {
  std::string text = table.title + ": " + format_count(table.count) + " rows";
  if (table.median)
    text += ", median " + format_percent(*table.median) + ", 90th percentile " + format_percent(*table.p90) +
            ", worst " + format_percent(*table.worst);
  if (const auto& verdicts = table.verdicts)
    text += ", " + format_count(verdicts->false_alarms) + " of " + format_count(verdicts->ran) +
            " that ran said not to fit, " + format_count(verdicts->missed_failures) + " of " +
            format_count(verdicts->ran_out) + " that ran out said to fit";
  for (std::size_t i = 0; i < std::min(worst_rows, table.rows.size()); ++i) {
    const AccuracyRow& row = table.rows[i];
    if (row.error == 0) break;
    const std::string verdict = row.predicted > 0 ? "said to fit, " : "said not to fit, ";
    text +=
        "\n    " + row.id + " " + row.source + ": " +
        (table.verdicts ? verdict
                        : format_percent(std::abs(row.error)) + (row.error < 0 ? " below, " : " above, ")) +
        row.configuration;
  }
  return text;
}

}  // namespace zp::test
