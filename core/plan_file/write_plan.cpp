// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdlib>
#include <string>

#include "core/plan_file/carried_presets_json.h"
#include "core/plan_file/plan_reading.h"
#include "core/plan_file/program_defaults.h"

namespace zp {

using namespace plan_io;

namespace {

/// Returns true if the key must be written: its value differs from `defaults`, or the file stated it.
bool is_written(std::string_view path, const PlanDocument& document, const Plan& defaults) {
  return !has_same_value(path, document.plan, defaults) ||
         std::ranges::binary_search(document.text.stated_defaults, path);
}

void write_plain_keys(const PlanDocument& document, const Plan& defaults, Json& root) {
  for (const PlanKey& key : plan_keys())
    if (key.is_plain() && is_written(key.path, document, defaults))
      set_at_path(root, key.path, to_json(key.value(document.plan)));
}

void write_link(Json& root, CarriedPresets& presets, std::string_view path, const Link& link) {
  if (link.preset) set_at_path(root, joined(path, "preset"), presets.name(AnyPreset(link.preset)));
}

void write_cluster(const PlanDocument& document, CarriedPresets& presets, Json& root) {
  const Cluster& cluster = document.plan.cluster;
  if (!cluster.gpu.preset)  // otherwise reading would use the default GPU's figures
    for (const GpuFigure& figure : gpu_figures)
      set_at_path(root, joined("cluster.gpu", figure.key), number(cluster.gpu.*figure.member));
  else if (is_gpu_assumed(document))  // the file still leaves the board open
    set_at_path(root, "cluster.gpu.preset", document.text.gpu_name);
  else if (cluster.gpu != default_cluster().gpu)  // the default GPU need not be named
    set_at_path(root, "cluster.gpu.preset", presets.name(AnyPreset(cluster.gpu.preset)));
  write_other_gpus(cluster, presets, root);
  if (cluster.intra_node != default_intra_node(cluster))
    write_link(root, presets, "cluster.intra_node", cluster.intra_node);
  write_link(root, presets, "cluster.inter_node", cluster.inter_node);
  write_link(root, presets, "cluster.host_link", cluster.host_link);
}

void write_texts(const PlanText& text, Json& root) {
  for (const TextKey& key : text_keys)
    if (!(text.*key.text).empty()) set_at_path(root, key.path, text.*key.text);
}

/// Writes LoRA's rank next to keys for which a program would otherwise fill in its own; without such a
/// program the default is 0.
void write_lora_rank(const Plan& plan, Json& root) {
  const bool speaks_of_adapters =
      value_at_path(root, "training.lora") != nullptr || plan.training.frozen_precision != FrozenPrecision();
  const bool is_filled_in = plan.training.lora.rank > 0 || program_rank(plan) > 0;
  if (plan.training.program != Program::none && speaks_of_adapters && is_filled_in)
    set_at_path(root, "training.lora.rank", plan.training.lora.rank);
}

void write_lora_targets(const PlanDocument& document, const Plan& defaults, Json& root) {
  if (!is_written(lora_targets_path, document, defaults)) return;
  const Lora& lora = document.plan.training.lora;
  Json targets = Json::array();
  for (const LoraTargetName& row : lora_target_names())
    if ((lora.targets & row.target) != 0) targets.push_back(row.name);
  set_at_path(root, lora_targets_path, std::move(targets));
}

void write_version(const DeepSpeedVersion& version, Json& root) {
  if (version != DeepSpeedVersion()) set_at_path(root, "target.deepspeed_version", name_of(version));
}

void write_releases(const ProgramReleases& releases, Json& root) {
  if (releases.are_stated()) set_at_path(root, "training.program_version", releases_text(releases));
}

/// Puts kept unknown keys back in their places. Values written by the plan take precedence; lists are merged
/// by index.
void merge(Json& into, const Json& kept) {
  for (const auto& [key, value] : kept.get_ref<const Json::object_t&>()) {
    if (into.is_array()) {
      const std::size_t index = static_cast<std::size_t>(std::strtoul(key.c_str(), nullptr, 10));
      if (index < into.size() && into[index].is_object() && value.is_object()) merge(into[index], value);
    } else if (!into.contains(key)) {
      into[key] = value;
    } else if (value.is_object() && (into[key].is_object() || into[key].is_array())) {
      merge(into[key], value);
    }
  }
}

void write_zero(const PlanDocument& document, const Plan& defaults, Json& root) {
  const Zero& zero = document.plan.zero;
  if (zero.offload_optimizer.device != Device::none)
    set_at_path(root, "zero.offload_optimizer.device", name_of(zero.offload_optimizer.device));
  if (zero.offload_param.device != Device::none)
    set_at_path(root, "zero.offload_param.device", name_of(zero.offload_param.device));
  // null: the stage's default applies instead of the program's.
  if (is_written(overlap_comm_path, document, defaults))
    set_at_path(root, overlap_comm_path, zero.overlap_comm ? Json(*zero.overlap_comm) : Json());
  if (const Json extra = object_of(document.text.zero_extra); !extra.empty()) {
    if (!root.contains("zero")) root["zero"] = Json::object();
    merge(root["zero"], extra);
  }
  for (std::string_view key : {"offload_optimizer", "offload_param"}) {
    const Json* object = value_at_path(root, joined("zero", key));
    if (object == nullptr || !object->is_object() || object->size() != 1) continue;
    if (const Json* device = member(object, "device")) set_at_path(root, joined("zero", key), Json(*device));
  }
}

/// Removes unknown keys of the model that belong to a description no longer in use, because they would
/// describe a second model.
void drop_other_ways(Json& unknown, const Json& root) {
  for (std::string_view way : {"architecture", "tensors"})
    if (value_at_path(root, joined("model", way)) == nullptr) erase_at_path(unknown, joined("model", way));
}

}  // namespace

Json plan_io::plan_tree(const PlanDocument& document) {
  const Plan& plan = document.plan;
  Json root = {{"format", "zero-plan/1"}};
  CarriedPresets presets;
  write_model(document, presets, root);
  write_cluster(document, presets, root);
  write_texts(document.text, root);
  const Plan defaults = defaults_for(plan);
  write_plain_keys(document, defaults, root);
  write_releases(plan.training.releases, root);
  write_lora_targets(document, defaults, root);
  write_lora_rank(plan, root);
  write_roles(plan, presets, root);
  presets.write(root);
  write_zero(document, defaults, root);
  write_version(plan.target.deepspeed_version, root);
  Json config = object_of(document.text.deepspeed_config);
  agree_with_plan(config, plan);
  if (!config.empty()) root["deepspeed_config"] = std::move(config);
  if (Json imported = object_of(document.text.imported_config); !imported.empty())
    root["imported_config"] = std::move(imported);
  Json unknown = object_of(document.text.unknown);
  drop_other_ways(unknown, root);
  merge(root, unknown);
  return in_contract_order(root, "");
}

std::string write_plan(const PlanDocument& document) {
  return plan_tree(document).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace zp
