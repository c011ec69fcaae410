// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/import/program_keys_json.h"

/// Training methods of programs that have one script or command per method. Internal to import/.
namespace zp::import_io {

/// Sets the method of programs with one script or command per method, whose files do not state it. `name` is
/// the name of the command or file.
void read_method(const FileKeys& keys, ProgramKeys& plan, const std::string& name);

/// Returns the last two parts of a path, because the folder often names the method.
std::string end_of_path(const std::string& path);

}  // namespace zp::import_io
