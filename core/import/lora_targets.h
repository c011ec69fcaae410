// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_node.h"

/// The modules that a file puts LoRA adapters on. Internal to this folder.
namespace zp::import_io {

struct LoraTargets {
  std::vector<std::string_view> names;  ///< of a plan, in its order: "q_proj"
  std::vector<std::string> unmatched;   ///< words of the file that no module of a plan has
};

/// Returns the targets in a list, in words between commas or blanks, or in one regular expression over whole
/// names of modules (PEFT tuners_utils.py, check_target_module_exists). A word counts by its last part
/// ("self_attn.q_proj"). Fused modules ("query_key_value") are all those that they hold; "all" and
/// "all-linear" are every target.
LoraTargets lora_targets(const TextNode& node);

/// Returns the texts of a list, or of a text with commas or blanks between them; brackets and quotes around
/// them are taken off.
std::vector<std::string> names_in(const TextNode& node);

}  // namespace zp::import_io
