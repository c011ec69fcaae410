// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/engine_rules.h"
#include "core/plan_file/trainer_keys.h"
#include "core/text/letters.h"
#include "core/units/format.h"

namespace zp::config_check {
namespace {

/// Reports a sequence_parallel_size that DeepSpeed ignores: until initialize() read files itself
/// (load_ds_config), the key was searched for in the file's name instead of its contents (runtime/config.py,
/// DeepSpeedConfig.__init__).
void sequence_parallel(ConfigWalk& walk) {
  constexpr DeepSpeedVersion reads_files{0, 18, 6};
  const TextNode* size = walk.version() < reads_files ? walk.find("sequence_parallel_size") : nullptr;
  const bool is_read = size && known_to(*schema_key(size->key), walk.version());
  if (!is_read || !python_number(*size) || python_number(*size)->value() == 1) return;
  walk.report(Severity::style, size, "sequence_parallel_size",
              {"read_from_dict_only",
               "DeepSpeed " + name_of(walk.version()) +
                   " finds sequence_parallel_size only where the program passes the configuration as a dict; "
                   "with a file name it takes all ranks as data parallel.",
               "Pass a dict or an mpu, or use DeepSpeed " + name_of(reads_files) + " or newer."});
}

/// Reports "auto" in keys that only Trainer fills in.
void left_over_auto(ConfigWalk& walk) {
  if (walk.for_trainer()) return;
  for (const TrainerKey& entry : trainer_keys()) {
    const TextNode* node = walk.find(entry.path);
    const SchemaKey* key = schema_key(entry.path);
    if (!node || !node->is_auto()) continue;
    const std::string_view section = section_part(entry.path);
    const bool dropped = entry.path.find('.') != std::string_view::npos && is_model(walk, section);
    if (dropped)
      walk.report(Severity::style, node, entry.path,
                  {"auto_is_default",
                   "Without Hugging Face's Trainer, \"auto\" means the default" +
                       (key && key->default_value != "null" ? ", " + default_of(*key, walk.version())
                                                            : std::string()) +
                       '.',
                   "Write a value, or remove the key."});
    else
      walk.report(
          Severity::fails_later, node, entry.path,
          {"auto_not_filled_in",
           "Only Hugging Face's Trainer and accelerate fill in \"auto\"; DeepSpeed takes it for a text.",
           "Write a value."});
  }
}

}  // namespace

void other_rules(ConfigWalk& walk) {
  sequence_parallel(walk);
  left_over_auto(walk);
}

void plan_differences(ConfigWalk& walk, const Facts& facts) {
  const std::optional<Plan>& plan = walk.options().plan;
  if (!plan) return;
  const auto differs = [&](std::string_view path, std::string ours, std::string_view planned,
                           std::string_view called = {}) {
    walk.report(Severity::style, walk.find(path), path,
                {"differs_from_plan",
                 std::string(called.empty() ? path : called) + " is " + std::move(ours) + " here and " +
                     std::string(planned) + " in the plan.",
                 "Make the two agree; otherwise the estimate describes another run."});
  };
  if (walk.derived.stage && *walk.derived.stage != plan->zero.stage)
    differs("zero_optimization.stage", std::to_string(*walk.derived.stage), std::to_string(plan->zero.stage));
  if (const auto device = std::string(name_of(plan->zero.offload_optimizer.device));
      device != facts.optimizer_device)
    differs("zero_optimization.offload_optimizer.device", facts.optimizer_device, device);
  if (const auto device = std::string(name_of(plan->zero.offload_param.device)); device != facts.param_device)
    differs("zero_optimization.offload_param.device", facts.param_device, device);
  const auto& micro = walk.derived.train_micro_batch_size_per_gpu;
  const auto planned_micro = static_cast<double>(plan->training.micro_batch_size);
  if (micro && micro->value() != planned_micro)
    differs("train_micro_batch_size_per_gpu", format_number(micro->value()), format_number(planned_micro));
  const auto& steps = walk.derived.gradient_accumulation_steps;
  const auto planned_steps = static_cast<double>(plan->training.gradient_accumulation_steps);
  if (steps && steps->value() != planned_steps)
    differs("gradient_accumulation_steps", format_number(steps->value()), format_number(planned_steps));
  const std::string precision = facts.bf16 ? "bf16" : facts.fp16 ? "fp16" : "fp32";
  const auto planned = std::string(name_of(plan->training.precision));
  if (planned != precision)
    differs(facts.bf16 ? "bf16.enabled" : "fp16.enabled", precision, planned, "The precision");
}

}  // namespace zp::config_check
