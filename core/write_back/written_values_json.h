// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/text/ordered_json.h"
#include "core/write_back/file_edits_json.h"

namespace zp::write_back_io {

/// Returns a value in the syntax of a file and in the form of the value that it replaces, `old`: its quotes,
/// its words for true, its kind of list. An empty `old` gives the usual form. In a YAML list with one element
/// per line, `margin` precedes every line except the first. Internal to this folder.
std::string written_value(Syntax syntax, std::string_view old, const text_io::Json& value,
                          const std::string& margin = "");

}  // namespace zp::write_back_io
