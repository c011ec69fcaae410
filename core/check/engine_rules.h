// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/check/config_walk.h"
#include "core/check/model_fields.h"
#include "core/text/python.h"

/// Rules for settings that the parser accepts but the engine or the first step refuses, or that have no
/// effect. DeepSpeed line numbers refer to the schema's commit.
namespace zp::config_check {

/// Facts that several rules use, from the readable sections.
struct Facts {
  explicit Facts(const ConfigWalk& walk);

  const TextNode* zero = nullptr;  ///< zero_optimization, if it is an object
  int stage = 0;
  std::string optimizer_device = "none", param_device = "none";  ///< devices as stated in the file
  std::string optimizer_type;                                    ///< "" if the program creates the optimizer
  bool fp16 = false, bf16 = false;

  [[nodiscard]] bool optimizer_is(std::string_view name) const;  ///< ignores case
};

/// Returns true if `section` is an object whose field `name` is on.
bool is_on(const TextNode* section, std::string_view name);

/// Checks keys and values that a plan cannot state.
void file_rules(ConfigWalk& walk, const Facts& facts);
void other_rules(ConfigWalk& walk);
/// Checks the values that Hugging Face's Trainer compares, fills in or passes on unchanged.
void trainer_rules(ConfigWalk& walk);
/// Reports keys that DeepSpeed does not read or that have no effect with these settings, and plain keys with
/// the wrong type.
void keys_without_effect(ConfigWalk& walk, const Facts& facts);
/// Reports differences between the file and the plan that it is for.
void plan_differences(ConfigWalk& walk, const Facts& facts);

}  // namespace zp::config_check
