// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/adapter_keys.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "core/import/program_keys_json.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

struct SectionKey {
  std::string_view theirs, ours;
};
/// Names of PEFT's LoraConfig arguments (tuners/lora/config.py), and other names that files use for them.
constexpr auto section_keys =
    std::to_array<SectionKey>({{"r", "lora_r"},
                               {"rank", "lora_r"},
                               {"lora_r", "lora_r"},
                               {"lora_rank", "lora_r"},
                               {"alpha", "lora_alpha"},
                               {"lora_alpha", "lora_alpha"},
                               {"dropout", "lora_dropout"},
                               {"lora_dropout", "lora_dropout"},
                               {"target_modules", "lora_target_modules"},
                               {"modules_to_save", "lora_modules_to_save"},
                               {"use_dora", "use_dora"},
                               {"use_gradient_checkpointing", "gradient_checkpointing"}});
constexpr auto section_names = std::to_array<std::string_view>(
    {"lora", "lora_config", "lora_args", "lora_params", "peft", "peft_config", "loraconfig"});

/// Names of switches and kinds of tuning, before and after they are renamed.
constexpr auto adapter_switch_names = std::to_array<std::string_view>(
    {"finetuning_type", "adapter", "use_peft", "lora_enable", "use_lora", "use_qlora", "use_peft_lora",
     "lora", "enable_lora", "with_lora", "train_type", "tuner_type", "use_llm_lora", "lora_dim", "peft_type",
     "is_peft", "is_lora"});

bool has_switch(const FileKeys& keys) {
  return std::ranges::any_of(keys, [](const FileKey& key) {
    return !key.is_null() && std::ranges::find(adapter_switch_names, key.key) != adapter_switch_names.end();
  });
}

FileKey switched_on(const FileKey& rank) {
  FileKey key;
  key.key = "use_peft";
  key.spelling = rank.spelling;
  key.kind = NodeKind::boolean;
  key.boolean = true;
  key.part = rank.part;
  key.span = rank.span;
  key.key_span = rank.key_span;
  return key;
}

/// Returns the name that Trainer's programs use for a key of an adapter section; "" for any other key.
std::string_view section_key_of(std::string_view key) {
  const std::size_t dot = key.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view path = key.substr(0, dot);
  const std::string section = lower_case(path.substr(path.rfind('.') + 1));
  if (std::ranges::find(section_names, std::string_view(section)) == section_names.end()) return {};
  const auto* const row = std::ranges::find(section_keys, key.substr(dot + 1), &SectionKey::theirs);
  return row == section_keys.end() ? std::string_view() : row->ours;
}

/// Renames the key whose value names the kind of tuning (train_mode: qlora in Firefly and others) to
/// LLaMA-Factory's name for it.
void name_kind_of_tuning(FileKeys& keys) {
  constexpr auto names =
      std::to_array<std::string_view>({"train_mode", "tuning_mode", "tuning_type", "training_type"});
  constexpr auto kinds = std::to_array<std::string_view>({"full", "lora", "qlora"});
  if (has_switch(keys)) return;
  for (FileKey& key : keys)
    if (std::ranges::find(names, key.key) != names.end() && std::ranges::find(kinds, key.text) != kinds.end())
      key.key = "finetuning_type";
}

/// Renames `rank` to the usual key of the adapter rank if another key asks for adapters: training_type: lora,
/// rank: 32 (finetrainers, finetrainers/args.py). A `rank` that means a process's rank is 0 or unset.
void name_plain_rank(FileKeys& keys) {
  const bool asks = std::ranges::any_of(keys, [](const FileKey& key) {
    return (key.key == "finetuning_type" && key.text.find("lora") != std::string::npos) ||
           ((key.key == "use_peft" || key.key == "use_lora") && python::lax_bool(key).value_or(false));
  });
  const bool has_rank = find_key(keys, "lora_r") != nullptr || find_key(keys, "lora_rank") != nullptr;
  if (!asks || has_rank) return;
  for (FileKey& key : keys)
    if (key.key == "rank" && python::lax_count(&key) > 0) key.key = "lora_r";
}

}  // namespace

void name_adapter_sections(FileKeys& keys) {
  name_kind_of_tuning(keys);
  name_plain_rank(keys);
  const FileKey* rank = nullptr;
  for (FileKey& key : keys) {
    const std::string_view ours = section_key_of(key.key);
    if (ours.empty() || find_key(keys, ours) != nullptr) continue;
    key.key = ours;
    if (ours == "lora_r" && python::lax_count(&key) > 0) rank = &key;
  }
  if (rank != nullptr && !has_switch(keys)) keys.push_back(switched_on(FileKey(*rank)));
}

void assume_adapters(FileKeys& arguments, std::vector<Finding>& notes) {
  const auto rank = std::ranges::find_if(arguments, [](const FileKey& key) {
    return (key.key == "lora_r" || key.key == "lora_rank") && python::lax_count(&key) > 0;
  });
  if (rank == arguments.end() || has_switch(arguments)) return;
  notes.push_back({Severity::ignored, "adapters_guessed", "training.lora",
                   "Adapters have a rank, " + rank->spelling + ": " + value_words(*rank) +
                       ", but no known switch turns them on: the plan has adapters (a guess).",
                   "Set training.lora.rank to 0 if the program needs a switch for them."});
  arguments.push_back(switched_on(FileKey(*rank)));
}

bool states_full_tuning(const FileKeys& arguments) {
  return std::ranges::any_of(arguments, [](const FileKey& key) {
    const bool is_switch = std::ranges::find(adapter_switch_names, key.key) != adapter_switch_names.end() &&
                           key.key != "peft_type";
    return is_switch && !key.is_null() && (key.text == "full" || python::lax_bool(key) == false);
  });
}

void add_adapters_of_llava(const FileKeys& keys, ProgramKeys& plan) {
  if (!is_on(keys, "lora_enable") || find_key(keys, "tune_mm_llm") != nullptr) return;
  if (find_key(keys, "lora_r") == nullptr)
    plan.set("training.lora.rank", 64, "lora_enable without a rank, which is 64 in LLaVA's program");
  if (find_key(keys, "lora_target_modules") != nullptr) return;
  plan.set("training.lora.targets", all_linear_layers(),
           "lora_enable without modules, which are all linear layers in LLaVA's program");
  plan.note(
      {Severity::ignored, "targets_guessed", "training.lora.targets",
       "No key says which modules get adapters; the plan has all linear layers, as LLaVA's program puts "
       "them.",
       "Set training.lora.targets if this program has others."});
}

}  // namespace zp::import_io
