// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/flavours.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "core/check/check_config.h"
#include "core/export/ds_config.h"
#include "core/export/instrument.h"
#include "core/export/startable.h"
#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/text/config_text.h"
#include "core/text/text_file.h"
#include "core/text/toml_tree.h"
#include "core/text/yaml_tree.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Json = nlohmann::ordered_json;

/// Returns the keys that the projects themselves accept, with the place where each was read.
const Json& accepted() {
  static const Json keys = Json::parse(read_text_file(ZP_TEST_DATA "/export-keys.json"));
  return keys;
}

const std::string& file_of(const ProgramExport& made, std::string_view name) {
  const auto found = std::ranges::find(made.files, name, &ExportFile::name);
  if (found == made.files.end()) qFatal("%s is missing", std::string(name).c_str());
  return found->text;
}

bool is_of(const TextNode& value, const std::string& types) {
  const auto has = [&](std::string_view type) { return types.find(type) != std::string::npos; };
  if (has("any")) return true;
  switch (value.kind) {
    case NodeKind::boolean:
      return has("boolean");
    case NodeKind::integer:
      return has("integer") || has("number");
    case NodeKind::real:
      return has("number");
    case NodeKind::string:
      return has("string");
    case NodeKind::array:
      return has("list");
    case NodeKind::object:
      return has("object");
    case NodeKind::null:
      return false;
  }
  return false;
}

/// Returns "" if every key is in one of `tables` and has a value of its type, else the first fault.
std::string complaint(const TextNode& file, const std::vector<Json>& tables) {
  for (const TextNode& child : file.children) {
    std::string types;
    for (const Json& table : tables)
      if (table.contains(child.key) && table[child.key].is_string())
        types = table[child.key].get<std::string>();
    if (types.empty()) return child.key + " is not accepted";
    if (!is_of(child, types)) return child.key + " is no " + types;
  }
  return "";
}

/// Checks all paths of an object in the same way, against a table with dotted keys.
std::string path_complaint(const TextNode& node, const std::string& path, const Json& table) {
  if (!path.empty() && table.contains(path) && !is_of(node, table[path].get<std::string>()))
    return path + " is no " + table[path].get<std::string>();
  if (!path.empty() && !table.contains(path)) {
    const std::string any = path.substr(0, path.rfind('.')) + ".*";
    if (!table.contains(any) && !path.ends_with("[]")) return path + " is not accepted";
  }
  for (const TextNode& child : node.children) {
    const std::string below = node.is_array() ? path + "[]"
                              : path.empty()  ? child.key
                                              : path + '.' + child.key;
    // The name of a resource contains dots.
    const std::string step = child.key.find('/') != std::string::npos ? path + ".*" : below;
    if (std::string said = path_complaint(child, step, table); !said.empty()) return said;
  }
  return "";
}

const std::vector<std::pair<const char*, const char*>> exported_plans = {
    {"full", R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 3}})"},
    {"two nodes, offload, recomputed",
     R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2, "cpu_cores": 64}, "zero": {"stage": 2, "offload_optimizer": "cpu"},
         "training": {"activation_checkpointing": "full", "micro_batch_size": 2, "gradient_accumulation_steps": 4, "sequence_length": 4096}})"},
    {"fp16 with a schedule",
     R"({"model": {"preset": "gpt-2-124m"}, "training": {"precision": "fp16"}, "zero": {"stage": 1}, "deepspeed_config": {
         "optimizer": {"type": "AdamW", "params": {"lr": 0.00002, "betas": [0.9, 0.95], "eps": 1e-8, "weight_decay": 0.1}},
         "scheduler": {"type": "WarmupLR", "params": {"warmup_min_lr": 0, "warmup_max_lr": 0.00002, "warmup_num_steps": 100}}}})"},
    {"fp32, 8-bit AdamW",
     R"({"model": {"parameters": 1000000000}, "training": {"precision": "fp32", "optimizer": "adamw8bit"}, "zero": {"stage": 2}})"},
    {"QLoRA",
     R"({"model": {"preset": "llama-3.1-70b"}, "zero": {"stage": 3}, "training": {"frozen_precision": "nf4", "attention_kernel": "flash_2",
         "lora": {"rank": 16, "targets": ["q_proj", "v_proj"], "dropout": 0.05, "dora": true, "modules_to_save": "both"}}})"},
    {"int8 adapters, kernels",
     R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 2}, "training": {"frozen_precision": "int8", "attention": "eager", "fused_norm": true,
         "fused_loss": "fused", "data_workers": 4, "lora": {"rank": 8}}})"},
    {"kernels, tiled",
     R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 3}, "training": {"fused_loss": "tiled", "tiled_mlp": true, "checkpoints_on_host": true,
         "activation_checkpointing": "full", "sequence_parallel": 2, "attention_kernel": "flash_3"}})"},
    {"NVMe",
     "{\"model\": {\"preset\": \"llama-2-7b\"}, \"cluster\": {\"nvme\": {\"path\": \"/my drive: \\\"fast\\\" "
     "\\u00e9\"}},"
     "         \"zero\": {\"stage\": 3, \"offload_optimizer\": \"nvme\", \"offload_param\": \"nvme\"}}"},
    {"reward",
     R"({"model": {"preset": "llama-3.1-8b"}, "training": {"method": "reward"}, "zero": {"stage": 2}})"},
    {"DPO, references computed before",
     R"({"model": {"preset": "llama-3.1-8b"}, "training": {"method": "dpo", "reference": "precomputed"}, "zero": {"stage": 3}})"},
    {"ORPO",
     R"({"model": {"preset": "llama-3.1-8b"}, "training": {"method": "orpo"}, "zero": {"stage": 3}})"},
    {"KTO", R"({"model": {"preset": "llama-3.1-8b"}, "training": {"method": "kto"}, "zero": {"stage": 3}})"},
    {"PPO", R"({"model": {"preset": "llama-3.1-8b"}, "training": {"method": "ppo"}, "zero": {"stage": 3}})"},
    {"GRPO with vLLM",
     R"({"model": {"preset": "llama-3.1-8b"}, "training": {"method": "grpo", "generation": "vllm"}, "zero": {"stage": 3}})"},
    {"distillation",
     R"({"model": {"preset": "llama-3.1-8b"}, "training": {"method": "distillation"}, "zero": {"stage": 3}})"},
    {"packed",
     R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 2}, "training": {"sequence_length": 8192, "example_length": 700, "attention_kernel": "flash_2"}})"},
    {"evaluating",
     R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 2}, "training": {"eval_batch_size": 4, "eval_kept_batches": 2}})"},
    {"FSDP1, half the states, recomputed by FSDP",
     R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 2}, "training": {"framework": "fsdp", "fsdp_version": 1, "tokens": 1000000000,
         "activation_checkpointing": "full", "checkpoint_unit": "children"}})"},
    {"FSDP1, within each node",
     R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2}, "zero": {"stage": 3}, "training": {"framework": "fsdp", "fsdp_version": 1,
         "shard_ranks": 8, "optimizer": "lion"}})"},
    {"FSDP2 on the host",
     R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 3, "offload_param": "cpu", "offload_optimizer": "cpu"}, "training": {"framework": "fsdp",
         "fsdp_version": 2, "fused_norm": true, "fused_loss": "fused", "save_steps": 0, "data_workers": 2}})"},
    {"FSDP2, long sequences",
     R"({"model": {"preset": "llama-3.1-8b"}, "zero": {"stage": 3}, "training": {"framework": "fsdp", "fsdp_version": 2, "context_parallel": 4,
         "attention_kernel": "flash_2", "sequence_length": 131072, "lora": {"rank": 16}}})"},
    {"FSDP2, five ways to divide",
     R"({"model": {"preset": "llama-3.1-70b"}, "cluster": {"nodes": 8}, "zero": {"stage": 3}, "deepspeed_config": {"gradient_clipping": 1.0,
         "optimizer": {"type": "AdamW", "params": {"lr": 0.0003, "betas": [0.9, 0.95], "eps": 1e-8, "weight_decay": 0.1}}},
         "training": {"framework": "fsdp", "fsdp_version": 2, "fsdp_wrap": "all", "shard_ranks": 2, "context_parallel": 2, "tensor_parallel": 4,
         "pipeline_parallel": 2, "micro_batch_size": 2, "gradient_accumulation_steps": 8, "sequence_length": 8192, "data_workers": 2,
         "activation_checkpointing": "selective", "fused_norm": true, "eval_batch_size": 1, "tokens": 1e9}})"},
    {"FSDP2, experts",
     R"({"model": {"preset": "qwen3-30b-a3b"}, "zero": {"stage": 2}, "training": {"framework": "fsdp", "fsdp_version": 2, "expert_parallel": 4,
         "experts": "grouped", "types": {"weights": "bf16", "reduced": "fp32"}, "optimizer": "adam", "optimizer_kernel": "foreach",
         "activation_checkpointing": "full", "fused_loss": "compiled"}})"},
    {"DDP",
     R"({"model": {"preset": "gpt-2-124m"}, "cluster": {"nodes": 2}, "zero": {"stage": 0}, "training": {"framework": "fsdp", "precision": "fp16"}})"},
    {"GRPO of verl, at rest on the host",
     R"({"model": {"preset": "qwen2.5-7b"}, "training": {"program": "verl", "method": "grpo", "micro_batch_size": 5, "gradient_accumulation_steps": 8,
         "sequence_length": 2048, "completion_length": 1536, "reference": "model", "rests_on_host": "all", "fsdp_version": 1, "tokens": 1e9, "fused_norm": true,
         "fused_loss": "fused", "rl": {"samples": 5, "prompts": 256}}, "deepspeed_config": {"gradient_clipping": 0.5,
         "optimizer": {"type": "AdamW", "params": {"lr": 1e-6, "betas": [0.9, 0.95], "eps": 1e-9, "weight_decay": 0.1}}}})"},
    {"PPO of verl, replicas",
     R"({"model": {"preset": "qwen2.5-7b"}, "cluster": {"nodes": 2}, "zero": {"stage": 2}, "training": {"program": "verl", "method": "ppo",
         "micro_batch_size": 4, "sequence_length": 2048, "reference": "model", "attention_kernel": "auto", "shard_ranks": 8, "fsdp_version": 2,
         "tiled_mlp": true, "activation_checkpointing": "full", "optimizer": "adamw8bit_torchao", "framework": "fsdp"}})"},
    {"GRPO of verl, adapters",
     R"({"model": {"preset": "qwen2.5-7b"}, "training": {"program": "verl", "method": "grpo", "micro_batch_size": 4, "gradient_accumulation_steps": 8,
         "sequence_length": 2048, "reference": "adapter", "lora": {"rank": 64, "targets": ["q_proj", "v_proj"]}, "precision": "fp16",
         "optimizer_kernel": "fused", "activation_offload": "streamed", "activation_checkpointing": "full", "sequence_parallel": 2}})"},
    {"GRPO of verl, offloaded",
     R"({"model": {"preset": "qwen2.5-7b"}, "zero": {"stage": 3, "offload_param": "cpu", "offload_optimizer": "cpu"}, "training": {"program": "verl",
         "method": "grpo", "framework": "fsdp", "fsdp_version": 2, "types": {"weights": "bf16", "gradients": "bf16", "states": "bf16"}}})"},
    {"SFT of verl",
     R"({"model": {"preset": "qwen2.5-7b"}, "zero": {"stage": 3, "offload_param": "cpu", "offload_optimizer": "cpu"}, "training": {"program": "verl",
         "fsdp_version": 1, "framework": "fsdp", "eval_batch_size": 4, "tokens": 1e9, "fused_norm": true, "lora": {"rank": 8}, "sequence_parallel": 2}})"},
    {"GRPO of OpenRLHF",
     R"({"model": {"preset": "qwen2.5-7b"}, "training": {"program": "openrlhf", "method": "grpo", "generation": "vllm", "micro_batch_size": 4,
         "gradient_accumulation_steps": 8, "sequence_length": 2048, "completion_length": 1536, "rests_on_host": "optimizer", "engine_sleeps": true,
         "fused_norm": true, "activation_checkpointing": "full", "rl": {"samples": 8, "prompts": 128}}, "zero": {"stage": 3},
         "deepspeed_config": {"gradient_clipping": 0.5, "optimizer": {"type": "AdamW", "params": {"lr": 1e-6, "betas": [0.9, 0.95], "eps": 1e-9,
         "weight_decay": 0.1}}}})"},
    {"PPO of OpenRLHF on other GPUs",
     R"({"model": {"preset": "qwen2.5-7b"}, "cluster": {"nodes": 2}, "training": {"program": "openrlhf", "method": "ppo", "micro_batch_size": 4,
         "sequence_length": 2048, "generation": "server", "rl": {"engine_gpus": 8}}, "zero": {"stage": 2, "offload_optimizer": "cpu", "overlap_comm": true}})"},
    {"DPO of OpenRLHF in parts",
     R"({"model": {"preset": "qwen2.5-7b"}, "training": {"program": "openrlhf", "method": "dpo", "tensor_parallel": 2, "data_workers": 3,
         "gradient_accumulation_dtype": "fp32", "optimizer": "muon"}, "zero": {"stage": 1, "zero_hpz_partition_size": 8}})"},
    {"QLoRA of OpenRLHF on rings",
     R"({"model": {"preset": "qwen2.5-7b"}, "training": {"program": "openrlhf", "lora": {"rank": 16, "targets": ["q_proj", "v_proj"]},
         "frozen_precision": "nf4", "context_parallel": 2, "eval_batch_size": 8, "activation_checkpointing": "full", "recompute": "whole"},
         "zero": {"stage": 2}})"},
    {"Megatron-DeepSpeed, tensors and stages",
     R"({"model": {"architecture": {"block": "gpt", "layers": 32, "hidden_size": 4096, "attention_heads": 32, "vocab_size": 51200,
         "max_position_embeddings": 2048}}, "cluster": {"nodes": 2}, "training": {"program": "megatron-deepspeed", "tensor_parallel": 4,
         "pipeline_parallel": 2, "scatter_stream": true, "activation_checkpointing": "full", "blocks_per_checkpoint": 2, "partition_activations": true,
         "micro_batch_size": 4, "gradient_accumulation_steps": 16, "sequence_length": 2048, "dropout": 0.1, "precision": "fp16", "save_steps": 0,
         "attention": "eager", "data_workers": 2, "tokens": 3e11}, "zero": {"stage": 1}, "deepspeed_config": {"gradient_clipping": 1.0,
         "optimizer": {"type": "Adam", "params": {"lr": 1.2e-4, "betas": [0.9, 0.95], "eps": 1e-8, "weight_decay": 0.1}}}})"},
    {"Megatron-DeepSpeed, FPDT",
     R"({"model": {"architecture": {"block": "gpt", "layers": 32, "hidden_size": 4096, "attention_heads": 32, "vocab_size": 50304,
         "learned_positions": 0}}, "training": {"program": "megatron-deepspeed", "sequence_parallel": 8, "fpdt": true, "fpdt_offload": true,
         "activation_checkpointing": "full", "checkpoints_on_host": true, "sequence_length": 262144, "attention": "sdpa", "attention_kernel": "flash_2",
         "optimizer": "adam"}, "zero": {"stage": 3}})"},
    {"Megatron-DeepSpeed, offloaded",
     R"({"model": {"preset": "llama-2-7b"}, "training": {"program": "megatron-deepspeed", "sequence_parallel": 4, "attention": "sdpa", "attention_kernel": "flash_1",
         "activation_checkpointing": "selective", "optimizer": "adam", "eval_batch_size": 1}, "zero": {"stage": 3, "offload_optimizer": "cpu",
         "offload_param": "cpu"}})"},
    {"grouped experts, a budget",
     R"({"model": {"preset": "mixtral-8x7b"}, "zero": {"stage": 3}, "training": {"experts": "grouped", "dropout": 0.1, "tokens": 5e9, "save_steps": 100}})"},
};

std::string plan_called(std::string_view title) {
  const auto at = std::ranges::find(exported_plans, title, [](const auto& row) { return row.first; });
  if (at == exported_plans.end()) qFatal("no such plan");
  return at->second;
}

const Finding* found(const ProgramExport& made, std::string_view path) {
  const auto at = std::ranges::find(made.findings, path, &Finding::path);
  return at == made.findings.end() ? nullptr : &*at;
}

ProgramExport written(const char* flavour, const std::string& plan) {
  return find_export_flavour(flavour)->write(read_plan(plan));
}

/// Returns the words of the last command in a script, without what bash puts in.
std::map<std::string, std::string> options_of(const std::string& script, const char* command) {
  std::map<std::string, std::string> options;
  std::istringstream words(script.substr(script.rfind(command)));
  std::string name;
  for (std::string word; words >> word;) {
    if (word.starts_with("--"))
      name = word.substr(2);
    else if (!name.empty() && word != "\\")
      options[std::exchange(name, "")] = word;
  }
  return options;
}

/// Returns Hydra's overrides after a command's name, with their values, without the quotes of bash.
std::map<std::string, std::string> overrides_of(const std::string& script, const std::string& command) {
  std::map<std::string, std::string> overrides;
  std::istringstream words(script.substr(script.rfind(command)));
  for (std::string word; words >> word;) {
    if (word.starts_with('\'')) word = word.substr(1, word.size() - 2);
    if (const auto end = word.find('='); end != std::string::npos)
      overrides[word.substr(0, end)] = word.substr(end + 1);
  }
  return overrides;
}

/// Returns the options of a command of argparse, with their values.
std::map<std::string, std::vector<std::string>> arguments_of(const std::string& script,
                                                             const std::string& command) {
  std::map<std::string, std::vector<std::string>> arguments;
  std::istringstream words(script.substr(script.rfind(command)));
  std::string name;
  for (std::string word; words >> word;)
    if (word.starts_with("--"))
      arguments[name = word.substr(2)] = {};
    else if (!name.empty() && word != "\\" && !word.starts_with('"'))
      arguments[name].push_back(word);
  return arguments;
}

/// Returns an override's value as its program reads it.
TextNode value_of_override(const std::string& text) {
  TextNode node;
  const Json parsed = Json::parse(text, nullptr, false);
  node.kind = text == "True" || text == "False" ? NodeKind::boolean
              : text.starts_with('[')           ? NodeKind::array
              : parsed.is_number_integer()      ? NodeKind::integer
              : parsed.is_number()              ? NodeKind::real
                                                : NodeKind::string;
  return node;
}

/// Checks accelerate's file, its sections against the options of `accelerate launch`.
std::string accelerate_complaint(const std::string& yaml) {
  const Json& table = accepted()["accelerate"];
  const TextNode file = read_yaml(yaml);
  if (std::string said = complaint(file, {table["keys"]}); !said.empty()) return said;
  for (const char* section : {"fsdp_config", "parallelism_config", "deepspeed_config"})
    if (const TextNode* node = file.child(section))
      if (std::string said = complaint(*node, {table[section]}); !said.empty()) return said;
  return "";
}

}  // namespace

/// Tests that the files of every flavour describe the plan with keys that its own project accepts.
class FlavoursTest : public QObject {
  Q_OBJECT

 private slots:
  void an_evaluation_s_batch_is_read_back() {
    for (const char* flavour : {"axolotl", "llama-factory"}) {
      const ProgramExport made = written(flavour, plan_called("evaluating"));
      const std::string& file = made.files.front().text;
      const PlanDocument base = read_plan(R"({"model": {"preset": "llama-3.1-8b"}})");
      const Imported back = import_file({file, {}, file_of(made, "ds_config.json")}, base);
      QCOMPARE(back.document.plan.training.eval_batch_size, 4);
    }
  }

  void every_key_is_accepted_data() {
    QTest::addColumn<QString>("flavour");
    QTest::addColumn<QString>("plan");
    for (const ExportFlavour& flavour : export_flavours())
      for (const auto& [title, plan] : exported_plans)
        if (reason_not_started(flavour, read_plan(plan).plan).empty())
          QTest::addRow("%s, %s", std::string(flavour.name).c_str(), title)
              << QString::fromUtf8(flavour.name.data(), static_cast<qsizetype>(flavour.name.size()))
              << QString::fromUtf8(plan);
  }
  void every_key_is_accepted() {
    QFETCH(QString, flavour);
    QFETCH(QString, plan);
    const std::string name = flavour.toStdString();
    const ProgramExport made = written(name.c_str(), plan.toStdString());
    std::string said;
    for (const ExportFile& file : made.files)
      if (file.name == "accelerate_config.yaml") said = accelerate_complaint(file.text);
    QVERIFY2(said.empty(), said.c_str());
    const bool is_deepspeed = made.document.plan.training.framework == Framework::deepspeed;
    if (name == "axolotl" || name == "llama-factory") {
      const Json& table = accepted()[name];
      const TextNode file =
          read_yaml(file_of(made, name == "axolotl" ? "axolotl.yaml" : "llama_factory.yaml"));
      said =
          complaint(file, name == "axolotl" ? std::vector{table["keys"]}
                                            : std::vector{table["keys"], accepted()["transformers"]["keys"]});
      for (const auto& [key, values] : table["values"].items())
        if (const TextNode* value = file.child(key))
          QVERIFY2(std::ranges::find(values, Json(value->text)) != values.end(), value->text.c_str());
      QCOMPARE(file.child("deepspeed") != nullptr, is_deepspeed);
      if (is_deepspeed) QCOMPARE(file.child("deepspeed")->text, std::string("ds_config.json"));
      if (const TextNode* fsdp = file.child("fsdp_config"); name == "axolotl" && fsdp != nullptr)
        QCOMPARE(complaint(*fsdp, {table["fsdp"]}), std::string());
      if (name == "axolotl")
        QVERIFY(complaint(file.child("datasets")->children[0], {table["datasets"]}).empty());
    } else if (name == "hf-trainer") {
      const Json own = {{"model_name_or_path", ""}, {"dataset_name", ""}, {"block_size", ""}, {"dtype", ""}};
      for (const auto& [key, value] : options_of(file_of(made, "run.sh"), "\"$program\""))
        QVERIFY2(own.contains(key) || accepted()["transformers"]["keys"].contains(key), key.c_str());
    } else if (name == "ms-swift") {
      const Json& table = accepted()["ms-swift"];
      const std::string& script = file_of(made, "run.sh");
      const std::map<std::string, std::string> options = options_of(script, "exec swift ");
      for (const auto& [key, value] : options)
        QVERIFY2(table["keys"].contains(key) || accepted()["transformers"]["keys"].contains(key),
                 key.c_str());
      for (const auto& [key, values] : table["values"].items())
        if (const auto option = options.find(key); option != options.end())
          QVERIFY2(std::ranges::find(values, Json(option->second)) != values.end(), option->second.c_str());
      const auto at = script.rfind("exec swift ") + 11;
      const std::string command = script.substr(at, script.find(' ', at) - at);
      QVERIFY(std::ranges::find(table["commands"], Json(command)) != table["commands"].end());
      QCOMPARE(options.contains("rlhf_type"), command == "rlhf");
      QCOMPARE(options.contains("deepspeed"), is_deepspeed);
    } else if (name == "openrlhf") {
      const Json& table = accepted()["openrlhf"];
      const std::string& script = file_of(made, "run.sh");
      const auto at = script.rfind("openrlhf.cli.");
      const std::string command = script.substr(at, script.find(' ', at) - at);
      const Json& keys = table["commands"].at(command);
      for (const auto& [key, values] : arguments_of(script, command)) {
        QVERIFY2(keys.contains(key), key.c_str());
        const std::string type = keys[key].get<std::string>();
        if (type == "boolean" || type == "list") {
          QVERIFY2(values.empty() == (type == "boolean"), key.c_str());
          continue;
        }
        QVERIFY2(values.size() == 1 && is_of(value_of_override(values.front()), type), key.c_str());
        if (table["values"].contains(key))
          QVERIFY2(
              std::ranges::find(table["values"][key], Json(values.front())) != table["values"][key].end(),
              values.front().c_str());
      }
    } else if (name == "megatron-deepspeed") {
      const Json& table = accepted()["megatron-deepspeed"];
      for (const auto& [key, values] : arguments_of(file_of(made, "run.sh"), "\"$program\"")) {
        QVERIFY2(table["keys"].contains(key), key.c_str());
        const std::string type = table["keys"][key].get<std::string>();
        QVERIFY2(values.size() == (type == "boolean" ? 0 : 1), key.c_str());
        if (values.empty()) continue;
        QVERIFY2(is_of(value_of_override(values.front()), type), key.c_str());
        if (table["values"].contains(key))
          QVERIFY2(
              std::ranges::find(table["values"][key], Json(values.front())) != table["values"][key].end(),
              values.front().c_str());
      }
    } else if (name == "verl") {
      const Json& table = accepted()["verl"];
      const std::string& script = file_of(made, "run.sh");
      const auto at = script.rfind("verl.trainer.");
      const std::string command = script.substr(at, script.find(' ', at) - at);
      const Json& keys = table["commands"].at(command);
      for (const auto& [key, value] : overrides_of(script, command)) {
        // Hydra takes a new key with a plus alone, below a section without keys or without a value.
        const std::string path = key.substr(key.find_first_not_of('+'));
        const bool is_new = !keys.contains(path);
        QVERIFY2(is_new == key.starts_with('+'), key.c_str());
        if (is_new)
          QVERIFY2(keys.contains(path.substr(0, path.rfind('.'))), key.c_str());
        else
          QVERIFY2(is_of(value_of_override(value), keys[path].get<std::string>()),
                   (key + '=' + value).c_str());
        if (table["values"].contains(path)) {
          const Json& values = table["values"][path];
          QVERIFY2(std::ranges::find(values, Json(value)) != values.end(), value.c_str());
        }
      }
    } else if (name == "trl") {
      const std::string& script = file_of(made, "run.sh");
      const auto at = script.find("exec trl ") + 9;
      const Json& table = accepted()["trl"];
      said = complaint(read_yaml(file_of(made, "trl.yaml")),
                       {accepted()["transformers"]["keys"], table["keys"],
                        table["commands"].at(script.substr(at, script.find(' ', at) - at))});
    } else if (name == "lightning") {
      const TextNode file = read_yaml(file_of(made, "lightning.yaml"));
      TextNode trainer = *file.child("trainer");
      if (is_deepspeed)
        said = complaint(*trainer.find("strategy.init_args"), {accepted()["lightning"]["strategy"]});
      QVERIFY2(said.empty(), said.c_str());
      // LightningCLI takes an object of class_path and init_args in the place of the trainer's instance.
      std::erase_if(trainer.children, [](const TextNode& child) { return child.key == "strategy"; });
      said = complaint(trainer, {accepted()["lightning"]["keys"]});
      const Json& words = accepted()["lightning"]["values"]["precision"];
      QVERIFY(std::ranges::find(words, Json(trainer.child("precision")->text)) != words.end());
    } else if (name == "torchtitan") {
      const Json& table = accepted()["torchtitan"];
      const TextNode file = read_toml(file_of(made, "torchtitan.toml"));
      said = path_complaint(file, "", table["keys"]);
      for (const auto& [key, values] : table["values"].items())
        if (const TextNode* value = file.find(key))
          QVERIFY2(std::ranges::find(values, Json(value->text)) != values.end(), value->text.c_str());
    } else if (name == "kubernetes") {
      const std::string& text = file_of(made, "trainjob.yaml");
      TextNode job = read_yaml(is_deepspeed ? text.substr(text.find("---\n") + 4) : text);
      QCOMPARE(job.child("kind")->text, std::string("TrainJob"));
      for (const Json& key : accepted()["kubernetes"]["required"])
        if (key.get<std::string>().find('[') == std::string::npos)
          QVERIFY2(job.find(key.get<std::string>()), key.get<std::string>().c_str());
      const TextNode spec = *job.child("spec");
      said = path_complaint(spec, "spec", accepted()["kubernetes"]["keys"]);
      QVERIFY2(said.empty(), said.c_str());
      if (!is_deepspeed) return;
      const TextNode map = read_yaml(text.substr(0, text.find("---\n")));
      QCOMPARE(map.child("data")->child("ds_config.json")->text, file_of(made, "ds_config.json"));
    }
    QVERIFY2(said.empty(), said.c_str());
  }

  void deepspeed_takes_every_file_data() { every_key_is_accepted_data(); }
  void deepspeed_takes_every_file() {
    QFETCH(QString, flavour);
    QFETCH(QString, plan);
    const ProgramExport made = written(flavour.toStdString().c_str(), plan.toStdString());
    QVERIFY(read_plan(file_of(made, "plan.zplan.json")) == made.document);
    if (made.document.plan.training.framework != Framework::deepspeed || !made.has_config) return;
    CheckOptions options;
    options.world_size = made.document.plan.cluster.ranks();
    options.plan = made.document.plan;
    for (const Finding& issue :
         check_config(read_config_text(file_of(made, "ds_config.json")), options).issues)
      QVERIFY2(issue.severity > Severity::fails_later, sentence_of(issue).c_str());
  }

  void every_script_is_bash_data() { every_key_is_accepted_data(); }
  void every_script_is_bash() {
    QFETCH(QString, flavour);
    QFETCH(QString, plan);
    const ProgramExport made = written(flavour.toStdString().c_str(), plan.toStdString());
    QVERIFY(!made.start.empty());
    for (const ExportFile& file : made.files) {
      QCOMPARE(file.executable, file.text.starts_with("#!"));
      if (!file.executable) continue;
      QProcess bash;
      bash.start(QStringLiteral("/bin/bash"), {QStringLiteral("-n")});
      bash.write(QByteArray::fromStdString(file.text));
      bash.closeWriteChannel();
      QVERIFY(bash.waitForFinished());
      QVERIFY2(bash.exitCode() == 0, bash.readAllStandardError());
    }
  }

  /// The scripts are started from another folder, with programs that print how they were called.
  void scripts_start_their_programs_data() {
    QTest::addColumn<QString>("flavour");
    QTest::addColumn<QString>("plan");
    QTest::addColumn<QString>("said");
    const QString one = QString::fromUtf8(exported_plans[0].second),
                  two = QString::fromUtf8(exported_plans[1].second);
    QTest::newRow("axolotl") << "axolotl" << one
                             << "axolotl train axolotl.yaml --launcher torchrun more -- --standalone "
                                "--nproc_per_node 8";
    QTest::newRow("axolotl, two nodes")
        << "axolotl" << two
        << "axolotl train axolotl.yaml --launcher torchrun more -- --nnodes 2 --nproc_per_node 8 --node_rank "
           "1 --master_addr first --master_port 29500";
    QTest::newRow("llama-factory") << "llama-factory" << one
                                   << "llamafactory-cli train llama_factory.yaml more";
    QTest::newRow("ms-swift")
        << "ms-swift" << one
        << "swift sft --model meta-llama/Llama-3.1-8B --use_hf True --dataset path/to/data --output_dir out "
           "--num_train_epochs 1 --tuner_type full --per_device_train_batch_size 1 "
           "--gradient_accumulation_steps 1 --max_length 2048 --torch_dtype bfloat16 --bf16 True --attn_impl "
           "sdpa --gradient_checkpointing False --save_strategy steps --save_steps 500 --max_grad_norm 1.0 "
           "--learning_rate 2e-05 --adam_beta1 0.9 --adam_beta2 0.999 --adam_epsilon 1e-08 --weight_decay "
           "0.01 --deepspeed ds_config.json more";
    const QString sft = QString::fromStdString(plan_called("SFT of verl")),
                  ppo = QString::fromStdString(plan_called("PPO of verl, replicas"));
    QTest::newRow("verl")
        << "verl" << sft
        << "torchrun --standalone --nproc_per_node 8 -m verl.trainer.fsdp_sft_trainer "
           "data.train_files=path/to/train.parquet data.val_files=path/to/test.parquet "
           "data.micro_batch_size_per_gpu=4 data.train_batch_size=256 data.max_length=1024 "
           "model.partial_pretrain=Qwen/Qwen2.5-7B model.strategy=fsdp model.fsdp_config.cpu_offload=True "
           "model.fsdp_config.offload_params=True model.lora_rank=8 model.lora_alpha=16 "
           "model.target_modules=all-linear model.enable_gradient_checkpointing=True model.use_liger=True "
           "optim.optimizer=AdamW ulysses_sequence_parallel_size=2 use_remove_padding=True "
           "trainer.total_training_steps=3815 trainer.save_freq=500 trainer.test_freq=100 trainer.nnodes=1 "
           "trainer.n_gpus_per_node=8 trainer.logger=[console] trainer.default_local_dir=out more";
    QTest::newRow("openrlhf")
        << "openrlhf" << one
        << "deepspeed --num_gpus 8 --master_port 29500 --module openrlhf.cli.train_sft "
           "--model.model_name_or_path meta-llama/Llama-3.1-8B --data.dataset path/to/data --ds.zero_stage 3 "
           "--train.micro_batch_size 1 --train.batch_size 8 --data.max_len 2048 --ds.param_dtype bf16 "
           "--ds.attn_implementation sdpa --ckpt.save_steps 500 --optim adam --ckpt.output_dir out "
           "--train.max_epochs 1 more";
    QTest::newRow("megatron-deepspeed")
        << "megatron-deepspeed" << QString::fromStdString(plan_called("Megatron-DeepSpeed, FPDT"))
        << "deepspeed --num_gpus 8 --master_port 29500 pretrain_gpt.py --num-layers 32 --hidden-size 4096 "
           "--ffn-hidden-size 16384 --num-attention-heads 32 --max-position-embeddings 262144 "
           "--use-rotary-position-embeddings --normalization layernorm "
           "--untie-embeddings-and-output-weights --vocab-size 50304 "
           "--tensor-model-parallel-size 1 --pipeline-model-parallel-size 1 --no-pipeline-parallel "
           "--ds-sequence-parallel-size 8 --ds-sequence-parallel-fpdt "
           "--ds-sequence-parallel-fpdt-chunk-size 65536 --ds-sequence-parallel-fpdt-offloading "
           "--micro-batch-size 1 --global-batch-size 1 --seq-length 262144 --attention-dropout 0.0 "
           "--hidden-dropout 0.0 --num-workers 0 --save out --save-interval 500 --eval-iters 0 --bf16 "
           "--checkpoint-activations --deepspeed-activation-checkpointing --checkpoint-in-cpu "
           "--use-flash-attn-v2 --optimizer adam --zero-stage 3 --deepspeed --deepspeed_config "
           "ds_config.json "
           "more";
    QTest::newRow("openrlhf on a second node")
        << "openrlhf" << QString::fromStdString(plan_called("PPO of OpenRLHF on other GPUs"))
        << "ray start --address first:29500 --block";
    QTest::newRow("verl on a second node") << "verl" << ppo << "ray start --address first:29500 --block";
    QTest::newRow("trl") << "trl" << one
                         << "trl sft --config trl.yaml --accelerate_config accelerate_config.yaml "
                            "--main_process_port 29500 --mixed_precision bf16 more";
    QTest::newRow("trl, two nodes") << "trl" << two
                                    << "trl sft --config trl.yaml --accelerate_config accelerate_config.yaml "
                                       "--main_process_port 29500 --main_process_ip first --mixed_precision "
                                       "bf16 more";
    QTest::newRow("lightning") << "lightning" << one
                               << "torchrun --standalone --nproc_per_node 8 more fit --config lightning.yaml";
    QTest::newRow("torchtitan, several nodes")
        << "torchtitan" << QString::fromStdString(plan_called("FSDP2, five ways to divide"))
        << "torchrun --nnodes 8 --nproc_per_node 8 --node_rank 1 --master_addr first --master_port 29500 -m "
           "torchtitan.train --job.config_file torchtitan.toml more";
    const QString fsdp = QString::fromStdString(plan_called("FSDP1, within each node"));
    QTest::newRow("trl, FSDP on two nodes")
        << "trl" << fsdp
        << "trl sft --config trl.yaml --accelerate_config accelerate_config.yaml --main_process_port 29500 "
           "--main_process_ip first --machine_rank 1 --mixed_precision bf16 more";
  }
  void scripts_start_their_programs() {
    QFETCH(QString, flavour);
    QFETCH(QString, plan);
    QFETCH(QString, said);
    const QTemporaryDir folder;
    const auto write = [&](const QString& name, const std::string& text) {
      const QString path = folder.filePath(name);
      QDir().mkpath(QFileInfo(path).path());
      write_text_file(path.toStdString(), text);
      QFile::setPermissions(path, QFile::permissions(path) | QFile::ExeOwner | QFile::ExeUser);
    };
    const ProgramExport made = written(flavour.toStdString().c_str(), plan.toStdString());
    for (const ExportFile& file : made.files)
      write(QString::fromStdString(file.name), file.text);
    for (const char* program :
         {"axolotl", "llamafactory-cli", "trl", "swift", "torchrun", "ray", "deepspeed"})
      write(QStringLiteral("bin/") + QLatin1String(program),
            "#!/bin/sh\necho \"" + std::string(program) + " $*\"\n[ -f plan.zplan.json ] || exit 7\n");
    QProcess process;
    QProcessEnvironment variables;
    variables.insert(QStringLiteral("PATH"), folder.path() + QStringLiteral("/bin:/usr/bin:/bin"));
    variables.insert(QStringLiteral("NODE_RANK"), QStringLiteral("1"));
    variables.insert(QStringLiteral("MASTER_ADDR"), QStringLiteral("first"));
    process.setProcessEnvironment(variables);
    process.setWorkingDirectory(QDir::tempPath());
    process.start(folder.filePath(QStringLiteral("run.sh")), {QStringLiteral("more")});
    QVERIFY(process.waitForFinished());
    QCOMPARE(QString::fromUtf8(process.readAllStandardOutput()).trimmed(), said);
    QVERIFY2(process.exitCode() == 0, process.readAllStandardError());
  }

  void a_file_names_the_weights_that_the_plan_states() {
    const PlanDocument plan = read_plan(
        R"({"model": {"preset": "Qwen/Qwen2.5-7B-Instruct"}, "training": {"method": "sft"}, "zero": {"stage": 2}})");
    for (const std::string_view flavour : {"hf-trainer", "axolotl", "llama-factory", "trl", "ms-swift"}) {
      std::string all;
      for (const ExportFile& file : find_export_flavour(flavour)->write(plan).files)
        all += file.text;
      QVERIFY2(all.find("Qwen/Qwen2.5-7B-Instruct") != std::string::npos, std::string(flavour).c_str());
    }
  }
  void a_learning_rate_is_to_be_filled_in_only_if_the_plan_states_none() {
    for (const std::string program : {"verl", "openrlhf"})
      for (const bool is_stated : {false, true}) {
        const std::string rate =
            is_stated ? R"json(, "deepspeed_config": {"optimizer": {"params": {"lr": 0.00002}}})json" : "";
        const PlanDocument plan =
            read_plan(R"json({"model": {"preset": "qwen2.5-7b"}, "zero": {"stage": 3})json" + rate +
                      R"json(, "training": {"method": "sft", "program": ")json" + program + R"json("}})json");
        const std::string script = file_of(find_export_flavour(program)->write(plan), "run.sh");
        const std::string list = script.substr(script.find("# Yours"), 220);
        QCOMPARE(list.find(".lr, ") == std::string::npos, is_stated);
        QCOMPARE(script.find("2e-05") != std::string::npos, is_stated);
      }
  }
  /// src/llamafactory/extras/constants.py, register_model_group.
  void llama_factory_gets_the_template_of_the_model() {
    const auto says = [](const char* model, const char* line) {
      const std::string text =
          file_of(find_export_flavour("llama-factory")
                      ->write(read_plan(R"({"model": {"preset": ")" + std::string(model) + R"("}})")),
                  "llama_factory.yaml");
      return text.find(line) != std::string::npos;
    };
    QVERIFY(says("qwen2.5-vl-7b", "template: qwen2_vl"));
    QVERIFY(says("qwen2.5-vl-7b", "dataset: mllm_demo"));
    QVERIFY(says("qwen3-vl-8b", "template: qwen3_vl_nothink"));
    QVERIFY(says("llama-3.1-8b", "template: llama3"));
    QVERIFY(says("qwen2.5-7b", "template: qwen"));
    QVERIFY(says("gpt-oss-20b", "template: gpt_oss"));
    QVERIFY(says("pythia-1b", "template: default"));
  }

  /// examples/pytorch/language-modeling/run_clm.py, ModelArguments: --config_overrides goes with --model_type
  /// alone, and --model_name_or_path loads weights.
  void a_new_model_is_named_by_its_configuration() {
    const auto script = [](const char* model, const char* method) {
      return file_of(find_export_flavour("hf-trainer")
                         ->write(read_plan(R"({"model": )" + std::string(model) +
                                           R"(, "training": {"method": ")" + method + R"("}})")),
                     "run.sh");
    };
    const char* const shape =
        R"({"architecture": {"block": "llama", "hidden_size": 2048, "layers": 24, "attention_heads": 16,
            "kv_heads": 4, "intermediate_size": 5632, "vocab_size": 32000}})";
    const std::string fresh = script(shape, "pretrain");
    QVERIFY(fresh.find("--model_type llama") != std::string::npos);
    QVERIFY2(fresh.find("--config_overrides hidden_size=2048,num_hidden_layers=24,num_attention_heads=16,"
                        "num_key_value_heads=4,intermediate_size=5632,vocab_size=32000") != std::string::npos,
             fresh.c_str());
    QVERIFY(fresh.find("--model_name_or_path") == std::string::npos);
    QVERIFY(script(shape, "sft").find("--model_name_or_path path/to/model") != std::string::npos);
    const char* const wide =
        R"({"architecture": {"block": "gpt", "hidden_size": 1024, "layers": 4, "attention_heads": 16,
            "intermediate_size": 2048, "vocab_size": 50257, "tied_embeddings": true, "norm": "layernorm",
            "learned_positions": 1024}})";
    const std::string of_gpt = script(wide, "pretrain");
    QVERIFY2(of_gpt.find("--model_type gpt2") != std::string::npos &&
                 of_gpt.find("n_inner=2048") != std::string::npos,
             of_gpt.c_str());
    const char* const biased =  // LlamaConfig has one bias for all four products of attention
        R"({"architecture": {"block": "llama", "hidden_size": 2048, "layers": 24, "attention_heads": 16,
            "intermediate_size": 5632, "vocab_size": 32000, "qkv_bias": true}})";
    QVERIFY(script(biased, "pretrain").find("--config_name path/to/config") != std::string::npos);
    QVERIFY(script(R"({"preset": "llama-3.1-8b"})", "pretrain").find("for new ones, write --config_name") !=
            std::string::npos);
  }

  void what_is_automatic_is_not_left_to_hands() {
    for (const ExportFlavour& flavour : export_flavours())
      for (const auto& [name, plan] : exported_plans)
        for (const LeftOut& one : flavour.write(read_plan(plan)).left_out)
          QVERIFY2(one.value != "auto" || one.plan_key != "training.recompute",
                   std::string(flavour.name).c_str());
  }

  /// cli/train_ppo_ray.py makes one placement group for all models with --train.colocate_all, and otherwise
  /// one for each.
  void openrlhf_asks_ray_for_no_more_gpus_than_the_plan_has() {
    const auto script = [](const std::string& training) {
      return file_of(
          find_export_flavour("openrlhf")
              ->write(read_plan(R"({"model": {"preset": "llama-3-8b"}, "training": {"program": "openrlhf")" +
                                training + R"(}, "zero": {"stage": 3}})")),
          "run.sh");
    };
    for (const char* method : {R"(, "method": "ppo")", R"(, "method": "grpo")"}) {
      const std::string shared = script(method);
      for (const char* option : {"--train.colocate_all", "--vllm.enable_sleep", "--ds.enable_sleep",
                                 "--vllm.gpu_memory_utilization 0.5", "--vllm.num_engines 8"})
        QVERIFY2(shared.find(option) != std::string::npos, option);
      QVERIFY(shared.find("asks Ray") == std::string::npos);
    }
    const std::string apart = script(R"(, "method": "ppo", "generation": "server")");
    QVERIFY(apart.find("It asks Ray for 40 GPUs, 8 of them for the policy") != std::string::npos);
  }

  void lightning_multiplies_the_batch_itself() {
    const ProgramExport made = written("lightning", exported_plans[1].second);
    const auto config = nlohmann::json::parse(file_of(made, "ds_config.json"));
    QVERIFY(!config.contains("gradient_accumulation_steps") && !config.contains("train_batch_size"));
    QCOMPARE(config["train_micro_batch_size_per_gpu"].get<int>(), 2);
    QCOMPARE(read_yaml(file_of(made, "lightning.yaml")).find("trainer.accumulate_grad_batches")->integer, 4);
  }

  void what_a_program_cannot_say_is_told() {
    const ProgramExport tiled = written("llama-factory", exported_plans[6].second);
    for (const char* key : {"training.tiled_mlp", "training.fused_loss", "training.checkpoints_on_host"}) {
      const Finding* finding = found(tiled, key);
      QVERIFY2(finding && finding->severity == Severity::ignored, key);
    }
    QVERIFY(found(written("axolotl", exported_plans[12].second), "training.method"));
    QVERIFY(!found(written("llama-factory", exported_plans[12].second), "training.method"));
    QVERIFY(found(written("trl", exported_plans[3].second), "model"));
    QVERIFY(written("axolotl", exported_plans[0].second).findings.empty());
  }

  void slurm_asks_for_the_plans_machine() {
    const std::string job = file_of(written("slurm", exported_plans[1].second), "job.sbatch");
    for (const char* line : {"\n#SBATCH --nodes=2\n", "\n#SBATCH --gpus-per-node=8\n",
                             "\n#SBATCH --cpus-per-task=64\n", "\n#SBATCH --ntasks-per-node=1\n"})
      QVERIFY2(job.find(line) != std::string::npos, line);
  }

  void the_drive_of_the_node_is_mounted() {
    const std::string text = file_of(written("kubernetes", exported_plans[7].second), "trainjob.yaml");
    const TextNode job = read_yaml(text.substr(text.find("---\n") + 4));
    const TextNode& pod = *job.find("spec.runtimePatches")
                               ->children[0]
                               .find("trainingRuntimeSpec.template.spec.replicatedJobs")
                               ->children[0]
                               .find("template.spec.template.spec");
    QCOMPARE(pod.child("volumes")->children.back().find("hostPath.path")->text,
             std::string("/my drive: \"fast\" \u00e9"));
  }

  void instruments_are_for_every_program() {
    for (const ExportFlavour& flavour : export_flavours()) {
      const ProgramExport made = instrumented(flavour, read_plan(exported_plans[0].second));
      if (!made.has_config) continue;  // the program makes its own
      QVERIFY(nlohmann::json::parse(file_of(made, "ds_config.json"))["wall_clock_breakdown"].get<bool>());
      QVERIFY(!is_instrumented(read_plan(file_of(made, "plan.zplan.json"))));
      QVERIFY(!file_of(made, "zero_planner_probe.py").empty());
    }
  }
};

ZP_TEST(FlavoursTest)
#include "flavours_test.moc"
