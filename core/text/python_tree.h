// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/text/text_node.h"

namespace zp {

/// Returns true if the first statement of a text, behind comments, a docstring and plain assignments, is an
/// import of Python or a cell's command of an exported notebook, or if its first line names Python as the
/// interpreter.
bool looks_like_python(std::string_view text);

/// Returns what a Python file assigns to names at the left margin, as a tree with the place of every key and
/// value; nothing is run. Literals, lists, dicts, dict(…) and sums and products of numbers have their values;
/// `x *= 2` changes a number at the place where it stands; a call Class(a=1) is an object of its keywords
/// with its name under "type"; a name that was assigned before is that value, with its place; any other name
/// is its own text ("torch.float16"). What only running the file would tell is the text "${…}" around its
/// source: other expressions, and names that a branch assigns or a statement changes. Throws FileError with
/// line, column and fix if brackets or quotes are open, the file is too large or too deep, or has too many
/// values.
TextNode read_python(const std::string& text);

}  // namespace zp
