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

/// A file of an exported folder that is not what its plan exports.
struct ChangedFile {
  std::string name;      ///< "ds_config.json"
  std::string exported;  ///< the text that this version exports
  std::string now;       ///< the text in the folder; "" if the file was removed
};

/// A folder that was exported, as it is now.
struct ExportedFolder {
  ImportFile file;                 ///< the file that configures or starts the run, with those it names
  Imported imported;               ///< the folder's plan with the changes; its notes name them
  std::vector<ChangedFile> files;  ///< what was changed by hand, by file
  std::vector<DifferingKey> keys;  ///< the keys of the plan that this decides
};

/// Returns the folder at `path` if it has the plan and a file of an export; nothing for any other file or
/// folder. Throws FileError if its plan or a changed file cannot be read, with the name of the file.
std::optional<ExportedFolder> exported_folder(const std::string& path, const Catalog& presets = catalog());

}  // namespace zp
