// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/text/file_error.h"

/// Presets that are not shipped: from the user's own file (user_presets.h), or brought along by a plan. Each
/// is an entry as in resources/catalog/*.json.
namespace zp {

enum class PresetKind : std::uint8_t { model, gpu, link };
template <>
inline constexpr auto words_of<PresetKind> = word_list("model", "gpu", "link");
inline constexpr std::array preset_kinds = {PresetKind::model, PresetKind::gpu, PresetKind::link};
/// Returns the name of the list that holds such entries in a file or in a plan's `presets`: "models".
std::string list_name(PresetKind kind);

/// A preset of the catalog by its index.
struct PresetPlace {
  PresetKind kind = PresetKind::model;
  int index = -1;
  bool operator==(const PresetPlace&) const = default;
};

/// Returns the place of an entry, which it gets at the first call and keeps. The entry is not offered by
/// this. Throws FileError, whose path() is the key ("architecture.layers"), if the entry cannot be used.
PresetPlace place_of_preset(PresetKind kind, const std::string& entry);

/// Offers these presets from now on, beside the shipped ones, and no others.
void offer_presets(const std::vector<PresetPlace>& own);

std::optional<int> find_preset(PresetKind kind, std::string_view id);
/// Returns true if exactly this is the id of a shipped preset.
bool is_shipped_preset(PresetKind kind, std::string_view id);
/// Returns the ids of the offered presets of that kind.
std::vector<std::string> preset_ids(PresetKind kind);
const std::string& preset_id_at(PresetPlace place);
const std::string& preset_name_at(PresetPlace place);
/// Returns the preset's entry as JSON; "" for a shipped preset.
const std::string& preset_row_at(PresetPlace place);
bool is_preset_offered(PresetPlace place);

}  // namespace zp
