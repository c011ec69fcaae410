// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/other_files.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/import/program_file.h"
#include "core/text/file_error.h"
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
  std::array<std::string_view, 3> keys;  ///< all of them; "" for fewer
  std::string_view what, then;
};
/// Keys of files that stand beside training or belong to programs that are not read: speech
/// models of NeMo (examples/asr), neuronx-distributed-training (examples/conf), FlagScale (examples), LLM
/// Foundry (scripts/train/yamls), Primus (examples/megatron/configs); GitHub Actions, Conda, Hydra, and the
/// files of a model's repository.
constexpr auto other_files = std::to_array<OtherFile>(
    {{{"distributed_strategy", "trainer"}, "a file of neuronx-distributed-training", of_program},
     {{"trainer", "exp_manager"}, "a file of NeMo", of_program},
     {{"system.tensor_model_parallel_size"}, "a file of FlagScale", of_program},
     {{"modules.pre_trainer"}, "a file of Primus", of_program},
     {{"device_train_microbatch_size", "data.paths"}, "a part of a configuration of OLMo", of_olmo},
     {{"device_train_microbatch_size", "optimizer.learning_rate"},
      "a part of a configuration of OLMo",
      of_olmo},
     {{"device_train_microbatch_size"}, "a file of LLM Foundry", of_program},
     {{"log_history", "global_step"}, "a trainer_state.json", "Give it to zero-planner measure."},
     {{"tokenizer_class"}, "the configuration of a tokenizer", "Import the config.json beside it."},
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
  return std::ranges::all_of(row.keys,
                             [&](std::string_view key) { return key.empty() || root.find(key) != nullptr; });
}

}  // namespace

std::string words_for_other_file(const std::string& text) {
  try {
    const bool is_toml = looks_like_toml(text);
    const TextNode root = is_toml ? read_toml(text) : read_yaml(text);
    if (root.is_array())
      return "This is a list of " + std::to_string(root.children.size()) +
             " values, such as data; it configures no training. Import the script that trains, or its "
             "configuration.";
    const auto* const row = std::ranges::find_if(other_files, [&root, is_toml](const OtherFile& other) {
      return has_keys(root, other) && !(is_toml && other.then == of_hydra);  // Hydra's are YAML
    });
    if (!root.is_object() || row == other_files.end()) return "";
    const bool is_sentence = row->then.front() >= 'A' && row->then.front() <= 'Z';
    return "This is " + std::string(row->what) + (is_sentence ? ". " : ", ") + std::string(row->then);
  } catch (const FileError&) {
    return "";
  }
}

}  // namespace zp::import_io
