// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/import/program_file.h"
#include "core/text/python_program.h"

namespace zp::import_io {

/// Keys of a file that configures a training run, and the program that they belong to.
struct ProgramYaml {
  const ProgramEntry* program = nullptr;
  FileKeys keys;  ///< under the names that the program uses
  TextNode root;
  std::string method = {};  ///< for a Python program: word that names the method, "dpo"; "" if none
  std::vector<OptionDefault> defaults = {};  ///< Python programs: keys with an option's default
  std::string adapters_if = {};              ///< for a Python program: undecided condition for its adapters
  std::vector<OptionDefault> computed = {};  ///< Python programs: keys computed from options set
  std::vector<TextNode> unused = {};         ///< for a Python program: keywords of objects that no call takes
  std::vector<TextNode> replaced = {};       ///< for a Python program: values that a later call replaced
  std::vector<TextNode> spread = {};         ///< for a Python program: `**x` with unknown members
};

/// Returns the keys of a YAML, TOML, JSON or Python text that has a key of only one program, or of a Python
/// program that calls a trainer; nullopt for another text. Internal to this folder.
std::optional<ProgramYaml> program_yaml(const std::string& text);

/// Returns the program whose keys these are, and moves keys of unknown programs out of the sections that
/// group them; nullptr if no program is recognised.
const ProgramEntry* program_of_keys(FileKeys& keys);

/// Returns the keys of a YAML that Hydra composes with the files beside it; nullopt for a text without keys.
/// `program` is nullptr if it is unknown.
std::optional<ProgramYaml> composed_yaml(const std::string& text, const std::vector<ParentFile>& parts,
                                         std::vector<Finding>& notes);

/// Returns the keys that a function of torchtitan's config_registry.py sets; nullopt if there is no such
/// function. `family`: see torchtitan_configuration().
std::optional<ProgramYaml> torchtitan_yaml(const std::string& text, const std::string& function,
                                           const std::string& family = "");

/// Returns the keys of a Python program; `program` is nullptr if it has its own training loop. nullopt for
/// another text. `command`: see python_script().
std::optional<ProgramYaml> python_yaml(const std::string& text, const PythonOptions* command);

/// Returns the keys of such a text, read as a file of `program` even without keys that only it has; nullopt
/// for a text without keys.
std::optional<ProgramYaml> yaml_of(const ProgramEntry& program, const std::string& text);

}  // namespace zp::import_io
