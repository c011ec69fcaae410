// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/text/ordered_json.h"

namespace zp::text_io {

/// Returns a JSON object as TOML 1.0, with its keys in order and "\n" at the end. Objects become sections
/// after the values of the same object; null values and empty objects are omitted, since TOML has no null.
/// Precondition: lists contain no objects.
std::string toml_text(const Json& object);

}  // namespace zp::text_io
