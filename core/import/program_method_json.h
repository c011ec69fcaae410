// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/import/program_keys_json.h"

/// The training method of programs that have a script or command for each. Internal to import/.
namespace zp::import_io {

/// Sets the method for programs with a script or command for each, whose files do not name it. `name` is the
/// command's or the file's.
void read_method(const FileKeys& keys, ProgramKeys& plan, const std::string& name);

/// Returns the last two parts of a path: the folder often names the method.
std::string end_of_path(const std::string& path);

}  // namespace zp::import_io
