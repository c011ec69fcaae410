// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/text_node.h"

/// The one table of the values that Hugging Face's Trainer fills in for "auto" in a ds_config. Source:
/// transformers, integrations/deepspeed.py (HfTrainerDeepSpeedConfig.trainer_config_process and
/// trainer_config_finalize); 4.x and 5.x have the same keys, except amp.enabled and amp.opt_level, which
/// only 4.x fills in and which no ZeRO stage supports.
namespace zp {

struct TrainerKey {
  std::string_view path;  ///< path in the ds_config: "optimizer.params.lr"
  /// The TrainingArguments field that provides the value, as a command-line option; betas have a second one.
  /// "" if the value is computed from others or from the model.
  std::string_view argument = {}, second_argument = {};
  bool is_checked = true;  ///< Trainer raises ValueError if a value differs from the arguments
  std::int64_t (*size)(std::int64_t hidden_size) = nullptr;  ///< elements, if the value depends on the model
  bool at_stage_3_only = false;

  [[nodiscard]] bool is_filled_at(int stage) const { return !at_stage_3_only || stage == 3; }
};

std::span<const TrainerKey> trainer_keys();
/// Returns the row of a dotted path, or nullptr.
const TrainerKey* find_trainer_key(std::string_view path);
/// Returns the elements that Trainer fills in for this model; nullopt for other keys, or if the hidden size
/// is unknown.
std::optional<std::int64_t> trainer_size(const TrainerKey& key, const Plan& plan);

/// Returns true if a file leaves one of these keys to Trainer. For other keys, "auto" is DeepSpeed's own
/// value.
bool is_left_to_trainer(const TextNode& root);

}  // namespace zp
