// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/import/named_files.h"
#include "core/import/program_file.h"

/// Configurations that Hydra composes from several files.
namespace zp {

/// The composition of a configuration.
struct HydraConfig {
  /// The files by precedence, the strongest first; the one with `is_self` stands for the configuration
  /// itself.
  std::vector<ParentFile> parts;
  std::vector<std::string> choices;  ///< keys of the command that choose a file or delete one: "model"
  std::vector<std::string> missing;  ///< files that are not there: "conf/model/llama.yaml (model: llama)"
  std::vector<std::string> open;     ///< groups that only the command chooses: "model"
};

/// Returns true for YAML with a defaults list of Hydra, whose items name files without an extension or files
/// of groups.
bool has_hydra_defaults(const std::string& text);

/// Composes a configuration in `folder` ("conf/") as Hydra does, with the words of the command that starts
/// it, `group=option`, `+group=option` and `~group`; other words count later as values
/// (hydra/_internal/defaults_list.py, hydra/core/default_element.py; docs/advanced/defaults_list.md).
HydraConfig compose_hydra(const std::string& text, const std::string& folder,
                          const std::vector<std::string>& words, const TextOfName& text_of);

/// Returns the name of the configuration that a Python program gives to hydra.main, relative to the folder of
/// the program: "../configs/train.yaml"; "" if there is none. A name or folder in the command counts before
/// those in the program, "" if it states none.
std::string hydra_file_of(const std::string& program, const std::string& config_name,
                          const std::string& config_path);

}  // namespace zp
