// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nemo_recipe.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/lora_targets.h"
#include "core/import/nemo_recipe_table.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"
#include "core/text/python_program.h"
#include "core/text/python_tree.h"

namespace zp::import_io {
namespace {

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
     {"optim.config.use_distributed_optimizer", "model.optim.is_divided"},
     {"peft.dim", "model.peft.lora_tuning.adapter_dim"},
     {"peft.target_modules", "model.peft.lora_tuning.target_modules"},
     {"peft.dropout", "model.peft.lora_tuning.adapter_dropout"}});
/// Modules with adapters in NeMo 2 and Megatron-Bridge, and in NeMo 1.
constexpr auto module_names = std::to_array<PathName>({{"linear_qkv", "attention_qkv"},
                                                       {"linear_proj", "attention_dense"},
                                                       {"linear_fc1", "mlp_fc1"},
                                                       {"linear_fc2", "mlp_fc2"}});
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

std::string_view named_as(std::string_view path) {
  const auto* const row = std::ranges::find(recipe_paths, path, &PathName::theirs);
  return row == recipe_paths.end() ? std::string_view() : row->ours;
}

/// Returns the modules with adapters in the words of NeMo 1; nullopt if one of them has no word there.
std::optional<TextNode> modules_named(const TextNode& list) {
  std::string words;
  for (const std::string& name : names_in(list)) {
    const auto* const row = std::ranges::find(module_names, name, &PathName::theirs);
    if (row == module_names.end()) return std::nullopt;
    words += (words.empty() ? "" : ",") + std::string(row->ours);
  }
  return words.empty() ? std::nullopt : std::optional(recipe_word(words));
}

/// Returns the literal for the setting `name` of NeMo 1; nullopt if the value is none, such as a variable.
std::optional<TextNode> literal_for(std::string_view name, const TextNode& value) {
  constexpr auto words = std::to_array<std::string_view>({"full", "selective", "uniform", "block"});
  TextNode node = value;
  node.span = node.key_span = {};
  if (name.ends_with(".target_modules")) return modules_named(value);
  const bool is_word = value.is_string() && name.starts_with("model.activations_checkpoint_") &&
                       std::ranges::find(words, value.text) != words.end();
  const bool is_read = value.is_number() || value.is_boolean() || is_word;
  return is_read ? std::optional(std::move(node)) : std::nullopt;
}

/// Values by their names in NeMo 1, and settings of the program whose values cannot be read, by their own.
struct RecipeValues {
  NamedValues read, unread;

  /// Lists a setting as not read. `node` has its place in the program, if that is known.
  void leave(const std::string& name, TextNode node, const std::string& words) {
    node.kind = NodeKind::string;
    node.children.clear();
    node.text = words;
    unread[name] = std::move(node);
  }
  /// Sets the value of a known path; lists it under `name` if it cannot be read. None leaves the value as it
  /// is.
  void put(std::string_view path, const TextNode& value, const std::string& name) {
    const std::string_view ours = named_as(path);
    if (ours.empty() || value.is_null()) return;
    if (std::optional<TextNode> literal = literal_for(ours, value))
      read[std::string(ours)] = std::move(*literal);
    else
      leave(name, value, source_of(value) + " (no literal; the value before it counts)");
  }

 private:
  static std::string source_of(const TextNode& value) {
    constexpr std::string_view open = "${";
    std::string words = shortened(value_words(value));
    if (words.starts_with(open) && words.ends_with('}'))
      words = words.substr(open.size(), words.size() - open.size() - 1);
    return words;
  }
};

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
const NemoRecipe* recipe_called(std::string_view callee) {
  const std::size_t end = callee.rfind('.');
  if (end == std::string_view::npos) return nullptr;
  callee = callee.substr(0, end);
  return nemo_recipe_named(callee.substr(callee.rfind('.') + 1));
}

/// Lists arguments of a recipe that change its sizes in a way that is not read.
void leave_arguments(RecipeValues& values, const TextNode& call, const std::string& function) {
  const TextNode* const mode = call.child("performance_mode");
  if (mode != nullptr && !mode->is_null() && python::lax_bool(*mode) != false)
    values.leave(function + ".performance_mode", *mode,
                 value_words(*mode) + " (it changes sizes of the recipe, which has those without it)");
  const TextNode* const scheme = call.child("peft_scheme");
  if (scheme == nullptr || !scheme->is_string()) return;
  const std::string word = lower_case(scheme->text);
  if (word != "lora" && word != "none")
    values.leave(function + ".peft_scheme", *scheme, scheme->text + " (the plan has LoRA)");
}

/// Returns true if the rows of a tuning recipe are packed; recipes for Llama pack them in performance mode.
bool packs_rows(const NemoTuning& sizes, const TextNode& call) {
  const TextNode* packs = call.child("packed_sequence");
  if (sizes.is_llama && (packs == nullptr || packs->is_null())) packs = call.child("performance_mode");
  return packs != nullptr && python::lax_bool(*packs).value_or(false);
}

/// Sets the sizes of tuning, which has micro batches of one and the length of unpacked rows
/// (recipes/finetune_default.py).
void put_tuning(RecipeValues& values, const NemoTuning& sizes, const TextNode& call, bool has_adapters) {
  const auto set = [&values](const char* name, std::int64_t number) {
    if (number > 0) values.read[name] = recipe_number(number);
  };
  const bool is_packed = packs_rows(sizes, call);
  constexpr int packed_llama = 4096, usual_length = 2048, packed_batch = 8, usual_batch = 128;
  set("trainer.num_nodes", has_adapters ? 1 : sizes.nodes);
  set("model.tensor_model_parallel_size", has_adapters ? sizes.adapters_tensor : sizes.tensor);
  set("model.encoder_seq_length", is_packed && sizes.is_llama ? packed_llama : usual_length);
  set("model.micro_batch_size", 1);
  set("model.global_batch_size", is_packed ? packed_batch : usual_batch);
  values.read["model.optim.is_divided"] = recipe_switch(!has_adapters || !sizes.is_llama);
  if (has_adapters) {
    values.read["model.peft.peft_scheme"] = recipe_word("lora");
    set("model.peft.lora_tuning.adapter_dim", sizes.rank);
    values.read["model.peft.lora_tuning.target_modules"] = recipe_word(sizes.adapted);
  } else {
    set("model.pipeline_model_parallel_size", sizes.pipeline);
    set("model.virtual_pipeline_model_parallel_size", sizes.parts);
    set("model.context_parallel_size", sizes.context);
  }
}

/// Sets the recipe's own values, and the arguments of the call.
void put_recipe(RecipeValues& values, const NemoRecipe& sizes, const TextNode& call, bool tunes) {
  const TextNode* const scheme = call.child("peft_scheme");
  const std::string word = scheme != nullptr && scheme->is_string() ? lower_case(scheme->text) : "lora";
  const bool has_adapters = tunes && (scheme == nullptr || (!scheme->is_null() && word != "none"));
  const auto set = [&values](const char* name, std::int64_t number) {
    if (number > 0) values.read[name] = recipe_number(number);
  };
  values.read["model_name_or_path"] = recipe_word(sizes.model);
  set("trainer.num_nodes", sizes.nodes);
  set("trainer.devices", 8);
  if (tunes) {
    put_tuning(values, nemo_tuning_of(sizes), call, has_adapters);
  } else {
    set("model.tensor_model_parallel_size", sizes.tensor);
    set("model.pipeline_model_parallel_size", sizes.pipeline);
    set("model.virtual_pipeline_model_parallel_size", sizes.parts);
    set("model.context_parallel_size", sizes.context);
    values.read["model.sequence_parallel"] = recipe_switch(sizes.scatters);
    set("model.encoder_seq_length", sizes.length);
    set("model.global_batch_size", sizes.batch);
    set("model.micro_batch_size", sizes.micro);
  }
  if (sizes.expert > 1) set("model.expert_model_parallel_size", sizes.expert);
  const std::string function = tunes ? "finetune_recipe" : "pretrain_recipe";
  for (const auto& [keyword, path] : {std::pair<const char*, const char*>("num_nodes", "trainer.num_nodes"),
                                      {"num_gpus_per_node", "trainer.devices"},
                                      {"seq_length", "data.seq_length"}})
    if (const TextNode* const value = call.child(keyword)) values.put(path, *value, function + '.' + keyword);
  leave_arguments(values, call, function);
}

/// A line that assigns to a part of a recipe: "recipe.trainer.devices = 4".
struct PartAssignment {
  std::string path;         ///< without the first name, "trainer.devices"; "" for another line
  std::size_t value = 0;    ///< the offset behind the sign
  bool is_changed = false;  ///< "*=" and the like, whose result is not known
};

PartAssignment part_assigned(std::string_view line) {
  const std::size_t sign = line.find('='), dot = line.find('.');
  if (sign == std::string_view::npos || dot == std::string_view::npos || dot > sign || dot == 0) return {};
  if (line.substr(sign + 1).starts_with('=')) return {};
  std::string_view whole = line.substr(0, sign);
  const std::size_t end = whole.find_last_not_of("+-*/% \t");
  if (end == std::string_view::npos || end <= dot) return {};
  const bool is_changed = whole.substr(end + 1).find_first_not_of(" \t") != std::string_view::npos;
  whole = whole.substr(0, end + 1);
  const bool is_path = std::ranges::all_of(whole, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  });
  if (!is_path) return {};
  return {std::string(whole.substr(dot + 1)), sign + 1, is_changed};
}

/// Returns the value whose source begins at `begin`, over several lines if brackets are open; nullopt if it
/// cannot be read.
std::optional<TextNode> value_from(const std::string& text, std::size_t begin) {
  constexpr int most_lines = 16;
  std::size_t end = begin;
  for (int line = 0; line < most_lines && end < text.size(); ++line) {
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
    try {
      const TextNode tree = read_python("value = " + text.substr(begin, end - begin) + '\n');
      if (const TextNode* const value = tree.child("value")) return *value;
    } catch (const FileError&) {
      continue;  // the value goes on in the next line
    }
  }
  return std::nullopt;
}

/// Reads assignments of literals to parts of a recipe, anywhere in the program. None removes a value.
void put_assignments(RecipeValues& values, const std::string& text) {
  for (std::size_t begin = 0; begin < text.size(); begin = text.find('\n', begin)) {
    begin = text.find_first_not_of(" \t\r\n", begin);
    if (begin == std::string::npos) break;
    const std::string_view line = std::string_view(text).substr(begin, text.find('\n', begin) - begin);
    const PartAssignment part = part_assigned(line);
    const std::string_view ours = named_as(part.path);
    if (ours.empty()) continue;
    const std::optional<TextNode> value =
        part.is_changed ? std::nullopt : value_from(text, begin + part.value);
    TextNode place;
    place.key_span = {begin, begin + line.size()};
    const std::string name = "recipe." + part.path;
    const std::size_t source = std::min(line.find_first_not_of(" \t", part.value), line.size());
    if (value && value->is_null())
      values.read.erase(std::string(ours));
    else if (value && literal_for(ours, *value))
      values.put(part.path, *value, name);
    else
      values.leave(name, place,
                   shortened(std::string(line.substr(source))) + " (no literal; the value before it counts)");
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

FileKey key_made(std::string_view name, TextNode value, std::string evidence) {
  value.key = name;
  FileKey key{std::move(value), std::move(evidence)};
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
  RecipeValues values;
  const NemoRecipe* called = nullptr;
  std::string called_as;
  bool has_strategy = false;
  for (const PythonValue& value : program.values) {
    const std::string made = class_made_by(value.node);
    const bool pretrains = made.ends_with(".pretrain_recipe"), tunes = made.ends_with(".finetune_recipe");
    if (!pretrains && !tunes) continue;
    const NemoRecipe* const known = recipe_called(made);
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
        values.put(std::string(row.part) + keyword.key, keyword, std::string(row.end) + '.' + keyword.key);
      if (row.end == "LoRA") values.read["model.peft.peft_scheme"] = recipe_word("lora");
    }
    // llm.import_ckpt(model=…, source="hf://meta-llama/Llama-3.1-8B")
    constexpr std::string_view hub = "hf://";
    const TextNode* const source = value.node.child("source");
    if (source != nullptr && source->is_string() && source->text.starts_with(hub))
      values.read["model_name_or_path"] = recipe_word(std::string_view(source->text).substr(hub.size()));
  }
  if (called == nullptr && !has_strategy) return std::nullopt;
  put_assignments(values, text);
  const auto divides = values.read.find("model.optim.is_divided");
  const bool is_divided = divides == values.read.end() || python::lax_bool(divides->second).value_or(true);
  if (divides != values.read.end()) values.read.erase(divides);
  values.read["model.optim.name"] = recipe_word(is_divided ? "mcore_distributed_optim" : "fused_adam");
  values.read["model.megatron_amp_O2"] = recipe_switch(true);
  values.read["trainer.precision"] = recipe_word("bf16-mixed");
  values.read["model.recipe"] = recipe_word(std::string_view(called_as).substr(called_as.rfind('.') + 1));
  values.read.merge(values.unread);
  return tree_of(values.read);
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
    if (key.key == "model.peft.lora_tuning.target_modules")
      if (const std::optional<TextNode> named = modules_named(key)) {
        key.kind = NodeKind::string;
        key.text = named->text;
        key.children.clear();
      }
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
