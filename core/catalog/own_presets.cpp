// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/own_presets.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "core/catalog/catalog_entries.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

/// Returns the index of the entry `row`: its old one if it was met before, else a new one at the end.
template <class Preset, class Read>
int place_in(PresetList<Preset>& presets, const std::string& row, const Read& read) {
  for (std::size_t i = 0; i < presets.size(); ++i)
    if (presets[i].row == row) return static_cast<int>(i);
  if (presets.size() >= PresetList<Preset>::most)
    throw FileError("", "more different presets than one run of the program can hold; start it anew.");
  Preset preset = read(row);
  preset.row = row;
  return presets.add(std::move(preset), false);
}

template <class Use>
void with_list(PresetKind kind, const Use& use) {
  if (kind == PresetKind::model) use(catalog().models);
  if (kind == PresetKind::gpu) use(catalog().gpus);
  if (kind == PresetKind::link) use(catalog().links);
}

template <class Get>
const std::string& text_at(PresetPlace place, const Get& get) {
  const std::string* text = nullptr;
  with_list(place.kind,
            [&](const auto& presets) { text = get(presets.at(static_cast<std::size_t>(place.index))); });
  return *text;
}

}  // namespace

std::string list_name(PresetKind kind) { return std::string(name_of(kind)) + 's'; }

PresetPlace place_of_preset(PresetKind kind, const std::string& entry) {
  const std::string row = text_io::one_line(text_io::parse_json(entry));  // one form, however it was written
  Catalog& all = growing_catalog();
  static std::mutex one_at_a_time;
  const std::scoped_lock lock(one_at_a_time);
  switch (kind) {
    case PresetKind::model:
      return {kind, place_in(all.models, row, read_own_model)};
    case PresetKind::gpu:
      return {kind, place_in(all.gpus, row, [&all](const std::string& text) {
                GpuPreset gpu = read_own_gpu(text, all.sustained);
                const std::optional<int> link = all.find_link(gpu.link_preset);
                if (!gpu.link_preset.empty() &&
                    (!link || !all.links[static_cast<std::size_t>(*link)].row.empty()))
                  throw FileError("link_preset", "link_preset is " + gpu.link_preset +
                                                     ", which is no link that is shipped.");
                return gpu;
              })};
    case PresetKind::link:
      break;
  }
  return {kind, place_in(all.links, row, read_own_link)};
}

void offer_presets(const std::vector<PresetPlace>& own) {
  const auto offer = [&own](auto& presets, PresetKind kind) {
    for (std::size_t i = 0; i < presets.size(); ++i)
      if (!presets[i].row.empty())
        presets.offer(i, std::ranges::find(own, PresetPlace{kind, static_cast<int>(i)}) != own.end());
  };
  Catalog& all = growing_catalog();
  offer(all.models, PresetKind::model);
  offer(all.gpus, PresetKind::gpu);
  offer(all.links, PresetKind::link);
}

std::optional<int> find_preset(PresetKind kind, std::string_view id) {
  switch (kind) {
    case PresetKind::model:
      return catalog().find_model(id);
    case PresetKind::gpu:
      return catalog().find_gpu(preset_id(id));
    case PresetKind::link:
      break;
  }
  return catalog().find_link(preset_id(id));
}

bool is_shipped_preset(PresetKind kind, std::string_view id) {
  const std::optional<int> found = find_preset(kind, id);
  return found && preset_id_at({kind, *found}) == id && preset_row_at({kind, *found}).empty();
}

std::vector<std::string> preset_ids(PresetKind kind) {
  std::vector<std::string> ids;
  with_list(kind, [&ids](const auto& presets) {
    for (const auto& preset : presets)
      ids.push_back(preset.id);
  });
  return ids;
}

const std::string& preset_id_at(PresetPlace place) {
  return text_at(place, [](const auto& preset) { return &preset.id; });
}
const std::string& preset_name_at(PresetPlace place) {
  return text_at(place, [](const auto& preset) { return &preset.name; });
}
const std::string& preset_row_at(PresetPlace place) {
  return text_at(place, [](const auto& preset) { return &preset.row; });
}

bool is_preset_offered(PresetPlace place) {
  bool is_offered = false;
  with_list(place.kind, [&](const auto& presets) {
    is_offered = presets.is_offered(static_cast<std::size_t>(place.index));
  });
  return is_offered;
}

}  // namespace zp
