// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/text/text_node.h"

namespace zp {

/// Returns true if the first statement of a text, after comments, a docstring and plain assignments, is a
/// Python import or a cell command of an exported notebook, or if its first line names Python as the
/// interpreter.
bool looks_like_python(std::string_view text);

/// Returns the values that a Python file assigns to names in unindented statements, as a tree with the
/// position of every key and value; no code is run. Literals, lists, dicts, dict(…) and sums and products of
/// numbers have their values; `x *= 2` changes a number, whose position stays; a call Class(a=1) is an object
/// of its keyword arguments with its name under "type"; a name that was assigned before is that value, with
/// its position; any other name is its own text ("torch.float16"). Values that are known only when the file
/// runs become the text "${…}" with its source: other expressions, and names that a branch assigns or a
/// statement changes. Throws FileError with line, column and fix if brackets or quotes are not closed, the
/// file is too large or too deep, or has too many values.
TextNode read_python(const std::string& text);

}  // namespace zp
