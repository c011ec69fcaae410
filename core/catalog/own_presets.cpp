// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/own_presets.h"

#include <algorithm>

#include "core/catalog/catalog_entries.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

/// Calls `use` with the list of that kind and returns its result.
template <class Use>
auto with_list(const Catalog& presets, PresetKind kind, const Use& use) {
  if (kind == PresetKind::model) return use(presets.models);
  return kind == PresetKind::gpu ? use(presets.gpus) : use(presets.links);
}

template <class Preset>
AnyPreset with_row(Preset preset, const std::string& row) {
  preset.row = row;
  return AnyPreset(SharedPreset<Preset>(std::move(preset)));
}

template <class Preset>
std::optional<AnyPreset> if_found(const SharedPreset<Preset>& preset) {
  return preset ? std::optional<AnyPreset>(preset) : std::nullopt;
}

GpuPreset read_gpu_entry(const std::string& row) {
  GpuPreset gpu = read_own_gpu(row, catalog().sustained);
  if (!gpu.link_preset.empty() && !catalog().find_link(gpu.link_preset))
    throw FileError("link_preset",
                    "link_preset is " + gpu.link_preset + ", which is no link that is shipped.");
  return gpu;
}

}  // namespace

std::string list_name(PresetKind kind) { return std::string(name_of(kind)) + 's'; }

const std::string& AnyPreset::id() const {
  return std::visit([](const auto& preset) -> const std::string& { return preset->id; }, preset_);
}
const std::string& AnyPreset::name() const {
  return std::visit([](const auto& preset) -> const std::string& { return preset->name; }, preset_);
}
const std::string& AnyPreset::row() const {
  return std::visit([](const auto& preset) -> const std::string& { return preset->row; }, preset_);
}

AnyPreset read_own_preset(PresetKind kind, const std::string& entry) {
  const std::string row = text_io::one_line(
      text_io::parse_json(entry));  // one form for equal entries, however they are formatted
  if (kind == PresetKind::model) return with_row(read_own_model(row), row);
  return kind == PresetKind::gpu ? with_row(read_gpu_entry(row), row) : with_row(read_own_link(row), row);
}

Catalog catalog_with(const std::vector<AnyPreset>& own) {
  Catalog presets = catalog();
  for (const AnyPreset& preset : own) {
    if (preset.model() != nullptr) presets.models.push_back(*preset.model());
    if (preset.gpu() != nullptr) presets.gpus.push_back(*preset.gpu());
    if (preset.link() != nullptr) presets.links.push_back(*preset.link());
  }
  return presets;
}

std::optional<AnyPreset> find_preset(const Catalog& presets, PresetKind kind, std::string_view id) {
  if (kind == PresetKind::model) return if_found(presets.find_model(id));
  return kind == PresetKind::gpu ? if_found(presets.find_gpu(id))
                                 : if_found(presets.find_link(preset_id(id)));
}

bool is_offered(const Catalog& presets, const AnyPreset& preset) {
  return with_list(presets, preset.kind(), [&](const auto& list) {
    return std::ranges::any_of(list, [&](const auto& each) { return AnyPreset(each) == preset; });
  });
}

bool is_shipped_preset(PresetKind kind, std::string_view id) {
  return with_list(catalog(), kind, [id](const auto& list) {
    return std::ranges::any_of(list, [id](const auto& preset) { return preset->id == id; });
  });
}

std::vector<std::string> preset_ids(const Catalog& presets, PresetKind kind) {
  return with_list(presets, kind, [](const auto& list) {
    std::vector<std::string> ids;
    for (const auto& preset : list)
      ids.push_back(preset->id);
    return ids;
  });
}

}  // namespace zp
