// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/own_presets.h"
#include "core/text/file_error.h"

/// The user's own models, GPUs and links in one file, {"format": "zero-catalog/1", "models": […], "gpus":
/// […], "links": […]}, with entries in the format of resources/catalog/*.json. Invalid entries are reported
/// with file and line, and the others are used.
namespace zp {

inline constexpr std::string_view user_presets_format = "zero-catalog/1";

/// Returns the path of presets.json in the user's folder (user_config_path); "" if there is no such folder.
std::string user_presets_path();

struct UserPresets {
  std::vector<AnyPreset> presets;     ///< the valid presets, in the order of the file
  std::vector<std::string> problems;  ///< "FILE, line 12: …": one sentence, including the fix
};

/// Reads the presets of `path`; empty if the file does not exist. Invalid contents never throw.
UserPresets read_user_presets(const std::string& path);
/// Parses presets from a text; the problems use `name` as the file's name.
UserPresets user_presets_in(std::string_view text, const std::string& name);

/// Writes an entry to the file, in place of the entry with the id `replaced`, or after the others. This and
/// the next function lock the file, read it again and write it as a whole; unknown contents are preserved.
/// They throw FileError if the file or the entry is invalid, or if another entry has the same id.
AnyPreset put_user_preset(const std::string& path, PresetKind kind, const std::string& row,
                          std::string_view replaced = {});
void remove_user_preset(const std::string& path, PresetKind kind, std::string_view id);

/// Adds every entry of `other`, a file in the same format, to the file. Returns the added entries, and a
/// sentence for each omitted one.
UserPresets import_user_presets(const std::string& path, const std::string& other);
/// Returns the text of a file with these entries, for sharing.
std::string presets_file(const std::vector<AnyPreset>& presets);

}  // namespace zp
