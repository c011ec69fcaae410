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

/// Returns the names of the functions in a text that return torchtitan's Trainer.Config, in the order of the
/// text. Functions for debug models are returned only if there are no others. No code is run.
std::vector<std::string> torchtitan_configurations(const std::string& text);

/// Returns the configuration that one of these functions returns, under the keys of torchtitan's TOML
/// ("training.local_batch_size"), with `config` for the model. A function that modifies another's result has
/// the values of both. Values that only running it would show are "${…}". Positions do not refer to the file.
/// `family` is the file's folder, "llama3"; "" if unknown. Returns nullopt if the text has no such function,
/// or if it gets its configuration from another file.
std::optional<TextNode> torchtitan_configuration(const std::string& text, const std::string& function,
                                                 const std::string& family = "");

}  // namespace zp::import_io
