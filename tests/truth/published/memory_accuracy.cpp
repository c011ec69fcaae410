// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/truth/published/accuracy_tables.h"

namespace zp::test {
namespace {

using Json = nlohmann::ordered_json;

/// Six significant digits: more would be noise of the arithmetic.
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
  Json json = {{"id", row.id},
               {"source", row.source},
               {"url", row.url},
               {"configuration", row.configuration},
               {"meaning", row.meaning},
               {"measured", rounded(row.measured)},
               {"predicted", rounded(row.predicted)}};
  if (row.low) json["low"] = rounded(*row.low);
  if (row.high) json["high"] = rounded(*row.high);
  json["error"] = rounded(row.error);
  json["quality"] = row.quality;
  json["note"] = row.note;
  return json;
}

Json json_of(const AccuracyTable& table) {
  const auto figure = [](const std::optional<double>& value) {
    return value ? Json(rounded(*value)) : Json(nullptr);
  };
  Json json = {{"id", table.id},
               {"title", table.title},
               {"group", table.group},
               {"what", table.what},
               {"unit", name_of(table.unit)},
               {"count", table.count},
               {"median", figure(table.median)},
               {"p90", figure(table.p90)},
               {"worst", figure(table.worst)}};
  json["goal"] = table.goal ? Json{{"median", table.goal->median}, {"p90", table.goal->p90}} : Json(nullptr);
  json["meets_goal"] = table.meets_goal ? Json(*table.meets_goal) : Json(nullptr);
  json["note"] = table.note;
  if (const auto& verdicts = table.verdicts)
    json["verdicts"] = {{"ran", verdicts->ran},
                        {"ran_said_not_to_fit", verdicts->ran_said_not_to_fit},
                        {"ran_out", verdicts->ran_out},
                        {"ran_out_said_to_fit", verdicts->ran_out_said_to_fit}};
  json["rows"] = Json::array();
  for (const AccuracyRow& row : table.rows)
    json["rows"].push_back(json_of(row));
  return json;
}

void leave_out(Accuracy& accuracy, const std::vector<Published>& rows, const std::string& file) {
  std::set<std::string> compared;
  for (const AccuracyTable& table : accuracy.tables)
    for (const AccuracyRow& row : table.rows)
      compared.insert(row.id);
  for (const Published& published : rows) {
    if (compared.contains(published.id)) continue;
    if (file == "throughput-measured.csv" && published.row.text("family") != "train") continue;
    std::string reason = published.reason;
    if (reason.empty()) {
      if (file == "throughput-measured.csv" && published.is_complete)
        continue;  // counted among those that ran
      if (published.row.text("family") == "peak_gpu" && published.is_complete) continue;
      reason = "width, sequence, batch or checkpointing is not given";
    }
    accuracy.left_out.push_back({published.id, file, published.source, reason});
  }
}

}  // namespace

Accuracy memory_accuracy() {
  const std::vector<Published> memory = published_rows("memory-measured.csv");
  const std::vector<Published> throughput = published_rows("throughput-measured.csv");
  const std::vector<Published> models = published_rows("max-model.csv");
  Accuracy accuracy;
  accuracy.tables = {engine_states_table(),
                     saved_activations_table(),
                     peak_table(memory, true),
                     peak_table(memory, false),
                     fit_table(memory, throughput),
                     largest_model_table(models),
                     engine_log_table(memory),
                     host_table(memory),
                     largest_micro_batch_table(memory),
                     incomplete_peak_table(memory)};
  leave_out(accuracy, memory, "memory-measured.csv");
  leave_out(accuracy, models, "max-model.csv");
  leave_out(accuracy, throughput, "throughput-measured.csv");
  return accuracy;
}

std::string write_accuracy(const Accuracy& accuracy) {
  Json json = {{"format", "zero-accuracy/1"}, {"tables", Json::array()}, {"left_out", Json::array()}};
  for (const AccuracyTable& table : accuracy.tables)
    json["tables"].push_back(json_of(table));
  for (const AccuracyLeftOut& left : accuracy.left_out)
    json["left_out"].push_back(
        {{"id", left.id}, {"file", left.file}, {"source", left.source}, {"reason", left.reason}});
  return json.dump(1) + "\n";
}

}  // namespace zp::test
