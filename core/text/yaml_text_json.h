// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/text/ordered_json.h"

namespace zp::text_io {

/// Returns a JSON value as YAML in block style, with its keys in order and "\n" at the end. Every reader gets
/// the same value back: texts are written by yaml_string(), or below "|" if they have several lines; numbers
/// have a point and a sign, because PyYAML would take them for texts otherwise (1.0e-05).
std::string yaml_text(const Json& value);

}  // namespace zp::text_io
