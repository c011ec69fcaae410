// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <string>

#include "core/import/import_parts_json.h"
#include "core/plan/plan_file.h"

namespace zp {
namespace import_io {
namespace {

std::optional<std::string> text_at(const YAML::Node& node, const char* key) {
  if (!node || !node.IsMap() || !node[key] || !node[key].IsScalar()) return std::nullopt;
  return node[key].as<std::string>();
}

std::optional<int> count_at(const YAML::Node& node, const char* key) {
  const auto text = text_at(node, key);
  if (!text || text->empty() || text->find_first_not_of("0123456789") != std::string::npos)
    return std::nullopt;
  return std::stoi(text->substr(0, 9));
}

bool flag_at(const YAML::Node& node, const char* key) {
  const auto text = text_at(node, key);
  return text && (*text == "true" || *text == "True" || *text == "yes");
}

void set_cluster(Json& plan, const YAML::Node& root, Imported& imported) {
  const auto processes = count_at(root, "num_processes");
  const int machines = count_at(root, "num_machines").value_or(1);
  if (!processes) {
    note(imported, "not_in_file", "cluster.gpus_per_node",
         "The file does not say num_processes; the base plan's cluster was taken.");
    return;
  }
  if (machines < 1 || *processes % machines != 0)
    throw FileError("num_processes", "num_processes " + std::to_string(*processes) +
                                         " is not a multiple of num_machines " + std::to_string(machines) +
                                         "; every machine needs the same number of GPUs.");
  plan["cluster"]["nodes"] = machines;
  plan["cluster"]["gpus_per_node"] = *processes / machines;
}

/// The ds_config that accelerate itself makes of the keys of the YAML (utils/dataclasses.py:1302-1323).
Json ds_config_of(const YAML::Node& section, const YAML::Node& root) {
  Json config = Json::object();
  Json zero = {{"stage", count_at(section, "zero_stage").value_or(2)}};
  const auto device = [&](const char* key, const char* name, const char* path_key) {
    const auto place = text_at(section, key);
    if (!place || *place == "none") return;
    zero[name] = {{"device", *place}};
    if (const auto path = text_at(section, path_key); path && *path != "none")
      zero[name]["nvme_path"] = *path;
  };
  device("offload_optimizer_device", "offload_optimizer", "offload_optimizer_nvme_path");
  device("offload_param_device", "offload_param", "offload_param_nvme_path");
  if (flag_at(section, "zero3_save_16bit_model")) zero["stage3_gather_16bit_weights_on_model_save"] = true;
  config["zero_optimization"] = std::move(zero);
  if (const auto steps = count_at(section, "gradient_accumulation_steps"))
    config["gradient_accumulation_steps"] = *steps;
  if (const auto clipping = text_at(section, "gradient_clipping"); clipping && *clipping != "auto")
    config["gradient_clipping"] = std::atof(clipping->c_str());
  const std::string precision = text_at(root, "mixed_precision").value_or("no");
  config["bf16"] = {{"enabled", precision == "bf16"}};
  config["fp16"] = {{"enabled", precision == "fp16"}};
  return config;
}

void note_nvme_bug(const YAML::Node& section, Imported& imported) {
  for (const char* key : {"offload_optimizer_device", "offload_param_device"})
    if (text_at(section, key) == "nvme")
      note(imported, "accelerate_nvme_path", "zero",
           "accelerate does not pass the NVMe path of its YAML on: the run would use a folder called none.",
           "Export a ds_config.json and name it as deepspeed_config_file.", Severity::fails_later);
}

}  // namespace

Imported import_accelerate(const ImportFile& file, const PlanDocument& base) {
  const YAML::Node root = YAML::Load(file.text);
  const YAML::Node section = root["deepspeed_config"];
  if (!section || !section.IsMap())
    throw FileError("deepspeed_config", "The file has no deepspeed_config; it does not start DeepSpeed.");
  Imported imported;
  Json plan = Json::parse(write_plan(base));
  set_cluster(plan, root, imported);
  if (section["zero3_init_flag"]) plan["training"]["zero_init"] = flag_at(section, "zero3_init_flag");
  const bool names_file = !ds_config_named_in(file.text).empty();
  if (names_file && file.ds_config.empty())
    throw FileError(
        "deepspeed_config.deepspeed_config_file",
        "The file " + ds_config_named_in(file.text) + " that deepspeed_config_file names is not there.");
  const std::vector<Finding> notes = std::move(imported.notes);
  imported = import_ds_config(
      read_config_text(names_file ? file.ds_config : text_io::one_line(ds_config_of(section, root))),
      read_plan(text_io::one_line(plan)));
  std::erase_if(
      imported.notes,  // accelerate takes it from the data loader (accelerator.py, _prepare_deepspeed)
      [](const Finding& finding) { return finding.code == given_by_base; });
  imported.notes.insert(imported.notes.begin(), notes.begin(), notes.end());
  if (!names_file) note_nvme_bug(section, imported);
  return imported;
}

}  // namespace import_io

std::string ds_config_named_in(std::string_view accelerate_yaml) {
  try {
    const YAML::Node root = YAML::Load(std::string(accelerate_yaml));
    return import_io::text_at(root["deepspeed_config"], "deepspeed_config_file").value_or("");
  } catch (const YAML::Exception&) {
    return "";
  }
}

}  // namespace zp
