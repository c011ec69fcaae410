// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/text/text_node.h"

/// The configurations of torchtitan since 0.2.3, functions of a config_registry.py that return a
/// Trainer.Config. Internal to this folder.
namespace zp::import_io {

/// Returns the names of the functions of a text that return torchtitan's Trainer.Config, in their order;
/// those of models for debugging only if there are no others. Nothing is run.
std::vector<std::string> torchtitan_configurations(const std::string& text);

/// Returns the configuration of one of these functions under the keys that torchtitan's TOML had
/// ("training.local_batch_size"), with `config` for the model; nothing if the text has no such function, or
/// if that takes its configuration from elsewhere. A function that changes what another returns has the
/// values of both. Values that only running it would tell are the text "${…}". The places are not those of
/// the file.
/// `family` is the folder of the file, "llama3"; "" if it is not known.
std::optional<TextNode> torchtitan_configuration(const std::string& text, const std::string& function,
                                                 const std::string& family = "");

}  // namespace zp::import_io
