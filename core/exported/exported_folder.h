// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/import/import.h"
#include "core/settings/changed_keys.h"

namespace zp {

/// A file in an exported folder that differs from the plan's export.
struct ChangedFile {
  std::string name;      ///< "ds_config.json"
  std::string exported;  ///< text that this version of the program exports
  std::string now;       ///< the text in the folder; "" if the file was removed
};

/// A folder that was exported earlier, in its present state.
struct ExportedFolder {
  ImportFile file;                 ///< the file that configures or starts the run, with those that it names
  Imported imported;               ///< the folder's plan with the changes, which its notes list
  std::vector<ChangedFile> files;  ///< what was changed by hand, by file
  std::vector<DifferingKey> keys;  ///< the plan keys that these changes affect
};

/// Returns the folder at `path` if it contains a plan and an exported file; nullopt otherwise. Throws
/// FileError, with the file's name, if its plan or a changed file cannot be read.
std::optional<ExportedFolder> exported_folder(const std::string& path, const Catalog& presets = catalog());

}  // namespace zp
