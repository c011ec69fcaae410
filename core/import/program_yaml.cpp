// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/program_yaml.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/inherited_keys.h"
#include "core/import/lightning_cli.h"
#include "core/import/nemo_recipe.h"
#include "core/import/python_script.h"
#include "core/import/torchtitan_registry.h"
#include "core/text/file_error.h"
#include "core/text/python_tree.h"
#include "core/text/toml_tree.h"
#include "core/text/yaml_tree.h"

namespace zp::import_io {

namespace {

/// Returns the tree of a text with keys; nullopt for any other text.
std::optional<TextNode> tree_of_keys(const std::string& text) {
  try {
    TextNode root = looks_like_toml(text)     ? read_toml(text)
                    : looks_like_python(text) ? read_python(text)
                                              : read_yaml(text);
    return root.is_object() ? std::optional(std::move(root)) : std::nullopt;
  } catch (const FileError&) {
    return std::nullopt;
  }
}

/// Moves keys of Trainer's programs from a section to the root, "sft.max_seq_length", for files that group
/// them in sections of their own.
void open_sections_beside(FileKeys& keys) {
  constexpr auto sections = std::to_array<std::string_view>({"model", "sft", "grpo", "dpo", "data", "dataset",
                                                             "checkpointing", "optimization", "trainer",
                                                             "logging", "output", "quant", "quantization"});
  const ProgramEntry& trainer = entry_of(program_named("hf-trainer"));
  for (FileKey& key : keys) {
    const std::size_t dot = key.key.find('.');
    if (dot == std::string::npos || key.key.find('.', dot + 1) != std::string::npos) continue;
    const std::string name = key.key.substr(dot + 1);
    const bool is_beside =
        std::ranges::find(sections, std::string_view(key.key).substr(0, dot)) != sections.end();
    const bool is_free = find_key(keys, name) == nullptr;
    if (is_beside && is_free && !rows_of(trainer, name).empty()) key.key = name;
  }
}

/// Names outside of that section, and those of Trainer's arguments for them.
constexpr auto names_beside = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"optimizer.lr", "learning_rate"},
     {"optim.lr", "learning_rate"},
     {"optimizer.learning_rate", "learning_rate"},
     {"lr", "learning_rate"},
     {"optimizer.name", "optim"},
     {"optimizer.type", "optim"},
     {"optim.name", "optim"},
     {"data.num_workers", "dataloader_num_workers"},
     {"num_workers", "dataloader_num_workers"}});

/// Moves the keys of Trainer's arguments from their section to the root,
/// "training.per_device_train_batch_size", in files of unknown programs. Returns false if there is no such
/// section.
bool open_trainer_section(FileKeys& keys) {
  constexpr auto marks = std::to_array<std::string_view>(
      {".per_device_train_batch_size", ".gradient_accumulation_steps", ".gradient_accumulation",
       ".grad_accum_steps", ".grad_accumulation_steps", ".grad_accum"});
  constexpr std::string_view accumulation = "gradient_accumulation_steps";
  std::string section;
  for (const std::string_view mark : marks) {
    const auto found =
        std::ranges::find_if(keys, [mark](const FileKey& key) { return key.key.ends_with(mark); });
    if (section.empty() && found != keys.end())
      section = found->key.substr(0, found->key.size() - mark.size() + 1);
  }
  if (section.empty()) return false;
  for (FileKey& key : keys)
    if (key.key.starts_with(section)) key.key.erase(0, section.size());
  for (const std::string_view mark : marks)
    for (FileKey& key : keys)
      if (key.key == mark.substr(1) && mark.find("accum") != std::string_view::npos &&
          find_key(keys, accumulation) == nullptr)
        key.key = accumulation;
  open_sections_beside(keys);
  for (const auto& [theirs, of_trainer] : names_beside)
    if (find_key(keys, of_trainer) == nullptr)
      for (FileKey& key : keys)
        if (key.key == theirs) key.key = of_trainer;
  return true;
}

/// Returns true if a file with Axolotl's base_model also has a section with Trainer's batch key, such as
/// "train". Axolotl's files never have one, so the file belongs to an unknown program.
bool has_trainer_section_beside(const ProgramYaml& file) {
  if (file.program == nullptr || file.program->id != "axolotl") return false;
  return find_key(file.keys, "micro_batch_size") == nullptr &&
         std::ranges::any_of(
             file.keys, [](const FileKey& key) { return key.key.ends_with(".per_device_train_batch_size"); });
}

/// Takes a file for one of an unknown program if Axolotl's base_model is its only key of Axolotl, whose files
/// name data and lengths (utils/schemas/config.py, AxolotlInputConfig), and other keys are Trainer's: other
/// programs name their model so too.
void leave_axolotl(ProgramYaml& file) {
  if (file.program == nullptr || file.program->id != "axolotl") return;
  constexpr auto names = std::to_array<std::string_view>(
      {"micro_batch_size", "sequence_len", "datasets", "pretraining_dataset", "test_datasets", "adapter",
       "sample_packing", "dataset_prepared_path", "val_set_size", "pad_to_sequence_len", "rl"});
  const bool has_other = std::ranges::any_of(file.keys, [&](const FileKey& key) {
    return std::ranges::find(names, std::string_view(key.key).substr(0, key.key.find('.'))) != names.end();
  });
  if (has_other) return;
  FileKeys others = file.keys;
  for (FileKey& key : others)
    if (key.key == "base_model") key.key = "model_name_or_path";
  if (const ProgramEntry* const program = program_with(others)) {
    file.program = program;
    file.keys = std::move(others);
  }
}

/// Returns true for a key that NeMo-RL's files have (NVIDIA-NeMo/RL, examples/configs: grpo_math_1B.yaml,
/// sft.yaml, dpo.yaml, rm.yaml, distillation_math.yaml).
bool is_of_nemo_rl(const FileKey& key) {
  constexpr auto sections = std::to_array<std::string_view>({"policy", "loss_fn"});
  constexpr auto names = std::to_array<std::string_view>({"num_nodes",
                                                          "gpus_per_node",
                                                          "max_num_steps",
                                                          "max_num_epochs",
                                                          "val_period",
                                                          "val_batches",
                                                          "val_at_start",
                                                          "val_at_end",
                                                          "val_global_batch_size",
                                                          "val_micro_batch_size",
                                                          "num_prompts_per_step",
                                                          "num_generations_per_prompt",
                                                          "max_rollout_turns",
                                                          "normalize_rewards",
                                                          "use_leave_one_out_baseline",
                                                          "use_dynamic_sampling",
                                                          "overlong_filtering",
                                                          "async_grpo",
                                                          "reference_policy_kl_penalty",
                                                          "preference_loss_weight",
                                                          "sft_loss_weight",
                                                          "max_val_samples",
                                                          "topk_logits_k",
                                                          "checkpoint_dir",
                                                          "keep_top_k",
                                                          "metric_name",
                                                          "save_period"});
  const std::string_view text = key.key;
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view rest = text.substr(dot + 1);
  return std::ranges::find(sections, text.substr(0, dot)) != sections.end() ||
         std::ranges::find(names, rest.substr(0, rest.find('.'))) != names.end();
}

/// Returns true if the file has a key of a section of NeMo-RL, and inherits from other files by their paths,
/// as NeMo-RL's do. Hydra's defaults have no file extension; other programs have sections of these names.
bool names_parents(const TextNode& root, const FileKeys& keys) {
  const TextNode* const defaults = root.child("defaults");
  constexpr auto sections = std::to_array<const char*>(
      {"policy", "grpo", "dpo", "sft", "rm", "distillation", "ppo", "loss_fn", "cluster", "checkpointing"});
  const auto has = [&root](const char* section) { return root.child(section) != nullptr; };
  if (defaults == nullptr || std::ranges::none_of(sections, has)) return false;
  if (!std::ranges::any_of(keys, is_of_nemo_rl)) return false;
  const auto is_path = [](const TextNode& node) {
    return node.is_string() && (node.text.ends_with(".yaml") || node.text.ends_with(".yml"));
  };
  return is_path(*defaults) || (defaults->is_array() && !defaults->children.empty() &&
                                std::ranges::all_of(defaults->children, is_path));
}

/// Takes the keys out of the section that holds a whole file of a known program, "training.model.…" of NeMo's
/// launcher. Returns nullptr if there is no such section.
const ProgramEntry* open_program_section(FileKeys& keys) {
  std::vector<std::string> sections;
  for (const FileKey& key : keys)
    if (const std::size_t dot = key.key.find('.'); dot != std::string::npos)
      if (std::string section = key.key.substr(0, dot + 1);
          std::ranges::find(sections, section) == sections.end())
        sections.push_back(std::move(section));
  constexpr std::size_t most_sections = 32;
  sections.resize(std::min(sections.size(), most_sections));
  for (const std::string& section : sections) {
    FileKeys inner;
    for (const FileKey& key : keys)
      if (key.key.starts_with(section)) {
        inner.push_back(key);
        inner.back().key.erase(0, section.size());
      }
    if (const ProgramEntry* const program = program_with(inner)) {
      keys = std::move(inner);
      return program;
    }
  }
  return nullptr;
}

}  // namespace

const ProgramEntry* program_of_keys(FileKeys& keys) {
  if (const ProgramEntry* const program = program_with(keys)) return program;
  const ProgramEntry& trainer = entry_of(program_named("hf-trainer"));
  if (open_lightning_cli(keys)) return &trainer;
  if (open_trainer_section(keys)) {
    const ProgramEntry* const program = program_with(keys);
    return program != nullptr ? program : &trainer;
  }
  return open_program_section(keys);
}

std::optional<ProgramYaml> composed_yaml(const std::string& text, const std::vector<ParentFile>& parts,
                                         std::vector<Finding>& notes) {
  std::optional<TextNode> root = yaml_mapping(text);
  if (!root) return std::nullopt;
  ProgramYaml file;
  file.keys = flattened(*root);
  file.root = std::move(*root);
  add_parents(parts, file, notes);
  resolve_references(file.keys);
  file.program = program_of_keys(file.keys);
  return file;
}

std::optional<ProgramYaml> program_yaml(const std::string& text) {
  if (looks_like_python(text))
    if (std::optional<TextNode> recipe = nemo_recipe(text)) {
      FileKeys keys = flattened(*recipe);
      return ProgramYaml{
          &entry_of(program_named("nemo")), std::move(keys), std::move(*recipe), {}, {}, {}, {}, {}};
    }
  // Variables of the program may happen to have the names of another program's keys.
  std::optional<ProgramYaml> python = python_yaml(text, nullptr);
  if (python && python->program != nullptr) return python;
  if (const std::vector<std::string> names = torchtitan_configurations(text); names.size() == 1)
    return torchtitan_yaml(text, names.front());
  std::optional<TextNode> root = is_notebook(text) ? std::nullopt : tree_of_keys(text);
  if (!root) return std::nullopt;
  ProgramYaml file;
  file.keys = flattened(*root);
  file.program = program_with(file.keys);
  leave_axolotl(file);
  const bool is_own = has_trainer_section_beside(file);
  if (file.program == nullptr && open_lightning_cli(file.keys))
    file.program = &entry_of(program_named("hf-trainer"));
  else if ((is_own || file.program == nullptr) && open_trainer_section(file.keys))
    file.program = is_own ? &entry_of(program_named("hf-trainer")) : program_with(file.keys);
  if (file.program == nullptr && names_parents(*root, file.keys))
    file.program = &entry_of(program_named("nemo-rl"));
  file.root = std::move(*root);
  return file.program != nullptr ? std::optional(std::move(file)) : std::nullopt;
}

std::optional<ProgramYaml> torchtitan_yaml(const std::string& text, const std::string& function,
                                           const std::string& family) {
  std::optional<TextNode> root = torchtitan_configuration(text, function, family);
  if (!root) return std::nullopt;
  FileKeys keys = flattened(*root);
  return ProgramYaml{
      &entry_of(program_named("torchtitan")), std::move(keys), std::move(*root), {}, {}, {}, {}, {}};
}

std::optional<ProgramYaml> python_yaml(const std::string& text, const PythonOptions* command) {
  std::optional<PythonScript> script = python_script(text, command);
  if (!script) return std::nullopt;
  return ProgramYaml{script->program,
                     flattened(script->root),
                     std::move(script->root),
                     std::move(script->method),
                     std::move(script->defaults),
                     std::move(script->adapters_if),
                     std::move(script->computed),
                     std::move(script->unused),
                     std::move(script->replaced),
                     std::move(script->spread)};
}

std::optional<ProgramYaml> yaml_of(const ProgramEntry& program, const std::string& text) {
  std::optional<TextNode> root = tree_of_keys(text);
  if (!root) return std::nullopt;
  FileKeys keys = flattened(*root);
  return ProgramYaml{&program, std::move(keys), std::move(*root), {}, {}, {}, {}, {}};
}

}  // namespace zp::import_io
