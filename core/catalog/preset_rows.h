// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/units/parse.h"

/// Entries of presets, key by key: for those who write one, and for an editor.
namespace zp {

/// A key an entry of that kind can have: "memory_gib", "architecture.layers".
struct PresetKey {
  std::string key;
  std::string_view unit, meaning;
  std::span<const std::string_view> words;  ///< of a word, or of a switch
  bool is_needed = false;
};
std::vector<PresetKey> preset_keys(PresetKind kind);

/// What the entry states there, as text; "" where it is silent.
std::string value_in_row(const std::string& row, const std::string& key);
/// The entry with another value there; "" takes the key out. A text that is no number where one belongs is
/// put in as it is, for the reader to refuse; one that can be read in two ways throws FileError.
std::string row_with(PresetKind kind, const std::string& row, const std::string& key, const std::string& text,
                     DecimalMark mark = DecimalMark::point);

/// The entry of such a GPU or link, under its name.
std::string row_of_gpu(const GpuPreset& gpu);
std::string row_of_link(const LinkPreset& link);

}  // namespace zp
