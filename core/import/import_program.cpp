// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/import/job_file.h"
#include "core/import/named_configs.h"
#include "core/import/named_model.h"
#include "core/import/openrlhf.h"
#include "core/import/program_keys_json.h"
#include "core/plan_file/plan_file.h"
#include "core/text/python.h"

/// Import for programs on top of Trainer, and for the jobs that start them on a cluster.
namespace zp::import_io {
namespace {

const TextNode* key_of(const std::vector<TextNode>& keys, std::string_view name) {
  const auto found = std::ranges::find(keys, name, &TextNode::key);
  return found == keys.end() || found->is_null() ? nullptr : &*found;
}

TextNode key(const char* name, NodeKind kind) {
  TextNode node;
  node.key = name;
  node.kind = kind;
  return node;
}

TextNode count_key(const char* name, std::int64_t count) {
  TextNode node = key(name, NodeKind::integer);
  node.integer = count;
  node.number = static_cast<double>(count);
  return node;
}

/// Returns true if a switch is there and on; a number is on above 0.
bool is_on(const std::vector<TextNode>& keys, std::string_view name) {
  const TextNode* node = key_of(keys, name);
  if (node == nullptr) return false;
  if (const auto number = python::lax_float(*node)) return *number > 0;
  return python::lax_bool(*node).value_or(false);
}

/// The keys by which a run evaluates: strategies of TrainingArguments under their older and newer name, its
/// switch, and the share of the data that Axolotl keeps for it.
constexpr std::array<std::string_view, 2> evaluation_strategies = {"eval_strategy", "evaluation_strategy"};
constexpr std::array<std::string_view, 2> evaluation_switches = {"do_eval", "val_set_size"};

template <std::size_t n>
bool is_one_of(const std::array<std::string_view, n>& names, const TextNode& node) {
  return std::ranges::find(names, node.key) != names.end();
}

bool says_strategy(const TextNode* node) {
  return node != nullptr && node->is_string() && node->text != "no";
}

/// Removes the switches of evaluation from `keys` and returns the batch that evaluation has if the file
/// states none: 8 (TrainingArguments.per_device_eval_batch_size), and for Axolotl the micro batch
/// (core/builders/base.py). Returns 0 if the file states a batch or does not evaluate. A batch size counts
/// only if the run evaluates.
std::int64_t take_evaluation(std::vector<TextNode>& keys) {
  constexpr std::array<std::string_view, 2> sizes = {"eval_batch_size", "per_device_eval_batch_size"};
  constexpr std::int64_t by_default = 8;
  const auto is_there = [&](std::string_view name) { return key_of(keys, name) != nullptr; };
  const bool evaluates =
      std::ranges::any_of(evaluation_strategies,
                          [&](std::string_view name) { return says_strategy(key_of(keys, name)); }) ||
      std::ranges::any_of(evaluation_switches, [&](std::string_view name) { return is_on(keys, name); });
  std::erase_if(keys, [&](const TextNode& node) {
    return is_one_of(evaluation_strategies, node) || is_one_of(evaluation_switches, node) ||
           (!evaluates && is_one_of(sizes, node));
  });
  if (!evaluates || std::ranges::any_of(sizes, is_there)) return 0;
  const TextNode* micro_batch = key_of(keys, "micro_batch_size");
  return micro_batch != nullptr && micro_batch->is_integer() ? micro_batch->integer : by_default;
}

/// Returns true if the file asks for adapters: adapter of Axolotl, use_peft of TRL, finetuning_type of
/// LLaMA-Factory, lora_enable of LLaVA, use_lora of Qwen, lora_dim of DeepSpeed-Chat.
bool makes_adapters(const std::vector<TextNode>& keys) {
  const TextNode* type = key_of(keys, "finetuning_type");
  const TextNode* peft = key_of(keys, "use_peft");
  const TextNode* adapter = key_of(keys, "adapter");
  return (adapter != nullptr && !adapter->text.empty()) || (type != nullptr && type->text == "lora") ||
         (peft != nullptr && peft->text != "false" && (peft->boolean || peft->is_string())) ||
         is_on(keys, "lora_enable") || is_on(keys, "use_lora") || is_on(keys, "lora_dim");
}

/// Returns the keys with their joint meaning: a rank counts only if there are adapters, and LLaMA-Factory has
/// its own defaults of rank and recomputation (hparams/finetuning_args.py, model_args.py).
std::vector<TextNode> settled(std::vector<TextNode> keys) {
  const bool has_adapters = makes_adapters(keys);
  const bool is_factory = key_of(keys, "finetuning_type") != nullptr;
  if (!has_adapters) std::erase_if(keys, [](const TextNode& node) { return node.key.starts_with("lora_"); });
  if (is_factory && has_adapters && key_of(keys, "lora_rank") == nullptr)
    keys.push_back(count_key("lora_rank", 8));
  if (is_factory && key_of(keys, "disable_gradient_checkpointing") == nullptr)
    keys.push_back(key("disable_gradient_checkpointing", NodeKind::boolean));
  return keys;
}

/// Keys that say whether adapters or all weights are trained, and that set nothing else in a plan.
constexpr std::array<std::string_view, 5> adapter_switches = {"finetuning_type", "adapter", "use_peft",
                                                              "lora_enable", "use_lora"};

/// Sets the rank to 0 for a file that states full fine-tuning; passes over another type without adapters
/// (LLaMA-Factory's freeze), which no plan has.
void read_switches(const std::vector<TextNode>& said, ProgramKeys& keys) {
  const bool has_adapters = makes_adapters(said);
  for (const TextNode& node : said) {
    if (has_adapters || node.is_null() || !is_one_of(adapter_switches, node)) continue;
    const bool is_type = node.key == "finetuning_type";
    const std::string stated = node.key + ": " + (is_type ? node.text : "false");
    if (is_type && node.text != "full")
      keys.pass_over(stated);
    else
      keys.set("training.lora.rank", 0, stated);
  }
}

void read_settled(std::vector<TextNode> said, ProgramKeys& keys) {
  read_switches(said, keys);
  said = settled(std::move(said));
  std::erase_if(said, [](const TextNode& node) { return is_one_of(adapter_switches, node); });
  const std::int64_t evaluated = take_evaluation(said);
  for (const TextNode& node : said)
    if (node.key != "deepspeed") keys.read(node);
  if (evaluated > 0)
    keys.set("training.eval_batch_size", evaluated,
             "evaluation without a batch size, which is " + std::to_string(evaluated) + " then");
}

/// Returns the ds_config that a file names: the text beside it, or one that a program comes with; "" if
/// neither is there.
std::string config_named(const std::string& name, const std::string& beside, std::vector<Finding>& notes) {
  if (!beside.empty()) return beside;
  const auto known = named_config(name);
  if (known)
    notes.push_back({Severity::style, "named_config", "",
                     name + " is not there; it was taken for the one of that name that Axolotl or "
                            "LLaMA-Factory come with.",
                     ""});
  return known.value_or("");
}

/// Reads the keys of Lightning's Trainer, at the root or below `trainer` (LightningCLI).
void read_lightning(const TextNode& root, ProgramKeys& keys) {
  struct LightningRow {
    const char *key, *plan_key;
  };
  constexpr std::array<LightningRow, 3> lightning_rows = {
      {{"num_nodes", "cluster.nodes"},
       {"devices", "cluster.gpus_per_node"},
       {"accumulate_grad_batches", "training.gradient_accumulation_steps"}}};
  const TextNode* below = root.child("trainer");
  const TextNode& trainer = below != nullptr && below->is_object() ? *below : root;
  for (const LightningRow& row : lightning_rows)
    if (const TextNode* node = trainer.child(row.key);
        node != nullptr && node->is_integer() && node->integer > 0)
      keys.set(row.plan_key, node->integer, std::string(row.key) + ": " + std::to_string(node->integer));
}

void add_front(Imported& imported, const std::vector<Finding>& notes) {
  imported.notes.insert(imported.notes.begin(), notes.begin(), notes.end());
}

}  // namespace

Imported import_program(EmbeddedConfig& embedded, const ImportFile& file, const PlanDocument& base,
                        ModelOrigin model, const Catalog& presets) {
  std::vector<Finding> notes;
  const bool is_lightning = embedded.program != trainer_programs;
  if (!embedded.file.empty()) {
    const std::string text =
        is_lightning ? file.ds_config : config_named(embedded.file, file.ds_config, notes);
    if (text.empty())
      throw FileError(embedded.path,
                      "The file " + embedded.file + " that " + embedded.path + " names is not there.");
    embedded.config = read_config_text(text);
  }
  if (is_lightning) {
    // Lightning's accumulation is a key of its Trainer; no ds_config has it.
    Imported imported = import_ds_config(embedded.config, base);
    ProgramKeys keys(imported.document, model, file.text, presets);
    read_lightning(embedded.root, keys);
    imported.document = keys.document();
    keys.note_in(imported, embedded.program);
    return imported;
  }
  ProgramKeys keys(base, model, file.text, presets);
  read_settled(embedded.root.children, keys);
  Imported imported = import_ds_config(embedded.config, keys.document());
  add_front(imported, notes);
  keys.note_in(imported, embedded.program);
  return imported;
}

Imported import_job(const ImportFile& file, const PlanDocument& base, ModelOrigin model,
                    const Catalog& presets) {
  JobFile job = job_file(file.text).value();
  ProgramKeys keys(base, model, file.text, presets);
  const auto count = [&](const char* plan_key, int number, const char* what) {
    if (number > 0) keys.set(plan_key, number, std::string(what) + ' ' + std::to_string(number));
  };
  count("cluster.nodes", job.nodes, "nodes");
  count("cluster.gpus_per_node", job.gpus_per_node, "GPUs of a node");
  count("cluster.cpu_cores", job.cpus_per_node, "cores of a node");
  if (job.memory_gib > 0)
    keys.set("cluster.cpu_memory_gib", text_io::number(job.memory_gib), "memory of a node");
  read_openrlhf(job, keys);
  read_settled(job.arguments, keys);
  std::vector<Finding> notes;
  if (!job.gpu.empty())
    notes.push_back({Severity::style, "gpu_kind", "cluster.gpu",
                     "The job asks for GPUs of the kind " + job.gpu + "; the plan's kind was kept.",
                     "Choose the GPU of that kind."});
  const std::string config =
      job.config.empty() ? config_named(job.config_name, file.ds_config, notes) : job.config;
  Imported imported;
  if (config.empty()) {
    imported.document = keys.document();
    if (!keys.says("zero.stage"))
      notes.push_back(
          {Severity::ignored, "no_config", "zero",
           (job.config_name.empty() ? std::string("The job names no ds_config")
                                    : "The file " + job.config_name + " that the job names is not there") +
               "; the plan has the defaults, stage 0 without offload.",
           "Import the ds_config itself, with --plan and this plan."});
  } else {
    imported = import_ds_config(read_config_text(config), keys.document());
  }
  add_front(imported, notes);
  keys.note_in(imported, job.program);
  return imported;
}

std::optional<PlanDocument> base_with_model(const std::vector<TextNode>& keys, const std::string& text,
                                            const Catalog& presets) {
  const TextNode* node = naming_model(keys);
  if (node == nullptr || is_left_open(node->text)) return std::nullopt;
  const auto id = model_id_of(node->text, Plan(), presets);
  if (!id) refuse_model(*node, text, presets);
  return read_plan(text_io::one_line({{"model", {{"preset", *id}}}}), presets);
}

}  // namespace zp::import_io
