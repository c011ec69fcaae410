// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/meant_keys.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/catalog/programs.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/letters.h"

namespace zp {
namespace {

struct CommonName {
  std::string_view name, path;
};

/// Names that neither DeepSpeed nor a program of the catalog has for these keys.
constexpr auto common_names = std::to_array<CommonName>({
    {"zero_optimization", "zero"},
    {"gpus", "cluster.gpus_per_node"},
    {"gpu_count", "cluster.gpus_per_node"},
    {"n_gpus", "cluster.gpus_per_node"},
    {"num_gpus", "cluster.gpus_per_node"},
    {"num_nodes", "cluster.nodes"},
    {"nnodes", "cluster.nodes"},
    {"batch_size", "training.micro_batch_size"},
    {"micro_batch", "training.micro_batch_size"},
    {"accumulation", "training.gradient_accumulation_steps"},
    {"gradient_accumulation", "training.gradient_accumulation_steps"},
    {"context_length", "training.sequence_length"},
    {"max_length", "training.sequence_length"},
    {"seq_len", "training.sequence_length"},
    {"seq_length", "training.sequence_length"},
    {"lora_rank", "training.lora.rank"},
    {"checkpointing", "training.activation_checkpointing"},
    {"gradient_checkpointing", "training.activation_checkpointing"},
    {"params", "model.parameters"},
    {"num_parameters", "model.parameters"},
    {"ram", "cluster.cpu_memory_gib"},
    {"host_memory", "cluster.cpu_memory_gib"},
});

std::string path_of_common_name(std::string_view name) {
  const auto* const row = std::ranges::find(common_names, name, &CommonName::name);
  return row == common_names.end() ? "" : std::string(row->path);
}

/// Returns the key of a plan that a program's file states with a key of this name.
std::string path_of_program_key(std::string_view name) {
  for (const ProgramEntry& entry : program_entries())
    for (const ProgramKeyRow& row : entry.reads)
      if (row.key == name && find_plan_key(row.path) != nullptr) return row.path;
  return "";
}

std::string path_of_same_name(std::string_view name) {
  const std::string end = std::string(".").append(name);
  const auto row = std::ranges::find_if(plan_keys(), [&](const PlanKey& key) {
    return key.path.ends_with(end) && !key.path.starts_with("deepspeed_config.");
  });
  return row == plan_keys().end() ? "" : row->path;
}

}  // namespace

std::string key_of_meaning(std::string_view path) {
  if (const PlanKey* key = plan_key_of_config(path)) return key->path;
  const std::string_view name = key_part(path);
  for (auto* const meaning : {path_of_common_name, path_of_same_name, path_of_program_key})
    if (std::string found = meaning(name); !found.empty()) return found;
  return "";
}

std::string key_meant(std::string_view path) {
  if (std::string found = key_of_meaning(path); !found.empty()) return found;
  std::vector<std::string> paths;
  for (const PlanKey& key : plan_keys())
    paths.push_back(key.path);
  const std::vector<std::string> near = similar_ids(path, paths, 1);
  return near.empty() ? "" : near.front();
}

}  // namespace zp
