// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/preset_rows.h"
#include "core/plan_file/carried_presets_json.h"
#include "core/plan_file/plan_presets.h"
#include "core/plan_file/plan_reading.h"

namespace zp {

namespace plan_io {
namespace {

std::string rows_path(PresetKind kind) { return "presets." + list_name(kind); }

}  // namespace

void check_carried_presets(const Json& root) {
  for (const PresetKind kind : preset_kinds) {
    const Json* list = value_at_path(root, rows_path(kind));
    if (list == nullptr) continue;
    if (!list->is_array())
      fail(rows_path(kind), "must be a list of objects with a name each, found " + found(*list) + ".");
    for (std::size_t i = 0; i < list->size(); ++i) {
      const std::string path = joined(rows_path(kind), std::to_string(i));
      const Json* name = member(&as_object((*list)[i], path), "name");
      if (name == nullptr) fail(joined(path, "name"), "is missing: it says which preset this is.");
      (void)read_text(*name, joined(path, "name"));
    }
  }
}

std::optional<AnyPreset> brought_preset(const Json& root, PresetKind kind, std::string_view id) {
  const Json* list = value_at_path(root, rows_path(kind));
  if (list == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& entry = (*list)[i];
    if (preset_id(entry["name"].get_ref<const std::string&>()) != id) continue;
    const std::string path = joined(rows_path(kind), std::to_string(i));
    try {
      return read_own_preset(kind, one_line(entry));
    } catch (const FileError& error) {
      throw FileError(joined(path, error.path()), path + ": " + error.what());
    }
  }
  return std::nullopt;
}

std::string CarriedPresets::name(const AnyPreset& preset) {
  if (preset.row().empty()) return preset.id();
  for (const CarriedPreset& known : brought_)
    if (known.preset == preset) return known.id;
  CarriedPreset next{preset, preset.id(), preset.row()};
  const auto is_taken = [&] {
    return std::ranges::any_of(brought_, [&](const CarriedPreset& known) {
      return known.preset.kind() == preset.kind() && known.id == next.id;
    });
  };
  for (int number = 2; is_taken(); ++number) {  // two versions of a preset get different names
    const std::string name = preset.name() + " " + std::to_string(number);
    next = {preset, preset_id(name), row_with(preset.kind(), preset.row(), "name", name)};
  }
  brought_.push_back(next);
  return next.id;
}

void CarriedPresets::write(Json& root) const {
  for (const CarriedPreset& carried_preset : brought_) {
    Json& list = root["presets"][list_name(carried_preset.preset.kind())];
    list.push_back(parse_json(carried_preset.row));
  }
}

}  // namespace plan_io

std::vector<NamedPreset> named_presets(const Plan& plan) {
  std::vector<NamedPreset> named;
  const auto add = [&named](std::string_view path, const auto& preset) {
    if (preset) named.push_back({std::string(path), AnyPreset(preset)});
  };
  const Cluster& cluster = plan.cluster;
  add("model.preset", plan.model.preset);
  add("cluster.gpu.preset", cluster.gpu.preset);
  for (const OtherGpus& other : cluster.other_gpus)
    if (other.count > 0) add("cluster.other_gpus", other.gpu.preset);
  add("cluster.intra_node.preset", cluster.intra_node.preset);
  add("cluster.inter_node.preset", cluster.inter_node.preset);
  add("cluster.host_link.preset", cluster.host_link.preset);
  for (const RoleSettings& role : plan.training.method.roles)
    add("training.roles", role.preset);
  return named;
}

std::vector<std::string> differing_presets(const Plan& plan, const Catalog& presets) {
  std::vector<std::string> sentences;
  for (const auto& [path, preset] : named_presets(plan))
    if (!is_offered(presets, preset) && find_preset(presets, preset.kind(), preset.id()))
      sentences.push_back(path + ": the plan brings " + preset.id() +
                          " along, with other figures than the one of that name here; the plan's count.");
  return sentences;
}

}  // namespace zp
