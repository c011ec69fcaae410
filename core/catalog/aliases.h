// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Names of repositories whose models have the shape of a preset: fine-tunes, distilled and renamed versions
/// (resources/catalog/aliases.json). Internal to this folder.
namespace zp {

struct ModelAlias {
  std::string name;   ///< preset_id of the name without its owner: "zephyr-7b-beta"
  std::string model;  ///< id of the preset
};

/// Returns the aliases of a file, sorted by name. Throws std::logic_error if it is malformed or repeats a
/// name.
std::vector<ModelAlias> read_aliases(std::string_view file);

/// Returns the id of the preset for a name in the form of preset_id; "" if there is none.
std::string_view model_of_alias(std::string_view name);

/// Returns the shipped aliases, sorted by name.
const std::vector<ModelAlias>& model_aliases();

}  // namespace zp
