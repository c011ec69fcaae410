// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/text/config_text.h"

/// The YAML files in which other programs keep a ds_config, or name one.
namespace zp {

inline constexpr std::string_view accelerate_program = "accelerate";  ///< EmbeddedConfig::program
inline constexpr std::string_view trainer_programs = "Axolotl, LLaMA-Factory or Trainer";

struct EmbeddedConfig {
  std::string_view program;  ///< "accelerate", "Lightning"
  std::string path;          ///< where in the YAML: "strategy.init_args.config"
  std::string file;          ///< the ds_config that is named there instead; "" where it is in the YAML
  /// The part that is the ds_config, its places those of the YAML. accelerate's own keys are what it makes of
  /// them.
  ConfigSource config;
  TextNode root;  ///< the whole YAML
};

/// Nothing for a text that is JSON, for no YAML, and for one of another kind.
std::optional<EmbeddedConfig> embedded_config(const std::string& text);

/// The ds_config of a file's text: the text itself, or the part of a YAML. Throws FileError where a YAML only
/// names it.
ConfigSource config_in(std::string text);

}  // namespace zp
