// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/text/ordered_json.h"

/// The section `presets` of a plan file: the entries of all presets that the plan names and that do not ship
/// with the program, so that the file means the same on another machine. They take precedence over the
/// catalog. Internal to this folder.
namespace zp::plan_io {

/// Throws FileError unless the section consists of lists of objects with a name.
void check_carried_presets(const text_io::Json& root);
/// Returns the preset with that id, or nullopt. Throws FileError if its entry is invalid.
std::optional<AnyPreset> brought_preset(const text_io::Json& root, PresetKind kind, std::string_view id);

/// Collects the presets that a plan names while it is written.
class CarriedPresets {
 public:
  /// Returns the id to write for the preset. A preset that does not ship with the program is included in the
  /// file.
  std::string name(const AnyPreset& preset);
  /// Writes the entries of all included presets into `root`.
  void write(text_io::Json& root) const;

 private:
  struct CarriedPreset {
    AnyPreset preset;
    std::string id, row;  ///< as written in the file
  };
  std::vector<CarriedPreset> brought_;
};

}  // namespace zp::plan_io
