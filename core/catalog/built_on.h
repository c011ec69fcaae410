// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/catalog/programs.h"

namespace zp {

/// Returns true if the program has that id or is built on the program with that id.
bool is_built_on(const ProgramEntry& program, std::string_view id);

}  // namespace zp
