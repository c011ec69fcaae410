// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_node.h"

namespace zp {

/// A statement of a Python program whose value matters: a call, as an object of its arguments with its name
/// under "type" and those without a name under "0", "1" …; or a dict that is assigned to a name.
struct PythonValue {
  TextNode node;
  /// Condition under which the statement runs, as the program has it ("args.use_4bit"), if only running it
  /// would tell or an option's default says that it does not; "" if it runs.
  std::string condition;
  bool is_off = false;  ///< an option's default says that the statement does not run
};

/// Values of options, by their names with underscores ("batch_size"), as the command that starts a program
/// writes them; "true" for an option without a value. WORLD_SIZE is the number of processes that it starts,
/// if that is known.
using PythonOptions = std::map<std::string, std::string, std::less<>>;

/// The variable of the environment that holds the number of a job's processes (torch/distributed/run.py). It
/// stands among the options of a command that starts them.
inline constexpr std::string_view world_size_variable = "WORLD_SIZE";

/// A key whose value is the default of an option of the program.
struct OptionDefault {
  std::string key;     ///< "per_device_train_batch_size", or "zero_optimization.stage" below an object
  std::string option;  ///< "batch_size"
};

struct PythonProgram {
  std::vector<PythonValue> values;  ///< in the order of the program
  /// Classes with a base and fields, each as a call of its base with the defaults of the fields.
  std::vector<TextNode> classes;
  /// Options, fields and parameters under the place where their default begins: "batch_size".
  std::map<std::size_t, std::string> defaults;
  /// Options that the command gives, under the place of each number that is computed from them.
  std::map<std::size_t, std::set<std::string>> computed;
};

/// Returns the name of the callee of a call, "torch.load"; "" for another value.
std::string callee_of(const TextNode& node);

/// Returns the calls and dicts of a program's statements, in whichever function they stand; nothing is run. A
/// name has the value that was assigned last in its function, or else outside of it. An option of argparse
/// and a field of a class have their default as an attribute ("args.batch_size"), and a parameter has
/// what the one call of its function gives it, or its own default, unless the program calls class or function
/// more often. Branches are followed where a
/// literal decides them. What only running the program would tell is the text "${…}" around its source. The
/// number of `a // b`, `max(1, a)` and the like is computed where all of its values are known, `given` ones
/// too. Passed on as they are, the options in `given` have no default: they are such texts too,
/// "${args.batch_size}", and decide branches. Throws FileError with line, column and fix as read_python()
/// does.
PythonProgram read_python_program(const std::string& text, const PythonOptions& given = {});

}  // namespace zp
