// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/text/ordered_json.h"

namespace zp::text_io {

/// Returns a JSON object as TOML 1.0, with its keys in their order and "\n" at the end: objects are sections
/// below the values that stand beside them, and null values and empty objects are left out, as TOML has no
/// null. Lists hold no objects.
std::string toml_text(const Json& object);

}  // namespace zp::text_io
