// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/text/file_error.h"

/// Presets that are not shipped, from the user's own file (user_presets.h) or from a plan. Each is an entry
/// in the format of resources/catalog/*.json.
namespace zp {

enum class PresetKind : std::uint8_t { model, gpu, link };
template <>
inline constexpr auto words_of<PresetKind> = word_list("model", "gpu", "link");
inline constexpr std::array preset_kinds = {PresetKind::model, PresetKind::gpu, PresetKind::link};
/// Returns the name of the list that holds such entries in a file or in a plan's `presets`: "models".
std::string list_name(PresetKind kind);

/// A preset of any kind, never empty.
class AnyPreset {
 public:
  explicit AnyPreset(SharedModelPreset model) : preset_(std::move(model)) {}
  explicit AnyPreset(SharedGpuPreset gpu) : preset_(std::move(gpu)) {}
  explicit AnyPreset(SharedLinkPreset link) : preset_(std::move(link)) {}

  [[nodiscard]] PresetKind kind() const { return static_cast<PresetKind>(preset_.index()); }
  [[nodiscard]] const std::string& id() const;
  [[nodiscard]] const std::string& name() const;
  /// Returns the preset's entry as JSON; "" for a shipped preset.
  [[nodiscard]] const std::string& row() const;

  /// Each returns nullptr if the preset has another kind.
  [[nodiscard]] const SharedModelPreset* model() const { return std::get_if<SharedModelPreset>(&preset_); }
  [[nodiscard]] const SharedGpuPreset* gpu() const { return std::get_if<SharedGpuPreset>(&preset_); }
  [[nodiscard]] const SharedLinkPreset* link() const { return std::get_if<SharedLinkPreset>(&preset_); }

  bool operator==(const AnyPreset&) const = default;

 private:
  std::variant<SharedModelPreset, SharedGpuPreset, SharedLinkPreset> preset_;  // in the order of PresetKind
};

/// Parses an entry. Throws FileError, whose path() is the key ("architecture.layers"), if the entry is
/// invalid.
AnyPreset read_own_preset(PresetKind kind, const std::string& entry);

/// Returns the shipped presets, followed by these.
Catalog catalog_with(const std::vector<AnyPreset>& own);

/// Returns the preset with that id or name in `presets`, or nullopt.
std::optional<AnyPreset> find_preset(const Catalog& presets, PresetKind kind, std::string_view id);
/// Returns true if `presets` contains this preset with equal values.
bool is_offered(const Catalog& presets, const AnyPreset& preset);
/// Returns true if a shipped preset has exactly this id.
bool is_shipped_preset(PresetKind kind, std::string_view id);
/// Returns the ids of the presets of that kind.
std::vector<std::string> preset_ids(const Catalog& presets, PresetKind kind);

}  // namespace zp
