// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace zp {

/// Returns the JSON Schema (draft 7) of a plan file, made from the table of its keys, for editors and other
/// programs: types, ranges, words, defaults and meanings. Keys it does not know are allowed, as a plan
/// keeps them.
std::string plan_schema_json();

}  // namespace zp
