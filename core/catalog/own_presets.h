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

/// Presets that are not shipped: of the user's own file (user_presets.h), or brought along by a plan. Each is
/// an entry as in resources/catalog/*.json.
namespace zp {

enum class PresetKind : std::uint8_t { model, gpu, link };
template <>
inline constexpr auto words_of<PresetKind> = word_list("model", "gpu", "link");
inline constexpr std::array preset_kinds = {PresetKind::model, PresetKind::gpu, PresetKind::link};
/// "models": the list of a file that such entries stand in, and what `presets` calls them.
std::string list_name(PresetKind kind);

/// A preset of the catalog by its index.
struct PresetPlace {
  PresetKind kind = PresetKind::model;
  int index = -1;
  bool operator==(const PresetPlace&) const = default;
};

/// The place of an entry, which it gets when it is met first and keeps; nothing is offered by this. Throws
/// FileError whose path() is the key ("architecture.layers") where the entry cannot be used.
PresetPlace place_of_preset(PresetKind kind, const std::string& entry);

/// From now on these are offered, and no others but the shipped.
void offer_presets(const std::vector<PresetPlace>& own);

std::optional<int> find_preset(PresetKind kind, std::string_view id);
/// Whether exactly that is the id of one that is shipped.
bool is_shipped_preset(PresetKind kind, std::string_view id);
/// The ids of that kind that are offered.
std::vector<std::string> preset_ids(PresetKind kind);
const std::string& preset_id_at(PresetPlace place);
const std::string& preset_name_at(PresetPlace place);
/// Its entry; "" of one that is shipped.
const std::string& preset_row_at(PresetPlace place);
bool is_preset_offered(PresetPlace place);

}  // namespace zp
