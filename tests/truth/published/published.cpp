// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/published.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "tests/truth/published/row_cluster.h"
#include "tests/truth/published/row_columns.h"
#include "tests/truth/published/row_plan.h"

namespace zp::test {
namespace {

using nlohmann::json;

json read_settings() {
  std::ifstream file(std::string(ZP_TEST_DATA) + "/published-settings.json");
  return json::parse(file);
}

/// Returns the batch that the GPUs that share a layer run together, if a source counts batches per GPU and
/// allows a fraction of a sequence.
std::int64_t batch_of_group(const CsvRow& row, std::int64_t tensor_parallel) {
  const double batch = row.number("micro_batch") * static_cast<double>(tensor_parallel);
  return std::max<std::int64_t>(1, std::llround(batch));
}

/// Returns true if `name` is "SOURCE/FRAMEWORK" of the row, where FRAMEWORK may be the start of the
/// framework's name.
bool names_framework(const std::string& name, const CsvRow& row) {
  const std::string prefix = row.text("source") + "/";
  return name.starts_with(prefix) && row.text("framework").starts_with(name.substr(prefix.size()));
}

/// Returns true if the settings apply to the row: its columns have the values that "when" lists, if
/// there are any.
bool is_wanted(const json& settings_of_source, const CsvRow& row) {
  const auto when = settings_of_source.find("when");
  if (when == settings_of_source.end()) return true;
  return std::ranges::all_of(when->items(), [&](const auto& column) {
    return row.text(column.key()) == column.value().template get<std::string>();
  });
}

/// Returns the multiply-adds of a model's forward pass as a source counts them with shapes of its
/// own; see Published.
ForwardMacs macs_of(const json& of_models, const CsvRow& row) {
  const auto found = of_models.find(row.text("model"));
  if (found == of_models.end()) return {};
  const auto of = [&](const char* key) { return found->at(key).get<double>(); };
  const double layers = of("layers"), hidden = of("hidden");
  return {layers * (2 * hidden * hidden + of("mlp_products") * of("mlp") * hidden) + of("vocab") * hidden,
          2 * layers * hidden};
}

std::string left_out(const CsvRow& row, const json& settings) {
  const json& left_out = settings["left_out"];
  if (const auto found = left_out["rows"].find(row.text("id")); found != left_out["rows"].end())
    return *found;
  if (const auto found = left_out["models"].find(row.text("model")); found != left_out["models"].end())
    return *found;
  for (const json& rule : left_out["words"]) {
    if (rule.value("family", row.text("family")) != row.text("family")) continue;
    for (const json& word : rule["words"])
      if (says(row.text(rule["column"].get<std::string>()), word.get<std::string>())) return rule["reason"];
  }
  return "";
}

Published publish(const CsvRow& row, const json& settings, FactSource facts) {
  Published published;
  published.row = row;
  published.id = row.text("id");
  published.source = row.text("source");
  published.configuration = configuration_of(row);
  published.is_deepspeed = is_deepspeed(row);
  published.reason = left_out(row, settings);
  published.is_complete = row.has("layers") && row.has("hidden") && row.has("seq") &&
                          row.has("micro_batch") && row.has("act_ckpt");
  if (!published.reason.empty()) return published;
  if (const auto network = settings["networks"].find(row.text("inter_node"));
      network != settings["networks"].end())
    published.assumes_network = says(network->value("where", ""), "not stated");
  json plan = plan_of_row(row, settings);
  const auto apply = [&](const json& settings_of_one, bool with_source_facts) {
    published.settings_from = settings_of_one.value("where", published.settings_from);
    published.meaning = settings_of_one.value("meaning", published.meaning);
    published.unit = settings_of_one.value("unit", published.unit);
    published.context_bytes = settings_of_one.value("context_mib", 0.0) * bytes_per_mib;
    if (settings_of_one.value("batch_per_gpu", false))
      plan["training"]["micro_batch_size"] = batch_of_group(row, plan["training"]["tensor_parallel"]);
    published.lacks_accumulation |= settings_of_one.value("lacks", "") == "accumulation";
    published.micro_batches_are_steps |= settings_of_one.value("step_is", "") == "micro batch";
    if (const auto macs = settings_of_one.find("forward_macs"); macs != settings_of_one.end())
      published.forward_macs = macs_of(*macs, row);
    if (with_source_facts && settings_of_one.contains("plan")) plan.merge_patch(settings_of_one["plan"]);
  };
  for (const json& phrase : settings["phrases"])
    if (says(row.text(phrase["column"].get<std::string>()), phrase["says"].get<std::string>()))
      apply(phrase, true);
  const bool with_source_facts = facts == FactSource::anywhere;
  for (const auto& [name, settings_of_source] : settings["sources"].items())
    if (settings_of_source.value("source", name) == published.source ? is_wanted(settings_of_source, row)
                                                                     : names_framework(name, row))
      apply(settings_of_source, with_source_facts);
  if (const auto found = settings["rows"].find(published.id); found != settings["rows"].end())
    apply(*found, with_source_facts);
  const bool has_part_of_shape =
      plan.contains("model") && plan["model"].contains("parameters") &&
      plan["model"].contains("architecture");  // a source's facts on models of others
  if (!plan.contains("model") || has_part_of_shape) {
    published.reason =
        has_part_of_shape ? "the model's shape is not given" : "the model's shape and size are not given";
    return published;
  }
  try {
    published.plan = read_plan(plan.dump()).plan;
    if (const auto issues = check(published.plan); !is_usable(issues))
      published.reason = issues.front().message;
  } catch (const FileError& error) {
    published.reason = error.what();
  }
  return published;
}

std::vector<Published> rows_where(const std::string& file, FactSource facts,
                                  const std::function<bool(const CsvRow&)>& wanted) {
  const json settings = read_settings();
  std::vector<Published> rows;
  for (const CsvRow& row : read_csv(file))
    if (wanted(row)) rows.emplace_back(publish(row, settings, facts)).file = file;
  return rows;
}

bool is_documented(const CsvRow& row) { return row.text("quality") == "A" || row.text("quality") == "B"; }
bool is_core(const CsvRow& row) { return row.text("scope") == "core"; }
bool has_adapters(const CsvRow& row) { return says(row.text("optimizer"), "lora"); }
/// Returns true for runs whose topic has few rows: small optimizer states, products in fp8, context
/// parallelism.
bool is_of_topic(const CsvRow& row) {
  return optimizer_of(row) != "adamw" || says(row.text("precision"), "fp8") || context_ranks_of(row) > 1;
}
bool is_divided_in_stages(const CsvRow& row) { return std::atoi(row.text("pp").c_str()) > 1; }
bool is_run(const CsvRow& row) { return row.text("family") == "train"; }

}  // namespace

std::vector<Published> published_rows(const std::string& file, FactSource facts) {
  const bool is_second = file.find("-2.") != std::string::npos;
  return rows_where(file, facts, [&](const CsvRow& row) {
    return (is_second || is_core(row) || has_adapters(row) || is_divided_in_stages(row) ||
            is_of_topic(row)) &&
           is_documented(row);
  });
}

std::vector<Published> published_runs(const std::string& file, FactSource facts) {
  return rows_where(file, facts,
                    [](const CsvRow& row) { return (is_core(row) || is_run(row)) && is_documented(row); });
}

std::vector<Published> runs_of_any_quality(const std::string& file) {
  return rows_where(file, FactSource::anywhere, is_run);
}

Plan plan_on_cluster_of(const CsvRow& row) {
  static const json settings = read_settings();
  return read_plan(json{{"model", {{"parameters", 1e9}}}, {"cluster", cluster_of(row, settings)}}.dump())
      .plan;
}

double bytes_measured(const Published& published, double value, const std::string& unit) {
  const std::string text = published.unit.empty() ? unit : published.unit;
  const bool is_binary = text.find("iB") != std::string::npos;
  const double kilo = is_binary ? 1024.0 : 1000.0;
  return value * kilo * kilo * (text.front() == 'G' ? kilo : 1);
}

}  // namespace zp::test
