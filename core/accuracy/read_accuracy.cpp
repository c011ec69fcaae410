// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>

#include "core/accuracy/accuracy.h"

namespace zp {
namespace {

using Json = nlohmann::json;

constexpr std::string_view format_name = "zero-accuracy/1";

/// A value in the file, and its path.
class Place {
 public:
  Place(const Json& value, std::string path) : value_(value), path_(std::move(path)) {}

  [[nodiscard]] bool has(const char* key) const {
    return value_.is_object() && value_.contains(key) && !value_[key].is_null();
  }
  [[nodiscard]] Place at(const char* key) const {
    if (!value_.is_object()) fail("must be an object");
    if (!has(key)) Place(value_, below(key)).fail("is missing");
    return {value_[key], below(key)};
  }
  [[nodiscard]] std::vector<Place> items() const {
    if (!value_.is_array()) fail("must be a list");
    std::vector<Place> items;
    for (const Json& item : value_)
      items.emplace_back(item, below(std::to_string(items.size())));
    return items;
  }
  [[nodiscard]] std::string text() const {
    if (!value_.is_string()) fail("must be text");
    return value_.get<std::string>();
  }
  [[nodiscard]] double number() const {
    if (!value_.is_number()) fail("must be a number");
    return value_.get<double>();
  }
  [[nodiscard]] int whole() const {
    if (!value_.is_number_integer()) fail("must be a whole number");
    return value_.get<int>();
  }
  [[nodiscard]] bool yes_or_no() const {
    if (!value_.is_boolean()) fail("must be true or false");
    return value_.get<bool>();
  }
  [[nodiscard]] std::string text_or_none(const char* key) const {
    return has(key) ? at(key).text() : std::string();
  }
  [[nodiscard]] std::optional<double> number_or_none(const char* key) const {
    return has(key) ? std::optional(at(key).number()) : std::nullopt;
  }

  [[noreturn]] void fail(const std::string& problem) const {
    throw AccuracyError((path_.empty() ? "The file" : path_) + " " + problem + ".");
  }

 private:
  [[nodiscard]] std::string below(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
  }

  const Json& value_;
  std::string path_;
};

AccuracyUnit read_unit(const Place& unit) {
  const std::string word = unit.text();
  if (word == "bytes") return AccuracyUnit::bytes;
  if (word == "parameters") return AccuracyUnit::parameters;
  if (word == "seconds") return AccuracyUnit::seconds;
  if (!word.empty())
    unit.fail("is \"" + word + R"(", which is neither "bytes" nor "parameters" nor "seconds" nor "")");
  return AccuracyUnit::none;
}

AccuracyRow read_row(const Place& row) {
  return {.id = row.at("id").text(),
          .source = row.at("source").text(),
          .url = row.text_or_none("url"),
          .configuration = row.at("configuration").text(),
          .meaning = row.at("meaning").text(),
          .measured = row.at("measured").number(),
          .predicted = row.at("predicted").number(),
          .low = row.number_or_none("low"),
          .high = row.number_or_none("high"),
          .error = row.at("error").number(),
          .quality = row.text_or_none("quality"),
          .note = row.text_or_none("note"),
          .held_out = row.has("held_out") && row.at("held_out").yes_or_no()};
}

AccuracyVerdicts read_verdicts(const Place& verdicts) {
  return {.ran = verdicts.at("ran").whole(),
          .false_alarms = verdicts.at("ran_said_not_to_fit").whole(),
          .ran_out = verdicts.at("ran_out").whole(),
          .missed_failures = verdicts.at("ran_out_said_to_fit").whole()};
}

AccuracyWithLess read_with_less(const Place& json) {
  AccuracyWithLess less{.count = json.at("count").whole(),
                        .median = json.number_or_none("median"),
                        .p90 = json.number_or_none("p90"),
                        .verdicts = {}};
  if (json.has("verdicts")) less.verdicts = read_verdicts(json.at("verdicts"));
  return less;
}

AccuracyPart read_part(const Place& part) {
  return {.name = part.at("name").text(),
          .count = part.at("count").whole(),
          .sources = part.at("sources").whole(),
          .median = part.at("median").number(),
          .p90 = part.at("p90").number(),
          .of_sources = part.at("of_sources").number()};
}

std::vector<std::string> read_texts(const Place& list) {
  std::vector<std::string> texts;
  for (const Place& text : list.items())
    texts.push_back(text.text());
  return texts;
}

AccuracyGrid read_grid(const Place& json) {
  AccuracyGrid grid{json.at("id").text(),
                    json.at("title").text(),
                    json.text_or_none("what"),
                    read_texts(json.at("header")),
                    {}};
  for (const Place& row : json.at("rows").items()) {
    grid.rows.push_back(read_texts(row));
    if (grid.rows.back().size() != grid.header.size()) row.fail("must have a cell for each column");
  }
  return grid;
}

EstimatorErrors read_errors(const Place& json) {
  return {.median = json.at("median").number(),
          .p90 = json.at("p90").number(),
          .below = json.at("below").whole()};
}

AccuracyEstimator read_estimator(const Place& json) {
  return {.key = json.at("key").text(),
          .count = json.at("count").whole(),
          .sources = json.at("sources").whole(),
          .first_written = read_errors(json.at("first_written")),
          .completed = read_errors(json.at("completed"))};
}

AccuracyTable read_table(const Place& json) {
  AccuracyTable table;
  table.id = json.at("id").text();
  table.title = json.at("title").text();
  table.group = json.text_or_none("group");
  table.description = json.text_or_none("what");
  table.unit = json.has("unit") ? read_unit(json.at("unit")) : AccuracyUnit::none;
  for (const Place& row : json.at("rows").items())
    table.rows.push_back(read_row(row));
  table.count = json.has("count") ? json.at("count").whole() : static_cast<int>(table.rows.size());
  table.median = json.number_or_none("median");
  table.p90 = json.number_or_none("p90");
  table.worst = json.number_or_none("worst");
  if (json.has("goal")) {
    const Place goal = json.at("goal");
    table.goal = AccuracyGoal{goal.at("median").number(), goal.at("p90").number()};
  }
  if (json.has("meets_goal")) table.meets_goal = json.at("meets_goal").yes_or_no();
  if (json.has("verdicts")) table.verdicts = read_verdicts(json.at("verdicts"));
  if (json.has("first_written")) table.first_written = read_verdicts(json.at("first_written"));
  if (json.has("columns_alone")) table.columns_alone = read_with_less(json.at("columns_alone"));
  if (json.has("parts"))
    for (const Place& part : json.at("parts").items())
      table.parts.push_back(read_part(part));
  table.note = json.text_or_none("note");
  return table;
}

Json parse(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    throw AccuracyError("The text is no JSON at byte " + std::to_string(error.byte) + ".");
  }
}

}  // namespace

Accuracy read_accuracy(std::string_view json_text) {
  const Json json = parse(json_text);
  const Place root(json, "");
  const Place format = root.at("format");
  if (format.text() != format_name)
    format.fail("is \"" + format.text() + "\", and this version reads \"" + std::string(format_name) + "\"");
  Accuracy result;
  for (const Place& table : root.at("tables").items())
    result.tables.push_back(read_table(table));
  if (root.has("grids"))
    for (const Place& grid : root.at("grids").items())
      result.grids.push_back(read_grid(grid));
  if (root.has("estimators"))
    for (const Place& estimator : root.at("estimators").items())
      result.estimators.push_back(read_estimator(estimator));
  if (root.has("left_out"))
    for (const Place& left : root.at("left_out").items())
      result.left_out.push_back({left.at("id").text(), left.text_or_none("file"), left.text_or_none("source"),
                                 left.at("reason").text()});
  return result;
}

}  // namespace zp
