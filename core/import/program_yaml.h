// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/import/program_file.h"
#include "core/text/python_program.h"

namespace zp::import_io {

/// A file of keys that configures a run of a training program.
struct ProgramYaml {
  const ProgramEntry* program = nullptr;
  FileKeys keys;  ///< under the program's own names
  TextNode root;
  std::string method = {};  ///< word that names the method, of a Python program: "dpo"; "" if none does
  std::vector<OptionDefault> defaults = {};  ///< of a Python program: keys that have an option's default
  std::string adapters_if = {};  ///< condition under which a Python program makes adapters, if undecided
  std::vector<OptionDefault> computed = {};  ///< of a Python program: keys computed from given options
  std::vector<TextNode> replaced = {};       ///< values of a Python program that a later call replaces
};

/// Returns the keys of a YAML, TOML, JSON or Python text with a key that only one program has, or those of a
/// Python program that calls a trainer; nothing for another text. Internal to this folder.
std::optional<ProgramYaml> program_yaml(const std::string& text);

/// Returns the keys of a function of torchtitan's config_registry.py; nothing if it is none. `family`: see
/// torchtitan_configuration().
std::optional<ProgramYaml> torchtitan_yaml(const std::string& text, const std::string& function,
                                           const std::string& family = "");

/// Returns the keys of a Python program, whose `program` is nullptr if it has a loop of its own; nothing for
/// another text. `command`: see python_script().
std::optional<ProgramYaml> python_yaml(const std::string& text, const PythonOptions* command);

/// Returns the keys of such a text that belong to `program` whether or not a mark says so; nothing for a text
/// without keys.
std::optional<ProgramYaml> yaml_of(const ProgramEntry& program, const std::string& text);

}  // namespace zp::import_io
