// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/other_files.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "core/import/program_file.h"
#include "core/import/program_keys_json.h"
#include "core/import/program_reading_json.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python_tree.h"
#include "core/text/toml_tree.h"
#include "core/text/yaml_tree.h"

namespace zp::import_io {
namespace {

constexpr std::string_view of_program =
    "which is not read here. Import the model's config.json, and set its batch, length and parallel sizes in "
    "that plan.";
constexpr std::string_view of_hydra =
    "Import the whole configuration, which a run leaves in .hydra/config.yaml of its output folder.";

constexpr std::string_view of_olmo =
    "which states too little of the model. Import the whole configuration, which a run leaves as config.yaml "
    "in its save_folder.";

struct OtherFile {
  std::array<std::string_view, 3> keys;  ///< all must be present; "" if there are fewer
  std::string_view what, then;
};
/// Keys of files of unsupported programs or of files that do not train: speech models of NeMo (examples/asr),
/// neuronx-distributed-training (examples/conf), parts of LLM Foundry's files (scripts/train/yamls), Primus
/// (examples/megatron/configs), Levanter (config), diffusion-pipe (examples); GitHub Actions, Conda, Hydra,
/// and the files of a model's repository.
constexpr auto other_files = std::to_array<OtherFile>(
    {{{"distributed_strategy", "trainer"}, "a file of neuronx-distributed-training", of_program},
     {{"trainer", "exp_manager"}, "a file of NeMo", of_program},
     {{"modules.pre_trainer"}, "a file of Primus", of_program},
     {{"device_train_microbatch_size", "data.paths"}, "a part of a configuration of OLMo", of_olmo},
     {{"device_train_microbatch_size", "optimizer.learning_rate"},
      "a part of a configuration of OLMo",
      of_olmo},
     {{"device_train_microbatch_size"},
      "a part of a configuration of LLM Foundry",
      "which states too little. Import the whole YAML."},
     {{"trainer.mp", "trainer.train_batch_size"}, "a file of Levanter, a program on JAX", of_program},
     {{"pipeline_stages", "micro_batch_size_per_gpu", "model.type"},
      "a file of diffusion-pipe",
      "It trains a diffusion model, whose layers no plan describes: a plan has a transformer of text."},
     {{"log_history", "global_step"}, "a trainer_state.json", "Give it to zero-planner measure."},
     {{"tokenizer_class"}, "the configuration of a tokenizer", "Import the config.json next to it."},
     {{"jobs", "name"}, "a workflow of GitHub Actions", "Import the script that trains."},
     {{"channels", "dependencies"}, "a list of packages for Conda", "Import the script that trains."},
     {{"_target_"}, "a part of a Hydra configuration", of_hydra},
     {{"defaults"}, "a part of a Hydra configuration", of_hydra},
     {{"apiVersion", "kind"},
      "a manifest of Kubernetes, none of whose containers starts a training that is known",
      "Import the script that its container runs, or the file that this names."},
     {{"hyperparameters", "searcher", "entrypoint"},
      "an experiment of Determined, whose entrypoint starts no training that is known",
      "Import the script or the program that it starts."}});

bool has_keys(const TextNode& root, const OtherFile& row) {
  // Hydra's defaults are a list; other programs name one file there.
  const TextNode* const defaults = root.child("defaults");
  if (row.keys[0] == "defaults" && defaults != nullptr && !defaults->is_array()) return false;
  return std::ranges::all_of(row.keys,
                             [&](std::string_view key) { return key.empty() || root.find(key) != nullptr; });
}

/// Ambiguous batch sizes that no row reads: some programs count them per GPU, others over all GPUs.
constexpr auto plain_batches = std::to_array<std::string_view>({"batch_size", "train_batch_size"});
/// Names of a learning rate or of a run's length; only files that train have them.
constexpr auto training_names = std::to_array<std::string_view>(
    {"lr", "learning_rate", "epochs", "num_epochs", "num_train_epochs", "max_epoch", "max_steps",
     "num_train_steps", "max_train_steps", "train_steps", "peak_lr", "max_lr", "min_lr", "base_lr",
     "warmup_steps"});

template <std::size_t n>
bool is_name_among(const std::array<std::string_view, n>& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// Returns the plan key for a key name of Trainer's programs; "" if there is none.
std::string plan_key_of(std::string_view name) {
  if (is_name_among(plain_batches, name)) return "training.micro_batch_size";
  std::string called(name);
  constexpr int most_names = 4;
  for (int i = 0; i < most_names; ++i) {
    const auto rows = rows_of(usual_program(), called);
    if (rows.empty()) return "";
    if (rows.front()->as.empty()) return rows.front()->path;
    called = rows.front()->as;
  }
  return "";
}

/// Returns the keys of a file that are also keys of a plan, "seq_len: 32768 (line 3,
/// training.sequence_length)".
std::vector<std::string> plan_keys_in(const FileKeys& keys, const std::string& text) {
  constexpr std::size_t most = 6;
  std::vector<std::string> shown;
  std::set<std::string> paths;
  const LineIndex lines(text);
  for (const FileKey& key : keys) {
    const std::string_view name = std::string_view(key.key).substr(key.key.rfind('.') + 1);
    const bool is_value = key.is_string() || key.is_number() || key.kind == NodeKind::boolean;
    const std::string path = is_value ? plan_key_of(name) : "";
    if (path.empty() || shown.size() == most || !paths.insert(path).second) continue;
    shown.push_back(key.spelling + ": " + value_words(key) + " (line " +
                    std::to_string(lines.position(key.key_span.begin).line) + ", " + path + ')');
  }
  return shown;
}

}  // namespace

std::string plan_key_words(const FileKeys& keys) {
  constexpr std::size_t most = 6;
  std::vector<std::string> shown;
  std::set<std::string> paths;
  for (const FileKey& key : keys) {
    const bool is_value = key.is_string() || key.is_number() || key.kind == NodeKind::boolean;
    const std::string path =
        is_value ? plan_key_of(std::string_view(key.key).substr(key.key.rfind('.') + 1)) : "";
    if (path.empty() || shown.size() == most || !paths.insert(path).second) continue;
    shown.push_back(key.spelling + ": " + value_words(key) + " (" + path + ')');
  }
  return with_commas(shown);
}

std::string words_for_unknown_program(const std::string& text) {
  std::vector<std::string> shown;
  bool trains = false;
  try {
    const TextNode root = looks_like_toml(text) ? read_toml(text) : read_yaml(text);
    if (!root.is_object()) return "";
    const FileKeys keys = flattened(root);
    trains = std::ranges::any_of(keys, [](const FileKey& key) {
      return is_name_among(training_names, std::string_view(key.key).substr(key.key.rfind('.') + 1));
    });
    shown = plan_keys_in(keys, text);
  } catch (const FileError&) {
    return "";
  }
  constexpr std::size_t least = 2;
  if (!trains || shown.size() < least) return "";
  return "This file configures training in an unknown program. A plan can have these of its keys: " +
         with_commas(shown) +
         ". Enter them in a plan with its model (--set), or import the script that starts the run.";
}

std::string words_for_other_file(const std::string& text) {
  try {
    const bool is_toml = looks_like_toml(text);
    const TextNode root = is_toml ? read_toml(text) : read_yaml(text);
    if (root.is_array())
      return "This is a list of " + std::to_string(root.children.size()) +
             " values, such as data; it configures no training. Import the script that trains, or its "
             "configuration.";
    const auto* const row = std::ranges::find_if(other_files, [&root, is_toml](const OtherFile& other) {
      return has_keys(root, other) && !(is_toml && other.then == of_hydra);  // Hydra's files are always YAML
    });
    if (!root.is_object() || row == other_files.end()) return "";
    const bool is_sentence = row->then.front() >= 'A' && row->then.front() <= 'Z';
    std::string words =
        "This is " + std::string(row->what) + (is_sentence ? ". " : ", ") + std::string(row->then);
    const std::vector<std::string> shown =
        row->then == of_program ? plan_keys_in(flattened(root), text) : std::vector<std::string>();
    if (!shown.empty()) words += " A plan can have these of its keys: " + with_commas(shown) + '.';
    return words;
  } catch (const FileError&) {
    return "";
  }
}

std::string words_for_text_with_commands(std::string_view text) {
  constexpr auto starts = std::to_array<std::string_view>(
      {"torchrun ", "accelerate launch", "deepspeed ", "finetune", "fine_tune", "train.py", "train_"});
  constexpr auto commands_of_recipes =
      std::to_array<std::string_view>({"python", "python3", "bash", "sh", "torchrun", "accelerate",
                                       "deepspeed", "uv", "poetry", "echo", "pip", "docker", "cd", "export"});
  bool has_fence = false, has_recipe = false, is_behind_target = false;
  std::string command;
  int number = 0;
  const bool has_title = text.starts_with("# ") || text.starts_with("## ") || text.starts_with('<');
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    ++number;
    has_fence = has_fence || line.starts_with("```");
    const std::size_t begin = std::min(line.find_first_not_of(" \t@$"), line.size());
    // A YAML with tabs has keys there.
    const bool is_recipe =
        line.starts_with('\t') && is_behind_target &&
        is_name_among(commands_of_recipes, line.substr(begin, line.find(' ', begin) - begin));
    has_recipe = has_recipe || is_recipe;
    const std::size_t colon = line.find(':');
    const bool is_target = colon != std::string_view::npos && colon > 0 && line[0] != '\t' &&
                           line[0] != ' ' && line[0] != '#' &&
                           line.substr(0, colon).find_first_of("\"'=$({") == std::string_view::npos;
    is_behind_target = is_target || (is_behind_target && line.starts_with('\t'));
    const bool is_command = is_recipe || has_fence;
    if (command.empty() && is_command && std::ranges::any_of(starts, [line](std::string_view start) {
          return line.find(start) != std::string_view::npos;
        }))
      command = std::string(line.substr(begin)) + " (line " + std::to_string(number) + ')';
  }
  const bool is_markdown = has_title && has_fence;
  if (!is_markdown && !has_recipe) return "";
  const std::string first = command.empty() ? "." : ": " + command + '.';
  return is_markdown
             ? "This is a text with commands (Markdown). Save those that start the training as a script in "
               "this folder, and import that" +
                   first
             : "This is a Makefile. Import the script or program that its recipe starts" + first;
}

}  // namespace zp::import_io
