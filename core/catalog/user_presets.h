// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/text/file_error.h"

/// The user's own models, GPUs and links: one file, {"format": "zero-catalog/1", "models": […], "gpus": […],
/// "links": […]}, whose entries are those of resources/catalog/*.json. What cannot be used of it is told with
/// file and line, and the rest is used.
namespace zp {

inline constexpr std::string_view user_presets_format = "zero-catalog/1";

/// presets.json in the user's folder (user_config_path); "" where there is none.
std::string user_presets_path();

struct UserPresets {
  std::vector<PresetPlace> presets;   ///< that can be used, as they stand in the file
  std::vector<std::string> problems;  ///< "FILE, line 12: …": a sentence with the fix
};

/// What `path` holds; nothing where there is no such file. Never throws for what it says.
UserPresets read_user_presets(const std::string& path);
/// The same of a text, which problems call `name`.
UserPresets user_presets_in(std::string_view text, const std::string& name);

/// Puts an entry into the file, in place of the one with the id `replaced`, or behind the others. Both read
/// the file anew, with other windows waiting, and write it whole; what they do not know stays. Throw
/// FileError where that cannot be: the file is broken, the entry too, or its id is another's.
PresetPlace put_user_preset(const std::string& path, PresetKind kind, const std::string& row,
                            std::string_view replaced = {});
void remove_user_preset(const std::string& path, PresetKind kind, std::string_view id);

/// Puts every entry of `other`, a file of the same kind, into the file; what is left out is told.
UserPresets import_user_presets(const std::string& path, const std::string& other);
/// A file of these entries, to hand on.
std::string presets_file(const std::vector<PresetPlace>& places);

}  // namespace zp
