// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/config_text.h"
#include "core/text/python_program.h"

/// The YAML files in which other programs keep a ds_config, or name one.
namespace zp {

inline constexpr std::string_view accelerate_program = "accelerate";  ///< EmbeddedConfig::program
inline constexpr std::string_view python_programs = "a Python program";
inline constexpr std::string_view trainer_programs = "Axolotl, LLaMA-Factory or Trainer";

struct EmbeddedConfig {
  std::string_view program;  ///< "accelerate", "Lightning"
  std::string path;          ///< place in the YAML: "strategy.init_args.config"
  std::string file;          ///< the ds_config that is named there instead; "" if the YAML holds it
  /// The part that is the ds_config, with places in the YAML. For accelerate's own keys it is the tree that
  /// accelerate makes of them.
  ConfigSource config;
  TextNode root;                             ///< the whole YAML
  std::vector<OptionDefault> defaults = {};  ///< of a Python program: keys that have an option's default
};

/// Returns the ds_config that a YAML holds or names; nothing for JSON, for a text that is not YAML, and for
/// YAML of another kind.
std::optional<EmbeddedConfig> embedded_config(const std::string& text);

/// Returns the ds_config that a Python program holds or names; nothing if it does neither.
std::optional<EmbeddedConfig> config_in_script(const std::string& text);

/// Returns the ds_config of a file's text: the text itself, or the part of a YAML. Throws FileError if a YAML
/// only names it.
ConfigSource config_in(std::string text);

}  // namespace zp
