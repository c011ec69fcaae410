// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <set>

#include "core/import/program_file.h"

/// Lists of GPUs in files of ROLL. Internal to this folder.
namespace zp::import_io {

/// Returns the GPUs of a worker, from a list or a Python expression such as "list(range(0,8)) + [12, 13]".
/// Empty for any other value.
std::set<std::int64_t> roll_devices(const FileKey* key);

}  // namespace zp::import_io
