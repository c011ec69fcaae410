// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/units/parse.h"

/// Entries of presets, key by key, for code that writes an entry and for the editor.
namespace zp {

/// A key that an entry of a kind can have: "memory_gib", "architecture.layers".
struct PresetKey {
  std::string key;
  std::string_view unit, meaning;
  std::span<const std::string_view> words;  ///< the choices of a word or a switch
  bool is_needed = false;
};
std::vector<PresetKey> preset_keys(PresetKind kind);

/// Returns the entry's value for that key as text; "" if the entry lacks the key.
std::string value_in_row(const std::string& row, const std::string& key);
/// Returns the entry with another value for that key; "" removes the key. A text that should be a number but
/// is not is stored unchanged, so that the entry's parser rejects it; throws FileError for a number with two
/// readings.
std::string row_with(PresetKind kind, const std::string& row, const std::string& key, const std::string& text,
                     DecimalMark mark = DecimalMark::point);

/// Each returns the entry of the GPU or link, including its name.
std::string row_of_gpu(const GpuPreset& gpu);
std::string row_of_link(const LinkPreset& link);

}  // namespace zp
