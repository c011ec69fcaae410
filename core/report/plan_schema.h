// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace zp {

/// Returns the JSON Schema (draft 7) of a plan file for editors and other programs, generated from the table
/// of keys: types, ranges, words, defaults and meanings. Unknown keys are allowed, because a plan keeps them.
std::string plan_schema_json();

}  // namespace zp
