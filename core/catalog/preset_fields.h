// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/catalog/catalog.h"
#include "core/units/range.h"

/// The table of all keys of a preset's entry, in resources/catalog/*.json, in the user's own file and in a
/// plan. Reading, writing and the editor use it. Keys of a model's shape are in architecture_fields.h.
namespace zp {

/// Entries in which a key is required: none, the shipped ones, or all.
enum class Stated : std::uint8_t { if_wanted, where_shipped, always };

/// One key of an entry. Exactly one of `text`, `number`, `count` and `set_word` is set.
template <class Preset>
struct PresetField {
  std::string_view key;
  Stated stated = Stated::if_wanted;
  std::string Preset::*text = nullptr;
  double Preset::*number = nullptr;
  int Preset::*count = nullptr;
  std::string_view (*word)(const Preset&) = nullptr;
  void (*set_word)(Preset&, std::string_view) = nullptr;
  std::span<const std::string_view> words = {};
  Range range = {};            ///< range of a number or a count
  std::string_view unit = {};  ///< unit of a number
  std::string_view meaning = {};
};

/// Returns the keys of a model's entry, without those of its shape.
std::span<const PresetField<ModelPreset>> model_fields();
std::span<const PresetField<GpuPreset>> gpu_fields();
std::span<const PresetField<LinkPreset>> link_fields();

}  // namespace zp
