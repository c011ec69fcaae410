// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/text/ordered_json.h"

namespace zp::text_io {

/// A JSON value as YAML in block style, its keys in their order, "\n" at the end. Every reader gets the same
/// value back: texts as yaml_string() has them or, where they are lines, below "|"; numbers with the point
/// and the sign without which PyYAML takes them for texts (1.0e-05).
std::string yaml_text(const Json& value);

}  // namespace zp::text_io
