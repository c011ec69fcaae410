// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "core/import/fp8_keys.h"
#include "core/import/import_parts_json.h"
#include "core/import/program_keys_json.h"
#include "core/import/shard_groups.h"
#include "core/plan_file/plan_file.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

std::optional<int> count_at(const TextNode& node, const char* key) {
  constexpr double most = 1e9;
  const TextNode* value = node.child(key);
  const auto count = value ? python::lax_int(*value) : std::nullopt;
  return count && *count >= 0 && *count <= most ? std::optional(static_cast<int>(*count)) : std::nullopt;
}

void set_cluster(Json& plan, const TextNode& root, Imported& imported) {
  const auto processes = count_at(root, "num_processes");
  const int machines = count_at(root, "num_machines").value_or(1);
  if (!processes) {
    note(imported, "not_in_file", "cluster.gpus_per_node",
         "The file does not say num_processes; the plan's cluster was kept.");
    return;
  }
  if (machines < 1 || *processes % machines != 0)
    throw FileError("num_processes", "num_processes " + std::to_string(*processes) +
                                         " is not a multiple of num_machines " + std::to_string(machines) +
                                         "; every machine needs the same number of GPUs.");
  plan["cluster"]["nodes"] = machines;
  plan["cluster"]["gpus_per_node"] = *processes / machines;
  imported.stated.insert({"cluster.nodes", "cluster.gpus_per_node"});
}

void note_nvme_bug(const TextNode& section, Imported& imported) {
  for (const char* key : {"offload_optimizer_device", "offload_param_device"})
    if (const TextNode* device = section.child(key); device && device->text == "nvme")
      note(imported, "accelerate_nvme_path", "zero",
           "accelerate ignores the NVMe path of its YAML: the run would use a folder called none.",
           "Export a ds_config.json and name it as deepspeed_config_file.", Severity::fails_later);
}

struct AccelerateKey {
  std::string_view key, path;
};
/// Keys of accelerate and the plan's keys that they become.
constexpr auto accelerate_keys = std::to_array<AccelerateKey>(
    {{"distributed_type", "training.framework"},
     {"num_processes", "cluster.gpus_per_node"},
     {"num_machines", "cluster.nodes"},
     {"mixed_precision", "training.precision"},
     {"deepspeed_config.deepspeed_config_file", "zero.stage"},
     {"deepspeed_config.zero_stage", "zero.stage"},
     {"deepspeed_config.offload_optimizer_device", "zero.offload_optimizer"},
     {"deepspeed_config.offload_param_device", "zero.offload_param"},
     {"deepspeed_config.zero3_init_flag", "training.zero_init"},
     {"deepspeed_config.zero3_save_16bit_model", "zero.stage3_gather_16bit_weights_on_model_save"},
     {"deepspeed_config.gradient_accumulation_steps", "training.gradient_accumulation_steps"},
     {"deepspeed_config.gradient_clipping", "deepspeed_config.gradient_clipping"}});

/// Lists the file's keys; keys of accelerate_tree() are listed under accelerate's own names.
void list_keys(Imported& imported, const EmbeddedConfig& file, const Catalog& presets) {
  if (file.file.empty()) imported.read.clear();
  ProgramKeys keys(entry_of(program_named("hf-trainer")), imported.document, ModelOrigin::base,
                   file.config.text, presets);
  FileKeys all = flattened(file.root);
  read_fp8_of_accelerate(all, keys);
  imported.document = keys.document();
  for (const FileKey& key : all) {
    const auto* const row = std::ranges::find(accelerate_keys, key.key, &AccelerateKey::key);
    if (row != accelerate_keys.end())
      keys.list_as_read(key, std::string(row->path));
    else
      keys.list_as_unread(key, std::string(no_plan_key));
  }
  keys.copy_lists(imported);
}

/// Imports a file that does not start DeepSpeed: FSDP, DDP, or a single process.
Imported import_without_deepspeed(const EmbeddedConfig& file, const PlanDocument& base,
                                  const Catalog& presets) {
  Imported imported;
  Json plan = Json::parse(write_plan(base));
  set_cluster(plan, file.root, imported);
  FileKeys all = flattened(file.root);
  const FileKey* const type = find_key(all, "distributed_type");
  const bool is_on_gpus =
      type == nullptr || type->text == "FSDP" || type->text == "NO" || type->text.starts_with("MULTI_");
  if (!is_on_gpus)
    throw FileError("distributed_type",
                    "distributed_type " + type->text + " of accelerate is a way to train that no plan has.");
  ProgramKeys keys(entry_of(program_named("hf-trainer")), read_plan(text_io::one_line(plan), presets),
                   ModelOrigin::base, file.config.text, presets);
  const FileKey stated = type != nullptr ? *type : FileKey{};  // a copy: renaming replaces the keys
  rename_keys(keys.program(), all);
  keys.set("training.framework", "fsdp", stated);
  keys.set("training.sharding", stated.text == "FSDP" ? "full" : "none", stated);
  read_fp8_of_accelerate(all, keys);
  read_shard_groups(all, keys);
  for (const FileKey& key : all) {
    const auto* const row = std::ranges::find(accelerate_keys, key.key, &AccelerateKey::key);
    if (row != accelerate_keys.end() && key.key != "mixed_precision")
      keys.list_as_read(key, std::string(row->path));
    else
      keys.read(key);
  }
  imported.document = keys.document();
  keys.add_notes(imported, accelerate_program);
  return imported;
}

}  // namespace

Imported import_accelerate(const EmbeddedConfig& file, const PlanDocument& base, const Catalog& presets) {
  const TextNode* section = file.root.child("deepspeed_config");
  const bool has_section = section != nullptr && section->is_object() && !section->children.empty();
  const TextNode* const type = file.root.child("distributed_type");
  if (!has_section && type != nullptr && type->text != "DEEPSPEED")
    return import_without_deepspeed(file, base, presets);
  if (!has_section && section != nullptr && section->is_string())
    throw FileError("deepspeed_config", "deepspeed_config names " + section->text +
                                            ", whose settings are not in this file; give the file that holds "
                                            "them, or the script that starts the run.");
  if (!has_section)
    throw FileError("deepspeed_config", "The file has no deepspeed_config; it does not start DeepSpeed.");
  Imported imported;
  Json plan = Json::parse(write_plan(base));
  set_cluster(plan, file.root, imported);
  if (const TextNode* init = section->child("zero3_init_flag")) {
    plan["training"]["zero_init"] = python::lax_bool(*init).value_or(false);
    imported.stated.insert("training.zero_init");
  }
  const std::vector<Finding> notes = std::move(imported.notes);
  const auto stated = std::move(imported.stated);
  imported = import_ds_config(file.config, read_plan(text_io::one_line(plan), presets));
  std::erase_if(
      imported.notes,  // accelerate takes it from the data loader (accelerator.py, _prepare_deepspeed)
      [](const Finding& finding) { return finding.code == given_by_base; });
  imported.notes.insert(imported.notes.begin(), notes.begin(), notes.end());
  imported.stated.insert(stated.begin(), stated.end());
  list_keys(imported, file, presets);
  if (file.file.empty()) note_nvme_bug(*section, imported);
  return imported;
}

}  // namespace zp::import_io
