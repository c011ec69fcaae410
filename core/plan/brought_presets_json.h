// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/text/ordered_json.h"

/// `presets` of a plan file: the entries of what it names and is not shipped, so that it says the same on a
/// machine without them. They count before the catalog. Internal to this folder.
namespace zp::plan_io {

/// Throws unless it is lists of objects with a name each.
void check_brought_presets(const text_io::Json& root);
/// The entry with that id, or nothing. Throws where it cannot be used.
std::optional<int> brought_preset(const text_io::Json& root, PresetKind kind, std::string_view id);

/// What a plan being written names.
class BroughtPresets {
 public:
  /// What stands in the plan for it, its id; a preset that is not shipped is brought along by that.
  std::string name(PresetPlace place);
  /// Writes them below `root`.
  void write(text_io::Json& root) const;

 private:
  struct Brought {
    PresetPlace place;
    std::string id, row;
  };
  std::vector<Brought> brought_;
};

}  // namespace zp::plan_io
