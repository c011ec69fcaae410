// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/text/text_node.h"

namespace zp {

/// Returns true if the text has a section in brackets ([training], [[data]]), before which are only comments
/// and keys with blanks around "=", which a shell does not take.
bool looks_like_toml(std::string_view text);

/// Returns a TOML 1.0 text as a tree that remembers the place of every key and value; sections are objects in
/// the order of the file, dates are texts. Throws FileError with line, column and the fix if the text is not
/// TOML, is too large, is nested too deeply, or has too many values.
TextNode read_toml(const std::string& text);

}  // namespace zp
