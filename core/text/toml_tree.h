// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/text/text_node.h"

namespace zp {

/// Returns true if the text has a section in brackets ([training], [[data]]) preceded only by comments and by
/// keys with blanks around "=", which are invalid in a shell script.
bool looks_like_toml(std::string_view text);

/// Parses TOML 1.0 into a tree with the position of every key and value; sections are objects in the order of
/// the file, dates are strings. Throws FileError with line, column and the fix if the text is not TOML, is
/// too large, is nested too deeply, or has too many values.
TextNode read_toml(const std::string& text);

}  // namespace zp
