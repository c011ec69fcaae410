// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "core/deepspeed/schema.h"
#include "core/export/sections.h"
#include "core/plan_file/trainer_keys.h"
#include "core/sharding/roles.h"
#include "core/text/quoting.h"

namespace zp {
namespace {

constexpr std::string_view lr_path = "optimizer.params.lr", peak_path = "scheduler.params.warmup_max_lr",
                           warm_up_path = "scheduler.params.warmup_num_steps";

std::optional<double> number_at(const ConfigNode& root, std::string_view path) {
  const ConfigNode* node = find_node(root, path);
  return node && !node->is_object() ? number_in(node->value) : std::nullopt;
}

bool is_passed(const ConfigDraft& draft, std::string_view name) {
  return std::ranges::find(draft.trainer_arguments, name) != draft.trainer_arguments.end();
}

void pass(ConfigDraft& draft, std::string_view name, std::string value) {
  if (name.empty() || is_passed(draft, name)) return;
  draft.trainer_arguments.emplace_back(name);
  draft.trainer_arguments.push_back(std::move(value));
}

/// Passes both betas, which are one list in the file and two arguments of Trainer.
void pass_both(ConfigDraft& draft, const TrainerKey& key, const std::string& value) {
  const auto comma = value.find(',');
  const auto end = value.find(']');
  if (!value.starts_with('[') || comma == std::string::npos || end == std::string::npos) return;
  const auto first = number_in(value.substr(1, comma - 1));
  const auto second = number_in(value.substr(comma + 1, end - comma - 1));
  if (!first || !second) return;
  pass(draft, key.argument, json_number(*first));
  pass(draft, key.second_argument, json_number(*second));
}

/// Passes a value if it is a number; Trainer's parser accepts nothing else there.
void pass_value(ConfigDraft& draft, const TrainerKey& key, const std::string& value) {
  if (!key.second_argument.empty())
    pass_both(draft, key, value);
  else if (number_in(value))
    pass(draft, key.argument, value);
}

class ForTrainer {
 public:
  ForTrainer(ConfigDraft& draft, const ImportedConfig* imported)
      : draft_(draft),
        numbers_(imported ? draft.planned : draft.out),
        keeps_(imported && imported->is_for_trainer) {}

  void write() {
    settle_learning_rate();
    for (const TrainerKey& key : trainer_keys()) {
      ConfigNode* node = find_node(draft_.out, key.path);
      if (!node || node->is_object() || !key.is_filled_at(draft_.plan.zero.stage)) continue;
      if (node->value != auto_value)
        pass_value(draft_, key, node->value);
      else if (const ConfigNode* planned = find_node(numbers_, key.path))
        pass_value(draft_, key, planned->value);
      if (!keeps_) make_auto(key, *node);
    }
    pass_switches();
    tell_warm_up();
    tell_arguments();
  }

 private:
  /// Passes the schedule's learning rate. Trainer has one argument for both, and the schedule overrides the
  /// optimizer's from the first step on (runtime/lr_schedules.py, WarmupLR).
  void settle_learning_rate() {
    const auto lr = number_at(draft_.out, lr_path), peak = number_at(draft_.out, peak_path);
    if (keeps_ || !peak) return;
    pass(draft_, find_trainer_key(peak_path)->argument, json_number(*peak));
    if (!lr || *lr == *peak) return;
    draft_.report(Severity::ignored, "one_learning_rate", "deepspeed_config.optimizer.params.lr",
                  "Trainer has one learning rate, and the schedule sets the optimizer's from its first step "
                  "on: --learning_rate is its warmup_max_lr, " +
                      json_number(*peak) + ", and lr " + json_number(*lr) + " is not used.",
                  "Make the two equal.");
  }

  /// Replaces a value by "auto" if the arguments lead to the same value.
  void make_auto(const TrainerKey& key, ConfigNode& node) {
    if (key.path.ends_with(".enabled")) {
      if (node.value == "true") node.value = auto_value;
    } else if (key.size != nullptr) {
      // Other sizes would change the memory of the plan, so "auto" is written only if Trainer's equal the
      // plan's, up to one element of rounding in 0.9·h².
      const auto size = trainer_size(key, draft_.plan);
      const auto planned = number_in(node.value);
      if (size && planned && std::abs(*planned - static_cast<double>(*size)) <= 1) node.value = auto_value;
    } else if (key.is_checked || number_in(node.value).value_or(0) == 0) {
      node.value = auto_value;
    }
  }

  void pass_switches() {
    const Training& training = draft_.plan.training;
    if (training.precision != Precision::fp32)
      pass(draft_, training.precision == Precision::bf16 ? "--bf16" : "--fp16", "True");
    if (training.activation_checkpointing == Checkpointing::full)
      pass(draft_, "--gradient_checkpointing", "True");
    if (evaluates(draft_.plan)) {
      pass(draft_, "--eval_strategy", "steps");
      pass(draft_, "--per_device_eval_batch_size", std::to_string(training.eval_batch_size));
      if (training.eval_kept_batches > 0)
        pass(draft_, "--eval_accumulation_steps", std::to_string(training.eval_kept_batches));
    }
    if (const OptimizerRow& row = row_of(training.optimizer); !row.trainer_word.empty())
      pass(draft_, "--optim", std::string(row.trainer_word));
  }

  /// Adds a finding that Trainer's default of 0 warm-up steps makes newer releases fail.
  void tell_warm_up() {
    constexpr DeepSpeedVersion asks_for_a_step{0, 19, 3};
    if (draft_.version() < asks_for_a_step) return;
    const ConfigNode* steps = find_node(draft_.out, warm_up_path);
    const TrainerKey& key = *find_trainer_key(warm_up_path);
    if (!steps || steps->value != auto_value || number_at(numbers_, warm_up_path).value_or(0) > 0) return;
    draft_.report(Severity::style, "trainer_warm_up", "deepspeed_config.scheduler.params.warmup_num_steps",
                  "Trainer fills in its warm-up steps, by default 0, at which DeepSpeed stops since " +
                      name_of(asks_for_a_step) + ".",
                  "Start Trainer with " + std::string(key.argument) + " of 1 or more.");
  }

  void tell_arguments() {
    draft_.report(Severity::style, "trainer_arguments", "target.flavour",
                  "\"auto\" means what TrainingArguments say; this plan is " +
                      bash_words(draft_.trainer_arguments) + '.',
                  "Start Trainer with these arguments; the exported files do.");
  }

  ConfigDraft& draft_;
  const ConfigNode numbers_;
  const bool keeps_;  ///< the imported file is for Trainer and has numbers, which stay
};

}  // namespace

void write_trainer_auto(ConfigDraft& draft, const ImportedConfig* imported) {
  if (draft.for_trainer()) ForTrainer(draft, imported).write();
}

}  // namespace zp
