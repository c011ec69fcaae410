// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/text_node.h"

namespace zp {

/// A statement of a Python program whose value matters: a call, as an object of its arguments with its name
/// under "type" and those without a name under "0", "1" …; or a dict that is assigned to a name.
struct PythonValue {
  TextNode node;
  /// Condition under which the statement runs, as the program has it ("use_4bit"), if only running it would
  /// tell; "" if it runs.
  std::string condition;
};

/// Returns the name of the callee of a call, "torch.load"; "" for another value.
std::string callee_of(const TextNode& node);

/// Returns the calls and dicts of a program's statements, in whichever function they stand, in their order;
/// nothing is run. A name has the value that was assigned last. An option of argparse, a field of a class and
/// a parameter of a function have their defaults, also as an attribute ("args.batch_size"). Branches are
/// followed where a literal decides them. What only running the program would tell is the text "${…}" around
/// its source. Throws FileError with line, column and fix as read_python() does.
std::vector<PythonValue> read_python_program(const std::string& text);

}  // namespace zp
