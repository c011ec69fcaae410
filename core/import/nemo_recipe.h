// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/import/program_keys_json.h"

/// NeMo 2's recipes, which are Python programs, and Megatron-Bridge's YAML files, both converted to the key
/// names of NeMo 1. Internal to this folder.
namespace zp::import_io {

/// Returns the configuration of a program that uses one recipe of NeMo 2 ("llm.llama3_8b.pretrain_recipe(…)")
/// or makes its own strategy and data, as far as its values are literals: the recipe's own values, and the
/// program's changes. No code is run. Settings that are no literals, or whose effect is not read, are keys of
/// their own ("recipe.trainer.devices", with the source), so that they are listed as not read. Returns
/// nullopt for any other program and for unknown recipes.
std::optional<TextNode> nemo_recipe(const std::string& text);

/// Renames the keys of a Megatron-Bridge YAML (train.micro_batch_size) to NeMo's names for the same settings.
void name_bridge_keys(FileKeys& keys);

}  // namespace zp::import_io
