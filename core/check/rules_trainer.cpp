// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/engine_rules.h"
#include "core/plan/trainer_keys.h"

/// Files that Hugging Face's Trainer reads (transformers, integrations/deepspeed.py,
/// HfTrainerDeepSpeedConfig): clipping and "auto" work at every stage, but not under every key.
namespace zp::config_check {
namespace {

/// A number that differs from TrainingArguments ends in a ValueError when training starts.
void clipping(Walk& walk) {
  const TextNode* clip = walk.find("gradient_clipping");
  constexpr double standard = 1.0;  // TrainingArguments.max_grad_norm
  const auto norm = clip ? python_number(*clip) : std::nullopt;
  if (!norm || norm->value() == standard) return;
  walk.tell(Severity::style, clip, "gradient_clipping",
            {"trainer_clipping",
             "Trainer compares this with its max_grad_norm, 1.0 unless given, and stops where they differ. "
             "Clipping works at every stage, stage 3 included.",
             "Write \"auto\", or start Trainer with --max_grad_norm " + spelling(walk, *clip) + '.'});
}

/// Trainer hands every other "auto" on as a text, and accelerate fills in no more than one of them.
void other_auto(Walk& walk, const TextNode& section, const std::string& section_path) {
  for (const TextNode& child : section.children) {
    const std::string path = joined(section_path, child.key);
    if (child.is_object()) other_auto(walk, child, path);
    const SchemaKey* key = child.is_auto() ? schema_key(path) : nullptr;
    constexpr std::string_view of_accelerate = "zero_optimization.stage3_gather_16bit_weights_on_model_save";
    if (!key || key->takes_auto() || key->path == of_accelerate || find_trainer_key(key->path) ||
        key->type.find("string") != std::string::npos)
      continue;
    const bool dropped = is_model(walk, section_path);
    if (dropped)
      walk.tell(Severity::style, &child, path,
                {"auto_is_default",
                 "Trainer does not fill in this key; DeepSpeed drops the \"auto\" and takes its default, " +
                     default_of(*key, walk.version()) + '.',
                 "Write a value, or remove the key."});
    else
      walk.tell(Severity::fails_later, &child, path,
                {"auto_not_filled_in",
                 "Trainer does not fill in this key, and DeepSpeed takes \"auto\" for a text.",
                 "Write a value, or remove the key."});
  }
}

}  // namespace

void trainer_rules(Walk& walk) {
  if (!walk.for_trainer()) return;
  clipping(walk);
  other_auto(walk, walk.root(), "");
}

}  // namespace zp::config_check
