// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/model_fields.h"
#include "core/check/parser_steps.h"

namespace zp::config_check {
namespace {

void model_section(ConfigWalk& walk, std::string_view path, std::string_view model) {
  walk.next_step();
  const TextNode* section = is_model(walk, path) ? walk.find(path) : nullptr;
  if (section && !refuse_unpacking(walk, *section, path, model)) check_model(walk, *section, path);
}

}  // namespace

/// Checks get_timers_config, which looks for "throughput" in timers even if that is a text or a list.
void timers(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* section = walk.find("timers");
  if (!section) return;
  if (section->is_object())
    return model_section(walk, "timers.throughput", "deepspeed.utils.config.DeepSpeedThroughputTimerConfig");
  if (section->is_string() || section->is_array()) return;
  walk.refuse(section, "timers", "TypeError",
              {"not_object", "timers must be an object, not " + spelling(walk, *section) + '.',
               "Write an object in braces, or remove the key.",
               "argument of type '" + std::string(python_type(*section)) + "' is not iterable"});
}

/// Checks parse_autoep_config (deepspeed/module_inject/auto_ep_config.py); an empty value counts as absent.
void expert_parallel(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* section = walk.find("expert_parallel");
  if (!section || !truthy(*section) || refuse_attribute(walk, *section, "expert_parallel", "get")) return;
  const TextNode* coefficient = section->child("load_balance_coeff");
  if (coefficient && !coefficient->is_null())
    walk.refuse(coefficient, "expert_parallel.load_balance_coeff", "ValueError",
                {"not_supported", "DeepSpeed does not support expert_parallel.load_balance_coeff.",
                 "Remove it, or set it to null."});
}

void weight_quantization(ConfigWalk& walk) {
  model_section(walk, "weight_quantization", "deepspeed.inference.config.WeightQuantConfig");
}

/// Checks compile; its class was in another module before 0.14.4.
void compile(ConfigWalk& walk) {
  constexpr DeepSpeedVersion first_gone{0, 14, 4};
  model_section(walk, "compile",
                walk.version() < first_gone ? "deepspeed.runtime.compiler.CompileConfig"
                                            : "deepspeed.compile.config.CompileConfig");
}

void tensor_parallel(ConfigWalk& walk) {
  model_section(walk, "tensor_parallel", "deepspeed.runtime.tensor_parallel.config.TPTrainingConfig");
}

}  // namespace zp::config_check
