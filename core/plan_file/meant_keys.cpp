// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/meant_keys.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/catalog/programs.h"
#include "core/plan_file/meant_values.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/letters.h"
#include "core/units/parse.h"

namespace zp {
namespace {

struct CommonName {
  std::string_view name, path;
};

/// Other names for these keys that neither DeepSpeed nor a catalog program uses.
constexpr auto common_names = std::to_array<CommonName>({
    {"zero_optimization", "zero"},
    {"zero_stage", "zero.stage"},
    {"offload", "zero.offload_optimizer"},
    {"cpu_offload", "zero.offload_optimizer"},
    {"optimizer_offload", "zero.offload_optimizer"},
    {"nvme_offload", "zero.offload_optimizer"},
    {"param_offload", "zero.offload_param"},
    {"gpu", "cluster.gpu.preset"},
    {"gpu_name", "cluster.gpu.preset"},
    {"gpu_type", "cluster.gpu.preset"},
    {"gpu_model", "cluster.gpu.preset"},
    {"gpu_memory", "cluster.gpu.memory_gib"},
    {"gpu_ram", "cluster.gpu.memory_gib"},
    {"memory", "cluster.gpu.memory_gib"},
    {"vram", "cluster.gpu.memory_gib"},
    {"gpus", "cluster.gpus_per_node"},
    {"gpu_count", "cluster.gpus_per_node"},
    {"n_gpus", "cluster.gpus_per_node"},
    {"num_gpus", "cluster.gpus_per_node"},
    {"world_size", "cluster.gpus_per_node"},
    {"num_nodes", "cluster.nodes"},
    {"nnodes", "cluster.nodes"},
    {"ram", "cluster.cpu_memory_gib"},
    {"cpu_ram", "cluster.cpu_memory_gib"},
    {"cpu_memory", "cluster.cpu_memory_gib"},
    {"host_memory", "cluster.cpu_memory_gib"},
    {"host_ram", "cluster.cpu_memory_gib"},
    {"bandwidth", "cluster.inter_node.gb_per_s"},
    {"network", "cluster.inter_node.preset"},
    {"infiniband", "cluster.inter_node.preset"},
    {"internode_bandwidth", "cluster.inter_node.gb_per_s"},
    {"nvlink", "cluster.intra_node.preset"},
    {"intranode_bandwidth", "cluster.intra_node.gb_per_s"},
    {"pcie", "cluster.host_link.preset"},
    {"price", "cluster.gpu_hour_price"},
    {"cost", "cluster.gpu_hour_price"},
    {"model_name", "model.preset"},
    {"model_id", "model.preset"},
    {"model_size", "model.parameters"},
    {"size", "model.parameters"},
    {"params", "model.parameters"},
    {"num_parameters", "model.parameters"},
    {"n_params", "model.parameters"},
    {"num_layers", "model.architecture.layers"},
    {"n_layers", "model.architecture.layers"},
    {"n_layer", "model.architecture.layers"},
    {"num_hidden_layers", "model.architecture.layers"},
    {"d_model", "model.architecture.hidden_size"},
    {"n_embd", "model.architecture.hidden_size"},
    {"heads", "model.architecture.attention_heads"},
    {"num_heads", "model.architecture.attention_heads"},
    {"n_head", "model.architecture.attention_heads"},
    {"num_attention_heads", "model.architecture.attention_heads"},
    {"ffn_hidden_size", "model.architecture.intermediate_size"},
    {"batch_size", "training.micro_batch_size"},
    {"micro_batch", "training.micro_batch_size"},
    {"accumulation", "training.gradient_accumulation_steps"},
    {"gradient_accumulation", "training.gradient_accumulation_steps"},
    {"grad_accum", "training.gradient_accumulation_steps"},
    {"context_length", "training.sequence_length"},
    {"max_length", "training.sequence_length"},
    {"seqlen", "training.sequence_length"},
    {"seq_len", "training.sequence_length"},
    {"seq_length", "training.sequence_length"},
    {"torch_dtype", "training.precision"},
    {"amp", "training.precision"},
    {"adapter", "training.lora.rank"},
    {"adapters", "training.lora.rank"},
    {"lora_rank", "training.lora.rank"},
    {"peft", "training.lora.rank"},
    {"peft_type", "training.lora.rank"},
    {"use_peft", "training.lora.rank"},
    {"use_lora", "training.lora.rank"},
    {"finetuning_type", "training.lora.rank"},
    {"train_type", "training.lora.rank"},
    {"tuner_type", "training.lora.rank"},
    {"qlora", "training.frozen_precision"},
    {"bits", "training.frozen_precision"},
    {"4bit", "training.frozen_precision"},
    {"nf4", "training.frozen_precision"},
    {"quantization", "training.frozen_precision"},
    {"checkpointing", "training.activation_checkpointing"},
    {"activation_checkpoint", "training.activation_checkpointing"},
    {"gradient_checkpointing", "training.activation_checkpointing"},
    {"attn", "training.attention"},
    {"liger", "training.fused_loss"},
    {"tp", "training.tensor_parallel"},
    {"pp", "training.pipeline_parallel"},
    {"pipeline_parallel_size", "training.pipeline_parallel"},
    {"cp", "training.context_parallel"},
    {"sp", "training.sequence_parallel"},
    {"ep", "training.expert_parallel"},
    {"fsdp", "training.sharding"},
    {"ddp", "training.sharding"},
    {"strategy", "training.sharding"},
    {"trainer", "training.program"},
    {"task", "training.method"},
    {"token_budget", "training.tokens"},
    {"num_tokens", "training.tokens"},
});

std::string path_of_common_name(std::string_view name) {
  const auto* const row = std::ranges::find(common_names, name, &CommonName::name);
  return row == common_names.end() ? "" : std::string(row->path);
}

/// Returns the plan key that a training program's key of this name sets.
std::string path_of_program_key(std::string_view name) {
  for (const ProgramEntry& entry : program_entries())
    for (const ProgramKeyRow& row : entry.extra_keys)
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

/// Returns the key or section whose last part is most similar to that of `path`, with at most one letter in
/// three different; among equally similar ones, one in the same section. Keys are not similar merely because
/// their sections are.
std::string path_of_similar_name(std::string_view path) {
  constexpr std::size_t shortest = 4, letters_a_mistake = 3;
  const std::string_view name = key_part(path), section = section_part(path);
  if (name.size() < shortest) return "";
  const std::size_t allowed = name.size() / letters_a_mistake;
  std::string_view nearest;
  std::size_t least = 2 * allowed + 2;
  for (const PlanKey& key : plan_keys())
    for (std::string_view each = key.path; !each.empty(); each = section_part(each)) {
      const std::size_t distance = edit_distance(name, key_part(each), allowed);
      const std::size_t rank = 2 * distance + (section_part(each) == section ? 0 : 1);
      if (distance > allowed || rank >= least) continue;
      least = rank;
      nearest = each;
    }
  return std::string(nearest);
}

/// Names of the number of sequences of all ranks and micro batches, which no single key states.
constexpr auto global_batch_names =
    std::to_array<std::string_view>({"global_batch_size", "global_batch", "train_batch_size",
                                     "total_batch_size", "effective_batch_size", "gbs"});

/// Returns true if a key or section can have a value that is written so.
bool takes_value(std::string_view path, std::string_view value) {
  const PlanKey* key = find_plan_key(path);
  if (key == nullptr) return !key_of_lone_value(path, value).empty();
  if (key->kind == KeyKind::word) return std::ranges::find(key->words, value) != key->words.end();
  if (key->kind == KeyKind::flag) return value == "true" || value == "false";
  return key->is_number() && parse_number(value).has_value();
}

/// Returns true if `path` ends with these parts.
bool ends_with_parts(std::string_view path, std::string_view parts) {
  if (!path.ends_with(parts)) return false;
  return path.size() == parts.size() || path[path.size() - parts.size() - 1] == '.';
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
  return path_of_similar_name(path);
}

std::string advice_on_key(std::string_view path) {
  const bool is_global_batch =
      std::ranges::find(global_batch_names, key_part(path)) != global_batch_names.end() &&
      section_part(path) != "deepspeed_config";
  if (is_global_batch)
    return "Set training.micro_batch_size and training.gradient_accumulation_steps, whose product with the "
           "data-parallel ranks it is, or deepspeed_config.train_batch_size.";
  const std::string meant = key_meant(path);
  return meant.empty() ? "" : "Write " + meant + " if that is what you meant.";
}

std::string path_of_short_name(std::string_view path, std::string_view value) {
  std::string_view found;
  std::vector<std::string_view> several;
  const std::string common = path_of_common_name(path);
  for (const PlanKey& key : plan_keys()) {
    if (key.is_carried()) continue;  // keys in deepspeed_config have DeepSpeed's names
    for (std::string_view each = key.path; !each.empty(); each = section_part(each)) {
      if (each == path) return std::string(path);
      if (!ends_with_parts(each, path) || std::ranges::find(several, each) != several.end()) continue;
      several.push_back(each);
    }
  }
  if (several.size() > 1) std::erase_if(several, [&](auto each) { return !takes_value(each, value); });
  if (several.size() > 1) return std::string(path);
  if (!several.empty()) found = several.front();
  // "gpus" usually means the number per node, not training.rl.gpus.
  const bool means_another = !common.empty() && common != found && section_part(common) != found;
  return std::string(found.empty() || means_another ? path : found);
}

}  // namespace zp
