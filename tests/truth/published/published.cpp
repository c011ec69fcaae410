// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/published.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/plan/plan_file.h"
#include "core/rules/check_plan.h"
#include "tests/truth/published/row_cluster.h"

namespace zp::test {
namespace {

using nlohmann::json;

json read_settings() {
  std::ifstream file(std::string(ZP_TEST_DATA) + "/published-settings.json");
  return json::parse(file);
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool says(const std::string& text, std::string_view word) {
  return lower(text).find(lower(std::string(word))) != std::string::npos;
}

bool is_gpt(const CsvRow& row) {
  const std::string& model = row.text("model");
  return says(model, "gpt") || says(model, "bert") || says(model, "mpt") || says(model, "opt");
}

/// The shape the row prints; what it does not is what the plan file assumes, and for gpt the embedding is the
/// head.
json architecture_of(const CsvRow& row) {
  json shape = {{"block", is_gpt(row) ? "gpt" : "llama"},
                {"hidden_size", row.count("hidden")},
                {"layers", row.count("layers")}};
  const auto copy = [&](const char* column, const char* key) {
    if (row.has(column)) shape[key] = row.count(column);
  };
  copy("heads", "attention_heads");
  copy("kv_heads", "kv_heads");
  copy("ffn", "intermediate_size");
  copy("vocab", "vocab_size");
  if (is_gpt(row)) {
    shape["tied_embeddings"] = true;
    shape["learned_positions"] = std::max<std::int64_t>(512, row.count("seq"));
  }
  return shape;
}

int stage_of(const CsvRow& row) {
  const std::string& zero = row.text("zero");
  const auto any = [&](std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return says(zero, word); });
  };
  if (any({"shard_grad_op", "stage2"})) return 2;
  if (any({"stage3", "stage 3", "zero-3", "fsdp", "hsdp"})) return 3;
  return any({"stage1"}) ? 1 : 0;
}

/// "none | cpu | nvme"; a word in brackets behind it says more than the plan can.
std::string device_of(const std::string& text) {
  for (const char* device : {"nvme", "cpu"})
    if (lower(text).rfind(device, 0) == 0) return device;
  return "none";
}

/// As the row prints it, or what its global batch makes of the micro batch.
std::int64_t accumulation_of(const CsvRow& row, const json& training) {
  if (const int steps = std::atoi(row.text("grad_accum").c_str()); steps > 0) return steps;
  const std::int64_t at_once = training.at("micro_batch_size").get<std::int64_t>() *
                               std::max<std::int64_t>(1, row.count("n_gpus")) /
                               training.at("tensor_parallel").get<std::int64_t>();
  return at_once > 0 && row.has("micro_batch") ? std::atoll(row.text("global_batch").c_str()) / at_once : 1;
}

/// What adapters a row's optimizer column says there are, and the source where; nothing for none.
json lora_of(const CsvRow& row, const json& settings) {
  if (!says(row.text("optimizer"), "lora")) return nullptr;
  const json& of_sources = settings["lora"];
  const auto stated = of_sources.find(row.text("source"));
  return stated != of_sources.end() ? stated->at("plan") : of_sources.at("not stated").at("plan");
}

bool is_deepspeed(const CsvRow& row) {
  const std::string framework = lower(row.text("framework"));
  return framework.find("deepspeed") != std::string::npos || framework.find("zero") != std::string::npos;
}

json training_of(const CsvRow& row) {
  json training;
  const std::string precision = lower(row.text("precision"));
  training["precision"] = precision.starts_with("fp16")   ? "fp16"
                          : precision.starts_with("fp32") ? "fp32"
                                                          : "bf16";
  training["optimizer"] = says(row.text("optimizer"), "sgd") ? "sgd" : "adamw";
  training["micro_batch_size"] = std::max(1, std::atoi(row.text("micro_batch").c_str()));
  if (says(row.text("micro_batch"), "tokens")) {  // ZeRO++'s figures: sequences of 1,024
    training["sequence_length"] = 1024;
    training["micro_batch_size"] = std::max(1, std::atoi(row.text("micro_batch").c_str()) / 1024);
  }
  if (row.has("seq")) training["sequence_length"] = row.count("seq");
  const std::string checkpointing = lower(row.text("act_ckpt"));
  training["activation_checkpointing"] = checkpointing.starts_with("full")        ? "full"
                                         : checkpointing.starts_with("selective") ? "selective"
                                                                                  : "none";
  training["checkpoints_on_host"] = row.text("act_offload") == "cpu";
  training["tensor_parallel"] = std::max<std::int64_t>(1, row.count("tp"));
  if (const int ranks = std::atoi(row.text("cp_sp").c_str()); ranks > 1 && is_deepspeed(row))
    training["sequence_parallel"] = ranks;
  if (says(row.text("notes"), "compile")) training["fused_norm"] = true;  // torch.compile fuses norms and MLP
  if (const std::int64_t steps = accumulation_of(row, training); steps > 1)
    training["gradient_accumulation_steps"] = steps;
  return training;
}

std::string text_of_stage(int stage, const CsvRow& row) {
  std::string text = "stage " + std::to_string(stage);
  if (device_of(row.text("offload_opt")) != "none")
    text += ", optimizer on " + device_of(row.text("offload_opt"));
  if (device_of(row.text("offload_param")) != "none")
    text += ", parameters on " + device_of(row.text("offload_param"));
  return text;
}

std::string configuration_of(const CsvRow& row) {
  std::string text = row.text("model").empty() ? "any model" : row.text("model");
  text += ", " + (row.text("framework").empty() ? std::string() : row.text("framework") + ", ") +
          text_of_stage(stage_of(row), row);
  if (row.has("n_gpus")) text += ", " + row.text("n_gpus") + " ×";
  text += row.has("gpu") ? " " + row.text("gpu") : std::string(row.has("n_gpus") ? " GPU" : "");
  if (row.has("gpu_mem_gb")) text += " of " + row.text("gpu_mem_gb") + " GB";
  const auto add = [&](const char* what, const char* column) {
    if (row.has(column)) text += std::string(", ") + what + " " + row.text(column);
  };
  add("tensor parallel", "tp");
  add("micro batch", "micro_batch");
  add("sequence", "seq");
  add("checkpointing", "act_ckpt");
  std::string notes = row.text("notes");
  while (!notes.empty() && (notes.back() == ' ' || notes.back() == ';'))
    notes.pop_back();
  if (!notes.empty()) text += " (" + notes + ")";
  return text;
}

json plan_json(const CsvRow& row, const json& settings) {
  json plan = {{"cluster", cluster_of(row, settings)}, {"training", training_of(row)}};
  const auto& models = settings["models"];
  if (const auto model = models.find(row.text("model")); model != models.end())
    plan["model"] = *model;
  else if (row.has("layers") && row.has("hidden"))
    plan["model"]["architecture"] = architecture_of(row);
  else if (row.has("params_b"))
    plan["model"]["parameters"] = std::llround(row.number("params_b") * 1e9);
  plan["zero"] = {{"stage", stage_of(row)},
                  {"offload_optimizer", {{"device", device_of(row.text("offload_opt"))}}},
                  {"offload_param", {{"device", device_of(row.text("offload_param"))}}}};
  const std::string framework = lower(row.text("framework"));
  if (!is_deepspeed(row) && !framework.empty()) plan["training"]["framework"] = "fsdp";
  if (const json lora = lora_of(row, settings); !lora.is_null()) plan["training"]["lora"] = lora;
  return plan;
}

/// Where a source counts batches per GPU, a fraction of a sequence included: what the GPUs that share a layer
/// run together.
std::int64_t batch_of_group(const CsvRow& row, std::int64_t tensor_parallel) {
  const double batch = row.number("micro_batch") * static_cast<double>(tensor_parallel);
  return std::max<std::int64_t>(1, std::llround(batch));
}

/// A setting of one of a source's frameworks: "source/start of the framework's name".
bool names_framework(const std::string& name, const CsvRow& row) {
  const std::string prefix = row.text("source") + "/";
  return name.starts_with(prefix) && row.text("framework").starts_with(name.substr(prefix.size()));
}

/// A setting of those rows of a source whose columns read so.
bool is_wanted(const json& settings_of_source, const CsvRow& row) {
  const auto when = settings_of_source.find("when");
  if (when == settings_of_source.end()) return true;
  return std::ranges::all_of(when->items(), [&](const auto& column) {
    return row.text(column.key()) == column.value().template get<std::string>();
  });
}

/// How a source that counts with shapes of its own counts a model's forward pass; see Published.
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
  if (std::atoi(row.text("pp").c_str()) > 1) return "pipeline parallelism, which a plan cannot say";
  if (!is_deepspeed(row) && std::atoi(row.text("cp_sp").c_str()) > 1)
    return "context parallelism, which a plan cannot say";
  return "";
}

Published publish(const CsvRow& row, const json& settings) {
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
  json plan = plan_json(row, settings);
  const auto apply = [&](const json& settings_of_one) {
    published.settings_from = settings_of_one.value("where", published.settings_from);
    published.meaning = settings_of_one.value("meaning", published.meaning);
    published.unit = settings_of_one.value("unit", published.unit);
    published.context_bytes = settings_of_one.value("context_mib", 0.0) * bytes_per_mib;
    if (settings_of_one.value("batch_per_gpu", false))
      plan["training"]["micro_batch_size"] = batch_of_group(row, plan["training"]["tensor_parallel"]);
    published.micro_batches_are_steps |= settings_of_one.value("step_is", "") == "micro batch";
    if (const auto macs = settings_of_one.find("forward_macs"); macs != settings_of_one.end())
      published.forward_macs = macs_of(*macs, row);
    if (settings_of_one.contains("plan")) plan.merge_patch(settings_of_one["plan"]);
  };
  for (const json& phrase : settings["phrases"])
    if (says(row.text(phrase["column"].get<std::string>()), phrase["says"].get<std::string>())) apply(phrase);
  for (const auto& [name, settings_of_source] : settings["sources"].items())
    if (settings_of_source.value("source", name) == published.source ? is_wanted(settings_of_source, row)
                                                                     : names_framework(name, row))
      apply(settings_of_source);
  if (const auto found = settings["rows"].find(published.id); found != settings["rows"].end()) apply(*found);
  if (!plan.contains("model")) {
    published.reason = "the model's shape and size are not given";
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

}  // namespace

namespace {

std::vector<Published> rows_where(const std::string& file, const std::function<bool(const CsvRow&)>& wanted) {
  const json settings = read_settings();
  std::vector<Published> rows;
  for (const CsvRow& row : read_csv(file))
    if (wanted(row)) rows.emplace_back(publish(row, settings)).file = file;
  return rows;
}

bool is_documented(const CsvRow& row) { return row.text("quality") == "A" || row.text("quality") == "B"; }
bool is_core(const CsvRow& row) { return row.text("scope") == "core"; }
bool is_run(const CsvRow& row) { return row.text("family") == "train"; }

}  // namespace

std::vector<Published> published_rows(const std::string& file) {
  const bool is_second = file.find("-2.") != std::string::npos;
  return rows_where(file,
                    [&](const CsvRow& row) { return (is_second || is_core(row)) && is_documented(row); });
}

std::vector<Published> published_runs(const std::string& file) {
  return rows_where(file,
                    [](const CsvRow& row) { return (is_core(row) || is_run(row)) && is_documented(row); });
}

std::vector<Published> runs_of_any_quality(const std::string& file) { return rows_where(file, is_run); }

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
