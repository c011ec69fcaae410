// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/config_text.h"
#include "core/text/python_program.h"

/// YAML files of other programs that contain a ds_config or name one.
namespace zp {

inline constexpr std::string_view accelerate_program = "accelerate";  ///< EmbeddedConfig::program
inline constexpr std::string_view python_programs = "a Python program";
inline constexpr std::string_view trainer_programs = "Axolotl, LLaMA-Factory or Trainer";

struct EmbeddedConfig {
  std::string_view program;  ///< "accelerate", "Lightning"
  std::string path;          ///< key path in the YAML: "strategy.init_args.config"
  std::string file;          ///< name of the ds_config file; "" if the YAML contains the ds_config
  /// The ds_config, with lines and columns of the YAML. For accelerate's own keys: the tree that
  /// accelerate_tree() returns.
  ConfigSource config;
  TextNode root;                             ///< the whole YAML
  std::vector<OptionDefault> defaults = {};  ///< Python programs: keys with an option's default
};

/// Returns the ds_config that a YAML contains or names; nullopt for JSON, for text that is not YAML, and for
/// YAML without one.
std::optional<EmbeddedConfig> embedded_config(const std::string& text);

/// Returns the ds_config that a Python program contains or names; nullopt if there is none.
std::optional<EmbeddedConfig> config_in_script(const std::string& text);

/// Returns the ds_config of a file: its whole text, or the part of a YAML. Throws FileError if a YAML only
/// names a file.
ConfigSource config_in(std::string text);

}  // namespace zp
