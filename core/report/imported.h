// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/import/import.h"

namespace zp {

/// Returns a document of format "zero-import/1": the plan, what was read from which line, what is the
/// program's default, and what was not read.
std::string imported_json(const Imported& imported);

}  // namespace zp
