// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nemo_recipe.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"
#include "core/text/python_program.h"
#include "core/text/python_tree.h"

namespace zp::import_io {
namespace {

/// A recipe of NeMo 2: its model, its sizes for pretraining, and its sizes for tuning all weights or
/// adapters. 0 means that the recipe sets no size.
struct Recipe {
  std::string_view name, model;
  int tensor, pipeline, parts, context;  ///< for pretraining
  bool scatters;
  int nodes, length, batch, micro;
  int full_tensor, full_pipeline, lora_tensor, lora_pipeline, expert;
};
/// Source: NVIDIA/NeMo@8cfedd72 nemo/collections/llm/recipes, trainer(), pretrain_recipe() and
/// finetune_recipe() in the file of that name.
constexpr auto recipes = std::to_array<Recipe>(
    {{"llama2_7b", "meta-llama/Llama-2-7b-hf", 2, 1, 0, 1, false, 1, 4096, 512, 1, 2, 1, 1, 1, 1},
     {"llama3_8b", "meta-llama/Meta-Llama-3-8B", 1, 1, 0, 2, false, 1, 8192, 512, 1, 2, 1, 1, 1, 1},
     {"llama31_8b", "meta-llama/Llama-3.1-8B", 1, 1, 0, 2, false, 1, 8192, 512, 1, 2, 1, 1, 1, 1},
     {"llama3_70b", "meta-llama/Meta-Llama-3-70B", 4, 4, 5, 2, true, 4, 8192, 512, 1, 8, 4, 8, 1, 1},
     {"llama31_70b", "meta-llama/Llama-3.1-70B", 4, 4, 5, 2, true, 4, 8192, 512, 1, 8, 4, 8, 1, 1},
     {"llama32_1b", "meta-llama/Llama-3.2-1B", 1, 1, 0, 1, false, 1, 8192, 512, 1, 1, 1, 1, 1, 1},
     {"llama32_3b", "meta-llama/Llama-3.2-3B", 1, 1, 0, 1, false, 1, 8192, 512, 1, 1, 1, 1, 1, 1},
     {"mistral_7b", "mistralai/Mistral-7B-v0.3", 1, 1, 0, 2, false, 1, 4096, 512, 1, 2, 1, 1, 1, 1},
     {"mixtral_8x7b", "mistralai/Mixtral-8x7B-v0.1", 1, 4, 8, 1, false, 8, 4096, 512, 1, 1, 4, 1, 1, 8},
     {"gemma_2b", "google/gemma-2b", 1, 1, 0, 2, false, 1, 8192, 512, 1, 1, 1, 1, 1, 1},
     {"gemma_7b", "google/gemma-7b", 2, 1, 0, 2, false, 1, 8192, 512, 1, 2, 1, 1, 1, 1},
     {"gemma2_9b", "google/gemma-2-9b", 8, 1, 0, 1, false, 1, 4096, 32, 2, 4, 1, 1, 1, 1},
     {"qwen25_7b", "Qwen/Qwen2.5-7B", 2, 1, 0, 1, false, 1, 4096, 32, 2, 2, 1, 1, 1, 1},
     {"qwen3_8b", "Qwen/Qwen3-8B", 4, 1, 0, 1, false, 1, 4096, 32, 2, 4, 1, 1, 1, 1}});

struct PathName {
  std::string_view theirs, ours;
};
/// Paths in a recipe, without the name of its variable, and the same settings' names in NeMo 1.
constexpr auto recipe_paths = std::to_array<PathName>(
    {{"trainer.num_nodes", "trainer.num_nodes"},
     {"trainer.devices", "trainer.devices"},
     {"trainer.max_steps", "trainer.max_steps"},
     {"trainer.strategy.tensor_model_parallel_size", "model.tensor_model_parallel_size"},
     {"trainer.strategy.pipeline_model_parallel_size", "model.pipeline_model_parallel_size"},
     {"trainer.strategy.virtual_pipeline_model_parallel_size", "model.virtual_pipeline_model_parallel_size"},
     {"trainer.strategy.context_parallel_size", "model.context_parallel_size"},
     {"trainer.strategy.expert_model_parallel_size", "model.expert_model_parallel_size"},
     {"trainer.strategy.sequence_parallel", "model.sequence_parallel"},
     {"data.seq_length", "model.encoder_seq_length"},
     {"data.micro_batch_size", "model.micro_batch_size"},
     {"data.global_batch_size", "model.global_batch_size"},
     {"data.num_workers", "model.data.num_workers"},
     {"model.config.seq_length", "model.encoder_seq_length"},
     {"model.config.recompute_granularity", "model.activations_checkpoint_granularity"},
     {"model.config.recompute_method", "model.activations_checkpoint_method"},
     {"model.config.recompute_num_layers", "model.activations_checkpoint_num_layers"},
     {"peft.dim", "model.peft.lora_tuning.adapter_dim"},
     {"peft.dropout", "model.peft.lora_tuning.adapter_dropout"}});
/// A class in programs without a recipe, given by the end of its name, and the prefix of its keyword
/// arguments in NeMo 1.
struct ClassPart {
  std::string_view end, part;
};
constexpr auto class_parts = std::to_array<ClassPart>({{"MegatronStrategy", "trainer.strategy."},
                                                       {"Trainer", "trainer."},
                                                       {"DataModule", "data."},
                                                       {"LoRA", "peft."}});

/// Values by their names in NeMo 1.
using NamedValues = std::map<std::string, TextNode, std::less<>>;

TextNode recipe_number(std::int64_t value) {
  TextNode node;
  node.kind = NodeKind::integer;
  node.integer = value;
  node.number = static_cast<double>(value);
  return node;
}

TextNode recipe_word(std::string_view value) {
  TextNode node;
  node.kind = NodeKind::string;
  node.text = value;
  return node;
}

TextNode recipe_switch(bool value) {
  TextNode node;
  node.kind = NodeKind::boolean;
  node.boolean = value;
  return node;
}

bool is_plain_value(const TextNode& node) {
  return node.is_number() || node.kind == NodeKind::boolean ||
         (node.is_string() && node.text.find("${") == std::string::npos);
}

std::string_view named_as(std::string_view path) {
  const auto* const row = std::ranges::find(recipe_paths, path, &PathName::theirs);
  return row == recipe_paths.end() ? std::string_view() : row->ours;
}

void put(NamedValues& values, std::string_view path, const TextNode& node) {
  if (const std::string_view name = named_as(path); !name.empty() && is_plain_value(node))
    values[std::string(name)] = node;
}

/// Returns the class of the object that a call makes: "nl.MegatronStrategy" also for
/// run.Config(nl.MegatronStrategy, …).
std::string class_made_by(const TextNode& call) {
  std::string callee = callee_of(call);
  const std::string_view last = std::string_view(callee).substr(callee.rfind('.') + 1);
  const TextNode* const first = call.child("0");
  const bool is_wrapper = last == "Config" || last == "Partial";
  return is_wrapper && first != nullptr && first->is_string() ? first->text : callee;
}

/// Returns the recipe in "llm.llama3_8b.pretrain_recipe"; nullptr for an unknown recipe.
const Recipe* recipe_called(std::string_view callee) {
  const std::size_t end = callee.rfind('.');
  if (end == std::string_view::npos) return nullptr;
  callee = callee.substr(0, end);
  const auto* const row = std::ranges::find(recipes, callee.substr(callee.rfind('.') + 1), &Recipe::name);
  return row == recipes.end() ? nullptr : row;
}

/// Sets the recipe's own values; tuning has micro batches of one and the length of unpacked rows
/// (recipes/finetune_default.py).
void put_recipe(NamedValues& values, const Recipe& sizes, const TextNode& call, bool tunes) {
  const TextNode* const scheme = call.child("peft_scheme");
  const std::string word = scheme != nullptr && scheme->is_string() ? lower_case(scheme->text) : "lora";
  const bool has_adapters =
      tunes && (scheme == nullptr || (!scheme->is_null() && word != "none" && word != "null"));
  const auto set = [&values](const char* name, std::int64_t number) {
    if (number > 0) values[name] = recipe_number(number);
  };
  values["model_name_or_path"] = recipe_word(sizes.model);
  set("trainer.num_nodes", sizes.nodes);
  set("trainer.devices", 8);
  if (tunes) {
    const TextNode* const packs = call.child("packed_sequence");
    const bool is_packed = packs != nullptr && python::lax_bool(*packs).value_or(false);
    constexpr int packed = 4096, single = 2048;
    set("model.tensor_model_parallel_size", has_adapters ? sizes.lora_tensor : sizes.full_tensor);
    set("model.pipeline_model_parallel_size", has_adapters ? sizes.lora_pipeline : sizes.full_pipeline);
    set("model.encoder_seq_length", is_packed ? packed : single);
    set("model.micro_batch_size", 1);
    constexpr int of_packed = 8, of_single = 128;
    set("model.global_batch_size", is_packed ? of_packed : of_single);
    set("trainer.num_nodes", 1);
  } else {
    set("model.tensor_model_parallel_size", sizes.tensor);
    set("model.pipeline_model_parallel_size", sizes.pipeline);
    set("model.virtual_pipeline_model_parallel_size", sizes.parts);
    set("model.context_parallel_size", sizes.context);
    values["model.sequence_parallel"] = recipe_switch(sizes.scatters);
    set("model.encoder_seq_length", sizes.length);
    set("model.global_batch_size", sizes.batch);
    set("model.micro_batch_size", sizes.micro);
  }
  if (sizes.expert > 1) set("model.expert_model_parallel_size", sizes.expert);
  values["model.optim.name"] = recipe_word("mcore_distributed_optim");
  if (has_adapters) {
    constexpr int usual_rank = 8;
    values["model.peft.peft_scheme"] = recipe_word("lora");
    set("model.peft.lora_tuning.adapter_dim", usual_rank);
  }
  for (const auto& [keyword, path] : {std::pair<const char*, const char*>("num_nodes", "trainer.num_nodes"),
                                      {"num_gpus_per_node", "trainer.devices"},
                                      {"seq_length", "data.seq_length"}})
    if (const TextNode* const value = call.child(keyword)) put(values, path, *value);
}

/// Returns the assigned path without its first name, "trainer.strategy.context_parallel_size" for
/// "recipe.trainer.strategy.context_parallel_size = 2"; "" if the line is no such assignment.
std::string part_assigned(std::string_view line) {
  const std::size_t sign = line.find(" = "), dot = line.find('.');
  if (sign == std::string_view::npos || dot == std::string_view::npos || dot > sign || dot == 0) return "";
  const std::string_view whole = line.substr(0, sign);
  const bool is_path = std::ranges::all_of(whole, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
  return is_path ? std::string(whole.substr(dot + 1)) : "";
}

/// Reads assignments of literals to parts of a recipe, anywhere in the program.
void put_assignments(NamedValues& values, const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, line.find_first_not_of(" \t"));
    const std::string path = part_assigned(line);
    if (path.empty() || named_as(path).empty()) continue;
    try {
      const TextNode tree = read_python("value" + line.substr(line.find(" = ")) + '\n');
      if (const TextNode* const value = tree.child("value")) put(values, path, *value);
    } catch (const FileError&) {
      continue;  // a value over several lines
    }
  }
}

/// Returns the tree for values with dotted names.
TextNode tree_of(const NamedValues& values) {
  TextNode root;
  root.kind = NodeKind::object;
  for (const auto& [name, value] : values) {
    TextNode* section = &root;
    std::string_view rest = name;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
      const std::string key(rest.substr(0, dot));
      rest.remove_prefix(dot + 1);
      auto found = std::ranges::find(section->children, key, &TextNode::key);
      if (found == section->children.end()) {
        TextNode made;
        made.kind = NodeKind::object;
        made.key = key;
        found = section->children.insert(section->children.end(), std::move(made));
      }
      section = &*found;
    }
    TextNode leaf = value;
    leaf.key = rest;
    leaf.span = leaf.key_span = {};
    section->children.push_back(std::move(leaf));
  }
  return root;
}

/// Keys of Megatron-Bridge, and the same settings' names in NeMo 1.
constexpr auto bridge_names = std::to_array<PathName>(
    {{"train.micro_batch_size", "model.micro_batch_size"},
     {"train.global_batch_size", "model.global_batch_size"},
     {"train.train_iters", "trainer.max_steps"},
     {"dataset.seq_length", "model.encoder_seq_length"},
     {"dataset.sequence_length", "model.encoder_seq_length"},
     {"model.seq_length", "model.encoder_seq_length"},
     {"dataset.num_workers", "model.data.num_workers"},
     {"model.recompute_granularity", "model.activations_checkpoint_granularity"},
     {"model.recompute_method", "model.activations_checkpoint_method"},
     {"model.recompute_num_layers", "model.activations_checkpoint_num_layers"},
     {"checkpoint.save_interval", "exp_manager.checkpoint_callback_params.every_n_train_steps"},
     {"peft.dim", "model.peft.lora_tuning.adapter_dim"},
     {"peft.dropout", "model.peft.lora_tuning.adapter_dropout"},
     {"peft.target_modules", "model.peft.lora_tuning.target_modules"}});

FileKey key_made(std::string_view name, TextNode value, std::string said) {
  value.key = name;
  FileKey key{std::move(value), std::move(said)};
  return key;
}

}  // namespace

std::optional<TextNode> nemo_recipe(const std::string& text) {
  const auto has = [&text](std::string_view words) { return text.find(words) != std::string::npos; };
  if (!has("nemo.collections") && !has("nemo_run") && !has("nemo.lightning")) return std::nullopt;
  PythonProgram program;
  try {
    program = read_python_program(text);
  } catch (const FileError&) {
    return std::nullopt;
  }
  NamedValues values;
  const Recipe* called = nullptr;
  std::string called_as;
  bool has_strategy = false;
  for (const PythonValue& value : program.values) {
    const std::string made = class_made_by(value.node);
    const bool pretrains = made.ends_with(".pretrain_recipe"), tunes = made.ends_with(".finetune_recipe");
    if (!pretrains && !tunes) continue;
    const Recipe* const known = recipe_called(made);
    // A value returned by a function appears twice in the list.
    if (known == nullptr || (called != nullptr && made != called_as)) return std::nullopt;
    called = known;
    called_as = made;
    put_recipe(values, *known, value.node, tunes);
  }
  for (const PythonValue& value : program.values) {
    const std::string made = class_made_by(value.node);
    for (const ClassPart& row : class_parts) {
      if (!made.ends_with(row.end)) continue;
      has_strategy = has_strategy || row.end == "MegatronStrategy";
      for (const TextNode& keyword : value.node.children)
        put(values, std::string(row.part) + keyword.key, keyword);
      if (row.end == "LoRA") values["model.peft.peft_scheme"] = recipe_word("lora");
    }
    // llm.import_ckpt(model=…, source="hf://meta-llama/Llama-3.1-8B")
    constexpr std::string_view hub = "hf://";
    const TextNode* const source = value.node.child("source");
    if (source != nullptr && source->is_string() && source->text.starts_with(hub))
      values["model_name_or_path"] = recipe_word(std::string_view(source->text).substr(hub.size()));
  }
  if (called == nullptr && !has_strategy) return std::nullopt;
  put_assignments(values, text);
  if (!values.contains("model.optim.name"))
    values["model.optim.name"] = recipe_word("mcore_distributed_optim");
  values["model.megatron_amp_O2"] = recipe_switch(true);
  values["trainer.precision"] = recipe_word("bf16-mixed");
  values["model.recipe"] = recipe_word(std::string_view(called_as).substr(called_as.rfind('.') + 1));
  return tree_of(values);
}

void name_bridge_keys(FileKeys& keys) {
  const bool is_bridge = find_key(keys, "train.micro_batch_size") != nullptr ||
                         find_key(keys, "train.global_batch_size") != nullptr;
  if (!is_bridge) return;
  bool divides = true, is_fp16 = false;
  for (FileKey& key : keys) {
    if (const auto* const row = std::ranges::find(bridge_names, key.key, &PathName::theirs);
        row != bridge_names.end())
      key.key = row->ours;
    if (key.key == "ddp.use_distributed_optimizer" || key.key == "optimizer.use_distributed_optimizer")
      divides = python::lax_bool(key).value_or(true);
    if (key.key == "mixed_precision" && key.text.find("fp16") != std::string::npos) is_fp16 = true;
  }
  const bool has_adapters = std::ranges::any_of(
      keys, [](const FileKey& key) { return key.key.starts_with("model.peft.lora_tuning."); });
  if (has_adapters) keys.push_back(key_made("model.peft.peft_scheme", recipe_word("lora"), "section peft"));
  keys.push_back(key_made("model.optim.name", recipe_word(divides ? "mcore_distributed_optim" : "adam"),
                          "ddp.use_distributed_optimizer"));
  keys.push_back(key_made("model.megatron_amp_O2", recipe_switch(true), "weights in 16 bits"));
  keys.push_back(
      key_made("trainer.precision", recipe_word(is_fp16 ? "16-mixed" : "bf16-mixed"), "mixed_precision"));
  keys.push_back(key_made("model.recipe", recipe_switch(true), "Megatron-Bridge"));
}

}  // namespace zp::import_io
