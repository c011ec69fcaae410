// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/engine_rules.h"
#include "core/plan_file/trainer_keys.h"
#include "core/rules/rule.h"

/// Rules for files that Hugging Face's Trainer reads (transformers, integrations/deepspeed.py,
/// HfTrainerDeepSpeedConfig): clipping, and the keys under which "auto" works.
namespace zp::config_check {
namespace {

/// Reports gradient clipping other than the default: a number that differs from TrainingArguments raises a
/// ValueError when training starts.
void clipping(ConfigWalk& walk) {
  const TextNode* clip = walk.find("gradient_clipping");
  constexpr double standard = 1.0;  // TrainingArguments.max_grad_norm
  const auto norm = clip ? python_number(*clip) : std::nullopt;
  if (!norm || norm->value() == standard) return;
  walk.report(Severity::style, clip, "gradient_clipping",
              {"trainer_clipping",
               "Trainer compares this with its max_grad_norm, 1.0 unless given, and stops where they differ. "
               "Clipping works at every stage, stage 3 included.",
               "Write \"auto\", or start Trainer with --max_grad_norm " + spelling(walk, *clip) + '.'});
}

/// Reports two different learning rates: both are compared with the single --learning_rate.
void learning_rates(ConfigWalk& walk) {
  const TextNode* lr = walk.find("optimizer.params.lr");
  const TextNode* peak = walk.find("scheduler.params.warmup_max_lr");
  const auto one = lr ? python_number(*lr) : std::nullopt, other = peak ? python_number(*peak) : std::nullopt;
  if (!one || !other || *one == *other) return;
  walk.report(Severity::fails_later, peak, "scheduler.params.warmup_max_lr",
              {"trainer_one_learning_rate",
               "Trainer compares warmup_max_lr, " + spelling(walk, *peak) + ", and optimizer.params.lr, " +
                   spelling(walk, *lr) + ", with its one learning_rate, and stops where they differ.",
               "Write the same number, or \"auto\", in both: the schedule's is the rate that trains."});
}

/// Reports that Trainer's default of 0 warm-up steps makes DeepSpeed fail.
void warm_up(ConfigWalk& walk) {
  const DeepSpeedVersion asks_for_a_step = find_rule("warm_up_not_whole")->since;
  const TextNode* steps = walk.find("scheduler.params.warmup_num_steps");
  if (!steps || !steps->is_auto() || walk.version() < asks_for_a_step) return;
  walk.report(Severity::style, steps, "scheduler.params.warmup_num_steps",
              {"trainer_warm_up",
               "Trainer fills in its warm-up steps, by default 0, at which DeepSpeed stops since " +
                   name_of(asks_for_a_step) + '.',
               "Start Trainer with --warmup_steps of 1 or more."});
}

/// Reports every other "auto": Trainer passes it on as a text, and accelerate fills in only one of them.
void other_auto(ConfigWalk& walk, const TextNode& section, const std::string& section_path) {
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
      walk.report(Severity::style, &child, path,
                  {"auto_is_default",
                   "Trainer does not fill in this key; DeepSpeed drops the \"auto\" and takes its default, " +
                       default_of(*key, walk.version()) + '.',
                   "Write a value, or remove the key."});
    else
      walk.report(Severity::fails_later, &child, path,
                  {"auto_not_filled_in",
                   "Trainer does not fill in this key, and DeepSpeed takes \"auto\" for a text.",
                   "Write a value, or remove the key."});
  }
}

}  // namespace

void trainer_rules(ConfigWalk& walk) {
  if (!walk.for_trainer()) return;
  clipping(walk);
  learning_rates(walk);
  warm_up(walk);
  other_auto(walk, walk.root(), "");
}

}  // namespace zp::config_check
