// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/exported/exported_folder.h"
#include "core/import/import.h"

namespace zp {

/// Returns a document of format "zero-import/1": the plan, what was read from which line, what is the
/// program's default, and what was not read.
std::string imported_json(const Imported& imported);
/// Returns the same for an exported folder, with the changes of its files.
std::string imported_json(const ExportedFolder& folder);
/// Returns what was changed by hand in an exported folder as `diff -u` shows it, file by file; "" if nothing
/// was.
std::string hand_changes_text(const ExportedFolder& folder);

}  // namespace zp
