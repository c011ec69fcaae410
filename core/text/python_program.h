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

/// A statement of a Python program with a relevant value: a call, as an object of its arguments with its name
/// under "type" and positional arguments under "0", "1" …; or a dict assigned to a name.
struct PythonValue {
  TextNode node;
  /// Condition of the statement, in its written form ("args.use_4bit"), if it depends on running the program
  /// or if an option's default makes it false; "" if the statement runs.
  std::string condition;
  bool is_off = false;  ///< an option's default prevents the statement from running
};

/// Values of options in the command that starts a program, by the options' names with underscores
/// ("batch_size"); "true" for an option without a value. WORLD_SIZE is the number of processes that the
/// command starts, if known.
using PythonOptions = std::map<std::string, std::string, std::less<>>;

/// The environment variable with the number of a job's processes (torch/distributed/run.py). It is listed
/// with the options of the command.
inline constexpr std::string_view world_size_variable = "WORLD_SIZE";

/// A key whose value is the default of one of the program's options.
struct OptionDefault {
  std::string key;     ///< "per_device_train_batch_size", or "zero_optimization.stage" in an object
  std::string option;  ///< "batch_size"
};

/// Begins a line behind a program's text with the contents of a file that it loads: this mark, the file's
/// name in quotes, and its values as one Python expression.
inline constexpr std::string_view loaded_file_mark = "\n#\x01loaded ";

/// Returns such a line for a YAML or JSON file; "" for a text without keys.
std::string loaded_file_line(const std::string& name, const std::string& text);

/// Begins a line behind a program's text with defaults of options that modules which it imports define.
inline constexpr std::string_view imported_options_mark = "\n#\x01options ";

/// Returns such a line for the modules with these texts; "" if they define no option with a known default.
std::string imported_options_line(const std::vector<std::string>& modules);

/// Returns the names of files with settings, "configs/dpo.yaml", that a program with a call that loads such
/// files has in quotes; at most eight.
std::vector<std::string> files_loaded_by(const std::string& program);

struct PythonProgram {
  std::vector<PythonValue> values;  ///< in the order of the program
  /// Classes with a base class and fields, each as a call of its base class with the fields' defaults.
  std::vector<TextNode> classes;
  /// Options, fields and parameters, by the offset of their default: "batch_size".
  std::map<std::size_t, std::string> defaults;
  /// Options set in the command, by the offset of each number computed from them.
  std::map<std::size_t, std::set<std::string>> computed;
  std::map<std::string, TextNode, std::less<>> options;  ///< of argparse, with their defaults
};

/// Returns the name of the called function, "torch.load"; "" if the node is not a call.
std::string callee_of(const TextNode& node);

/// Returns the calls and dicts in a program's statements, in all functions; no code is run. A name has the
/// value last assigned to it in its function, or else outside. An option of argparse and a field of a class
/// have their default as an attribute ("args.batch_size"). A parameter has the value from the only call of
/// its function, or its own default, unless the program calls the function or class more often. Branches are
/// followed if a literal decides them. A value that is known only when the program runs becomes the text
/// "${…}" with its source. `a // b`, `max(1, a)` and similar expressions are evaluated if all their values
/// are known, including those in `given`. `yaml.safe_load(f)`, `json.load(f)` and functions of the program
/// that call them return the file whose line (loaded_file_mark) stands behind the text, and an option that
/// the program does not define has the default in the line imported_options_mark. Otherwise the options in
/// `given` have no default: they become such texts too, "${args.batch_size}", and decide branches. Throws
/// FileError with line, column and fix as read_python() does.
PythonProgram read_python_program(const std::string& text, const PythonOptions& given = {});

}  // namespace zp
