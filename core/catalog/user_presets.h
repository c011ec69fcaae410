// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/text/file_error.h"

/// The user's own models, GPUs and links in one file, {"format": "zero-catalog/1", "models": […], "gpus":
/// […], "links": […]}, whose entries are those of resources/catalog/*.json. Entries that cannot be used are
/// reported with file and line, and the rest are used.
namespace zp {

inline constexpr std::string_view user_presets_format = "zero-catalog/1";

/// Returns the path of presets.json in the user's folder (user_config_path); "" if there is no such folder.
std::string user_presets_path();

struct UserPresets {
  std::vector<AnyPreset> presets;     ///< the usable ones, in the order of the file
  std::vector<std::string> problems;  ///< "FILE, line 12: …": a sentence with the fix
};

/// Reads the presets of `path`; empty if the file does not exist. Never throws for its contents.
UserPresets read_user_presets(const std::string& path);
/// Reads presets from a text, which the problems call `name`.
UserPresets user_presets_in(std::string_view text, const std::string& name);

/// Puts an entry into the file, in place of the one with the id `replaced`, or behind the others. This and
/// the next function read the file anew while other windows wait, and write it whole; unknown contents stay.
/// They throw FileError if the file or the entry is broken, or the entry's id belongs to another.
AnyPreset put_user_preset(const std::string& path, PresetKind kind, const std::string& row,
                          std::string_view replaced = {});
void remove_user_preset(const std::string& path, PresetKind kind, std::string_view id);

/// Puts every entry of `other`, a file of the same kind, into the file. Returns the entries that were put in,
/// and a sentence for each one left out.
UserPresets import_user_presets(const std::string& path, const std::string& other);
/// Returns the text of a file with these entries, to hand on.
std::string presets_file(const std::vector<AnyPreset>& presets);

}  // namespace zp
