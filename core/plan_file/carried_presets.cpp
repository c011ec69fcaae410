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

std::optional<int> brought_preset(const Json& root, PresetKind kind, std::string_view id) {
  const Json* list = value_at_path(root, rows_path(kind));
  if (list == nullptr) return std::nullopt;
  for (std::size_t i = 0; i < list->size(); ++i) {
    const Json& entry = (*list)[i];
    if (preset_id(entry["name"].get_ref<const std::string&>()) != id) continue;
    const std::string path = joined(rows_path(kind), std::to_string(i));
    try {
      return place_of_preset(kind, one_line(entry)).index;
    } catch (const FileError& error) {
      throw FileError(joined(path, error.path()), path + ": " + error.what());
    }
  }
  return std::nullopt;
}

std::string CarriedPresets::name(PresetPlace place) {
  const std::string& row = preset_row_at(place);
  if (row.empty()) return preset_id_at(place);
  for (const CarriedPreset& known : brought_)
    if (known.place == place) return known.id;
  CarriedPreset next{place, preset_id_at(place), row};
  const auto is_taken = [&] {
    return std::ranges::any_of(brought_, [&](const CarriedPreset& known) {
      return known.place.kind == place.kind && known.id == next.id;
    });
  };
  for (int number = 2; is_taken(); ++number) {  // two versions of one preset get different names
    const std::string name = preset_name_at(place) + " " + std::to_string(number);
    next = {place, preset_id(name), row_with(place.kind, row, "name", name)};
  }
  brought_.push_back(next);
  return next.id;
}

void CarriedPresets::write(Json& root) const {
  for (const CarriedPreset& one : brought_) {
    Json& list = root["presets"][list_name(one.place.kind)];
    list.push_back(parse_json(one.row));
  }
}

}  // namespace plan_io

std::vector<NamedPreset> named_presets(const Plan& plan) {
  std::vector<NamedPreset> named;
  const auto add = [&named](std::string_view path, PresetKind kind, int index) {
    if (index >= 0) named.push_back({std::string(path), {kind, index}});
  };
  const Cluster& cluster = plan.cluster;
  if (plan.model.source == ModelSource::preset) add("model.preset", PresetKind::model, plan.model.preset);
  add("cluster.gpu.preset", PresetKind::gpu, cluster.gpu.preset);
  for (const OtherGpus& other : cluster.other_gpus)
    if (other.count > 0) add("cluster.other_gpus", PresetKind::gpu, other.gpu.preset);
  add("cluster.intra_node.preset", PresetKind::link, cluster.intra_node.preset);
  add("cluster.inter_node.preset", PresetKind::link, cluster.inter_node.preset);
  add("cluster.host_link.preset", PresetKind::link, cluster.host_link.preset);
  for (const RoleSettings& role : plan.training.method.roles)
    add("training.roles", PresetKind::model, role.preset);
  return named;
}

std::vector<std::string> differing_presets(const Plan& plan) {
  std::vector<std::string> sentences;
  for (const auto& [path, place] : named_presets(plan)) {
    if (is_preset_offered(place)) continue;
    const std::string& id = preset_id_at(place);
    const std::optional<int> here = find_preset(place.kind, id);
    if (here)
      sentences.push_back(path + ": the plan brings " + id +
                          " along, with other figures than the one of that name here; the plan's count.");
  }
  return sentences;
}

}  // namespace zp
