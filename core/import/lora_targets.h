// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_node.h"

/// Modules to which a file adds LoRA adapters. Internal to this folder.
namespace zp::import_io {

struct LoraTargets {
  std::vector<std::string_view> names;  ///< names that a plan uses, in the plan's order: "q_proj"
  std::vector<std::string> unmatched;   ///< names in the file that match no module of a plan
};

/// Returns the targets in a list, in a text separated by commas or blanks, or in one regular expression over
/// full module names (PEFT tuners_utils.py, check_target_module_exists). Only the last part of a name counts
/// ("self_attn.q_proj"). A fused module ("query_key_value") stands for all projections in it; "all" and
/// "all-linear" for every target.
LoraTargets lora_targets(const TextNode& node);

/// Returns the items of a list, or of a text separated by commas or blanks, without surrounding brackets and
/// quotes.
std::vector<std::string> names_in(const TextNode& node);

}  // namespace zp::import_io
