// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/engine_rules.h"
#include "core/text/letters.h"

namespace zp::config_check {
namespace {

const TextNode* object_at(const ConfigWalk& walk, std::string_view path) {
  const TextNode* node = walk.find(path);
  return node && node->is_object() ? node : nullptr;
}

}  // namespace

bool is_on(const TextNode* section, std::string_view name) {
  const TextNode* node = section ? field(*section, name) : nullptr;
  return node && lax_bool(*node).value_or(false);
}

Facts::Facts(const ConfigWalk& walk)
    : zero(object_at(walk, "zero_optimization")),
      stage(walk.derived.stage.value_or(0)),
      optimizer_device(walk.derived.offload_optimizer_device.value_or("none")),
      param_device(walk.derived.offload_param_device.value_or("none")),
      fp16(is_on(object_at(walk, "fp16"), "enabled")) {
  const TextNode* bf16_section = object_at(walk, "bf16");
  bf16 = is_on(bf16_section ? bf16_section : object_at(walk, "bfloat16"), "enabled");
  const auto is_auto = [](const TextNode* section) {
    const TextNode* enabled = section ? section->child("enabled") : nullptr;
    return enabled && enabled->is_auto();
  };
  if (const Plan* plan = walk.trainer_plan()) {
    if (is_auto(object_at(walk, "fp16"))) fp16 = plan->training.precision == Precision::fp16;
    if (is_auto(bf16_section)) bf16 = plan->training.precision == Precision::bf16;
  }
  if (const TextNode* type = walk.find("optimizer.type"); type && type->is_string())
    optimizer_type = type->text;
}

bool Facts::optimizer_is(std::string_view name) const { return same_letters(optimizer_type, name); }

}  // namespace zp::config_check
