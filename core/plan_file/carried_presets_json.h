// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/text/ordered_json.h"

/// The section `presets` of a plan file: the entries of all presets that the plan names and that are not
/// shipped, so that the file means the same on a machine without them. They take precedence over the catalog.
/// Internal to this folder.
namespace zp::plan_io {

/// Throws FileError unless the section consists of lists of objects with a name each.
void check_carried_presets(const text_io::Json& root);
/// Returns the preset with that id, or nothing if there is none. Throws FileError if its entry cannot be
/// used.
std::optional<AnyPreset> brought_preset(const text_io::Json& root, PresetKind kind, std::string_view id);

/// The presets that a plan names while it is written.
class CarriedPresets {
 public:
  /// Returns the id that stands for the preset in the plan. A preset that is not shipped is brought along
  /// from this call on.
  std::string name(const AnyPreset& preset);
  /// Writes the entries of all presets brought along below `root`.
  void write(text_io::Json& root) const;

 private:
  struct CarriedPreset {
    AnyPreset preset;
    std::string id, row;  ///< as the file has them
  };
  std::vector<CarriedPreset> brought_;
};

}  // namespace zp::plan_io
