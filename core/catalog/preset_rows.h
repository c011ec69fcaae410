// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/units/parse.h"

/// Entries of presets, key by key, for writers of an entry and for an editor.
namespace zp {

/// A key that an entry of a kind can have: "memory_gib", "architecture.layers".
struct PresetKey {
  std::string key;
  std::string_view unit, meaning;
  std::span<const std::string_view> words;  ///< the choices of a word or a switch
  bool is_needed = false;
};
std::vector<PresetKey> preset_keys(PresetKind kind);

/// Returns the entry's value for that key as text; "" if the entry does not state it.
std::string value_in_row(const std::string& row, const std::string& key);
/// Returns the entry with another value for that key; "" takes the key out. A text that is not the
/// number it should be is put in unchanged, for the reader to refuse; one that can be read in two ways
/// throws FileError.
std::string row_with(PresetKind kind, const std::string& row, const std::string& key, const std::string& text,
                     DecimalMark mark = DecimalMark::point);

/// Each returns the entry of the GPU or link, under its name.
std::string row_of_gpu(const GpuPreset& gpu);
std::string row_of_link(const LinkPreset& link);

}  // namespace zp
