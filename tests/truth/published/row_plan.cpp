// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/row_plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "tests/truth/published/row_cluster.h"
#include "tests/truth/published/row_columns.h"

namespace zp::test {
namespace {

using nlohmann::json;

bool is_gpt(const CsvRow& row) {
  const std::string& model = row.text("model");
  return says(model, "gpt") || says(model, "bert") || says(model, "mpt") || says(model, "opt");
}

/// Returns the shape that the row prints. The plan file's defaults count for the rest; for gpt the embedding
/// is the head.
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

/// Returns the gradient accumulation steps that the row prints, or those that follow from its global batch
/// and its micro batch.
std::int64_t accumulation_of(const CsvRow& row, const json& training) {
  if (const int steps = std::atoi(row.text("grad_accum").c_str()); steps > 0) return steps;
  const std::int64_t at_once = training.at("micro_batch_size").get<std::int64_t>() *
                               std::max<std::int64_t>(1, row.count("n_gpus")) /
                               training.at("tensor_parallel").get<std::int64_t>() /
                               training.at("pipeline_parallel").get<std::int64_t>() / context_ranks_of(row);
  return at_once > 0 && row.has("micro_batch") ? std::atoll(row.text("global_batch").c_str()) / at_once : 1;
}

/// Returns the adapters that a row's optimizer column names, with the values that its source states; null if
/// there are none.
json lora_of(const CsvRow& row, const json& settings) {
  if (!says(row.text("optimizer"), "lora")) return nullptr;
  const json& of_sources = settings["lora"];
  const auto stated = of_sources.find(row.text("source"));
  return stated != of_sources.end() ? stated->at("plan") : of_sources.at("not stated").at("plan");
}

json training_of(const CsvRow& row) {
  json training;
  const std::string precision = lower(row.text("precision"));
  training["precision"] = precision.starts_with("fp16")   ? "fp16"
                          : precision.starts_with("fp32") ? "fp32"
                                                          : "bf16";
  training["optimizer"] = optimizer_of(row);
  if (says(row.text("optimizer"), "optimizer-in-backward") ||
      says(row.text("notes"), "optimizer in backward"))
    training["optimizer_in_backward"] = true;
  training["micro_batch_size"] = std::max(1, std::atoi(row.text("micro_batch").c_str()));
  if (says(row.text("micro_batch"), "tokens")) {  // ZeRO++'s figures have sequences of 1,024
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
  training["pipeline_parallel"] = std::max<std::int64_t>(1, row.count("pp"));
  training["pipeline_partition"] = "blocks";  // type:transformer in Megatron-DeepSpeed; others divide evenly
  if (const int ranks = std::atoi(row.text("cp_sp").c_str()); ranks > 1 && is_deepspeed(row))
    training["sequence_parallel"] = ranks;
  if (const int ranks = context_ranks_of(row); ranks > 1) training["context_parallel"] = ranks;
  if (!is_deepspeed(row) && says(row.text("cp_sp"), "sp")) training["scatter_stream"] = true;  // Megatron's
  if (says(row.text("notes"), "compile")) training["fused_norm"] = true;  // torch.compile fuses norms and MLP
  if (const std::int64_t steps = accumulation_of(row, training); steps > 1)
    training["gradient_accumulation_steps"] = steps;
  return training;
}

}  // namespace

std::string optimizer_of(const CsvRow& row) {
  constexpr std::array<std::pair<const char*, const char*>, 5> words = {
      {{"sgd", "sgd"},
       {"adafactor", "adafactor"},
       {"ao 8-bit", "adamw8bit_torchao"},
       {"ao 4-bit", "adamw4bit"},
       {"pagedadamw8bit", "pagedadamw8bit"}}};
  for (const auto& [said, word] : words)
    if (says(row.text("optimizer"), said)) return word;
  return "adamw";
}

int context_ranks_of(const CsvRow& row) {
  if (is_deepspeed(row)) return 1;
  const std::string said = lower(row.text("cp_sp"));
  return std::max(1, std::atoi(said.c_str() + (said.starts_with("cp") ? 2 : 0)));
}

json plan_of_row(const CsvRow& row, const json& settings) {
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

}  // namespace zp::test
