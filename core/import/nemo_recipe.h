// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/import/program_keys_json.h"

/// NeMo 2's recipes, which are Python programs, and Megatron-Bridge's YAML files, both under the names that
/// NeMo 1 has for the same. Internal to this folder.
namespace zp::import_io {

/// Returns the configuration of a program that takes one recipe of NeMo 2
/// ("llm.llama3_8b.pretrain_recipe(…)") or builds a strategy and data of its own, as far as its values are
/// literals: what the recipe itself says, and what the program changes. Nothing is run. Nothing for another
/// program, and for recipes that are not known here.
std::optional<TextNode> nemo_recipe(const std::string& text);

/// Gives the keys of a Megatron-Bridge YAML (train.micro_batch_size) the names that NeMo has for them.
void name_bridge_keys(FileKeys& keys);

}  // namespace zp::import_io
