// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/built_on.h"

namespace zp {

bool is_built_on(const ProgramEntry& program, std::string_view id) {
  return program.id == id || (program.base != Program::none && is_built_on(entry_of(program.base), id));
}

}  // namespace zp
