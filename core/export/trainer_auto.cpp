// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include "core/deepspeed/schema.h"
#include "core/export/sections.h"

namespace zp {
namespace {

constexpr std::string_view auto_word = "\"auto\"";

/// The TrainingArguments a key is filled from; "" where there is none of its own.
struct Argument {
  std::string_view path, name;
};
constexpr std::array<Argument, 9> arguments = {{
    {"train_micro_batch_size_per_gpu", "--per_device_train_batch_size"},
    {"gradient_accumulation_steps", "--gradient_accumulation_steps"},
    {"gradient_clipping", "--max_grad_norm"},
    {"optimizer.params.lr", "--learning_rate"},
    {"optimizer.params.eps", "--adam_epsilon"},
    {"optimizer.params.weight_decay", "--weight_decay"},
    {"scheduler.params.warmup_max_lr", "--learning_rate"},
    {"scheduler.params.warmup_num_steps", "--warmup_steps"},
    {"scheduler.params.total_num_steps", "--max_steps"},
}};

/// What Trainer computes from the hidden size (transformers, trainer_config_finalize); 0 when it cannot.
std::int64_t trainer_size(const Draft& draft, std::string_view path) {
  const std::int64_t hidden = draft.plan.model.architecture.hidden_size;
  if (hidden <= 0 || hidden > 3'000'000) return 0;
  if (path == "zero_optimization.reduce_bucket_size") return hidden * hidden;
  if (path == "zero_optimization.stage3_prefetch_bucket_size")
    return static_cast<std::int64_t>(0.9 * static_cast<double>(hidden) * static_cast<double>(hidden));
  if (path == "zero_optimization.stage3_param_persistence_threshold") return hidden * 10;
  return 0;
}

void pass(Draft& draft, std::string_view name, std::string value) {
  for (const std::string& given : draft.trainer_arguments)
    if (given == name) return;
  draft.trainer_arguments.emplace_back(name);
  draft.trainer_arguments.push_back(std::move(value));
}

/// Betas are one list in the file and two arguments of Trainer.
void pass_betas(Draft& draft, const std::string& value) {
  const auto comma = value.find(',');
  const auto end = value.find(']');
  if (!value.starts_with('[') || comma == std::string::npos || end == std::string::npos) return;
  const auto first = number_in(value.substr(1, comma - 1));
  const auto second = number_in(value.substr(comma + 1, end - comma - 1));
  if (!first || !second) return;
  pass(draft, "--adam_beta1", json_number(*first));
  pass(draft, "--adam_beta2", json_number(*second));
}

/// Replaces one value by "auto". Numbers the plan's user gave are passed to Trainer instead, so that nothing
/// is lost; our own defaults give way to Trainer's. Only numbers: these words end up in a shell script.
void make_auto(Draft& draft, const TrainerAuto& entry, ConfigNode& node) {
  if (entry.path.ends_with(".enabled")) {
    if (node.value == "true") node.value = auto_word;
    return;
  }
  if (entry.path.starts_with("zero_optimization.")) {
    // Trainer's sizes would change the memory this plan was estimated with: "auto" only where they are the
    // same, but for an element by which 0.9·h² may be rounded.
    const double size = static_cast<double>(trainer_size(draft, entry.path));
    if (size > 0 && std::abs(number_in(node.value).value_or(0) - size) <= 1) node.value = auto_word;
    return;
  }
  if (!entry.checked && number_in(node.value).value_or(0) != 0) return;
  if (node.value != auto_word && !node.plan_path.empty()) {
    if (entry.path == "optimizer.params.betas") pass_betas(draft, node.value);
    for (const Argument& argument : arguments)
      if (argument.path == entry.path && number_in(node.value)) pass(draft, argument.name, node.value);
  }
  node.value = auto_word;
}

}  // namespace

void write_trainer_auto(Draft& draft) {
  if (!draft.for_trainer()) return;
  const Training& training = draft.plan.training;
  for (const TrainerAuto& entry : schema().trainer_auto)
    if (ConfigNode* node = find_node(draft.out, entry.path);
        node && !node->is_object() && includes(entry.stages, draft.plan.zero.stage))
      make_auto(draft, entry, *node);
  if (training.precision != Precision::fp32)
    pass(draft, training.precision == Precision::bf16 ? "--bf16" : "--fp16", "True");
  if (training.activation_checkpointing == Checkpointing::full)
    pass(draft, "--gradient_checkpointing", "True");
  if (const OptimizerRow& row = row_of(training.optimizer); !row.trainer_word.empty())
    pass(draft, "--optim", std::string(row.trainer_word));

  std::string words;
  for (const std::string& argument : draft.trainer_arguments)
    words += (words.empty() ? "" : " ") + argument;
  draft.report(Severity::style, "trainer_arguments", "target.flavour",
               "\"auto\" means what TrainingArguments say; this plan is " + words + '.',
               "Start Trainer with these arguments; launch.sh does.");
}

}  // namespace zp
