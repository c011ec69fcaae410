// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/check/field_values.h"
#include "core/check/model_fields.h"
#include "core/check/parser_steps.h"
#include "core/check/plan_rules.h"

namespace zp::config_check {
namespace {

constexpr std::string_view zero_section = "zero_optimization";

/// A retired key and its replacement, in the order of the class's fields (zero/config.py).
struct RetiredKey {
  std::string_view key, replacement;
};
constexpr std::array<RetiredKey, 3> retired = {
    {{"cpu_offload_param", "offload_param"},
     {"cpu_offload", "offload_optimizer"},
     {"stage3_gather_fp16_weights_on_model_save", "gather_16bit_weights_on_model_save"}}};

const TextNode* replacement_of(const TextNode& zero, std::string_view name) {
  const TextNode* node = stage3_field(zero, name);
  return node ? node : field(zero, name);
}

void refuse_retired_beside_new(ConfigWalk& walk, const TextNode& zero) {
  for (const auto& [key, replacement] : retired) {
    const TextNode* old = field(zero, key);
    if (!old || !replacement_of(zero, replacement)) continue;
    walk.next_step();
    walk.refuse_key(
        *old, joined(zero_section, key), "deprecated_and_new_together",
        {"deprecated_and_new_together",
         "The file has both this retired key and its replacement, " + std::string(replacement) + '.',
         "Remove " + std::string(key) + '.',
         "Cannot provide deprecated parameter '" + std::string(key) + "' and replacing parameter '" +
             std::string(replacement) + "' together"});
  }
}

std::optional<int> stage_in(const TextNode& zero) {
  const TextNode* node = field(zero, "stage");
  if (!node) return 0;
  const std::optional<double> stage = lax_int(*node);
  if (!stage || *stage < 0 || *stage > 3) return std::nullopt;
  return static_cast<int>(*stage);
}

/// Checks ZenFlowConfig.validate_fields.
void check_zenflow(ConfigWalk& walk, const TextNode& zero) {
  const TextNode* zenflow = field(zero, "zenflow");
  if (!zenflow || !zenflow->is_object()) return;
  const std::string path = joined(zero_section, "zenflow");
  const auto refuse = [&](const TextNode* node, std::string message, std::string fix, std::string issue) {
    walk.refuse(node, path, "pydantic",
                {"not_allowed", std::move(message), std::move(fix), "Value error, " + std::move(issue)});
  };
  if (const TextNode* strategy = field(*zenflow, "select_strategy"))
    if (strategy->is_string() && strategy->text != "auto" && strategy->text != "step" &&
        strategy->text != "epoch")
      refuse(strategy, "zenflow.select_strategy must be auto, step or epoch.", "Write one of the three.",
             "select_strategy must be one of \"auto\", \"step\", or \"epoch\"");
  for (const std::string name : {"select_interval", "update_interval"})
    if (const TextNode* interval = field(*zenflow, name);
        interval && interval->is_string() && !interval->is_auto())
      refuse(interval, "zenflow." + name + " must be a whole number without quotes, or \"auto\".",
             "Write a number.", "If " + name + " is a string, it must be \"auto\"");
}

/// Checks DeepSpeedZeroLeafModuleConfig._coerce_container_types, whose TypeError ends validation immediately.
void check_leaf_module(ConfigWalk& walk, const TextNode& zero) {
  const TextNode* leaf = field(zero, "leaf_module");
  if (!leaf || leaf->is_object() || leaf->is_null()) return;
  walk.refuse(
      leaf, joined(zero_section, "leaf_module"), "TypeError",
      {"not_object", "zero_optimization.leaf_module must be an object, not " + spelling(walk, *leaf) + '.',
       "Write {\"classes\": [\"…\"]}, or remove the key.",
       "leaf_module configuration must be a mapping of fields to values"});
  walk.next_step();
}

std::optional<std::string> device_of(const ConfigWalk& walk, const TextNode& zero, std::string_view name,
                                     std::string_view retired_key) {
  const TextNode* section = field(zero, name);
  const bool converts = section && walk.version() < schema().pydantic_2;
  if (const auto members = converts ? as_dict(*section) : std::nullopt) {
    const TextNode* device = field(*members, "device");
    return device ? device->text : "none";
  }
  if (section && section->is_object()) {
    const TextNode* device = field(*section, "device");
    return device ? device->text : "none";
  }
  const TextNode* old = field(zero, retired_key);
  if (old && lax_bool(*old).value_or(false)) return "cpu";
  return std::nullopt;
}

void derive(ConfigWalk& walk, const TextNode& zero) {
  walk.derived.stage = stage_in(zero);
  const TextNode* overlap = field(zero, "overlap_comm");
  walk.derived.overlap_comm = overlap ? lax_bool(*overlap) : std::nullopt;
  if (!walk.derived.overlap_comm) walk.derived.overlap_comm = walk.derived.stage == 3;
  walk.derived.offload_optimizer_device = device_of(walk, zero, "offload_optimizer", "cpu_offload");
  walk.derived.offload_param_device = device_of(walk, zero, "offload_param", "cpu_offload_param");
}

/// Reads a boolean as read_zero_config_deprecated does: true is stage 1, false stage 0.
void read_boolean(ConfigWalk& walk, const TextNode& zero) {
  walk.derived.stage = zero.boolean ? 1 : 0;
  walk.derived.overlap_comm = false;
  walk.report(Severity::style, &zero, zero_section,
              {"retired_format",
               std::string("zero_optimization as a boolean is retired; DeepSpeed reads it as stage ") +
                   (zero.boolean ? "1." : "0."),
               std::string("Write {\"stage\": ") + (zero.boolean ? "1" : "0") + "}."});
  const TextNode* size = walk.root().child("allgather_size");
  const SchemaKey* key = schema_key("zero_optimization.allgather_bucket_size");
  if (!zero.boolean || !size || size->is_auto() || !key) return;
  if (!lax_int(*size) || *lax_int(*size) < 0)
    walk.refuse(size, "allgather_size", "pydantic",
                {"not_integer",
                 "allgather_size must be a whole number of 0 or more, not " + spelling(walk, *size) + '.',
                 "Correct or remove it.", "Input should be a valid integer"});
}

}  // namespace

void zero_optimization(ConfigWalk& walk) {
  walk.next_step();
  walk.derived.stage = 0;
  walk.derived.overlap_comm = false;
  const TextNode* zero = walk.root().child(zero_section);
  if (!zero) return;
  if (zero->is_boolean()) return read_boolean(walk, *zero);
  if (refuse_unpacking(walk, *zero, zero_section, "deepspeed.runtime.zero.config.DeepSpeedZeroConfig"))
    return;
  derive(walk, *zero);
  check_leaf_module(walk, *zero);
  check_model(walk, *zero, zero_section);
  check_zenflow(walk, *zero);
  refuse_rule(walk, "ratio_needs_stage_3", zero_section);  // DeepSpeedZeroConfig.offload_ratio_check
  refuse_retired_beside_new(walk, *zero);
}

}  // namespace zp::config_check
