// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/exported/exported_folder.h"
#include "core/import/import.h"

namespace zp {

/// Returns a document of format "zero-import/1": the plan, what was read from which line, the program's
/// defaults, what was not read, and the notes.
std::string imported_json(const Imported& imported);
/// Returns the same document for an exported folder; it also lists the changes in the files of the folder.
std::string imported_json(const ExportedFolder& folder);
/// Returns the manual changes in an exported folder in the format of `diff -u`, file by file; "" if there are
/// none.
std::string hand_changes_text(const ExportedFolder& folder);

}  // namespace zp
