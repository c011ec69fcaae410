// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/check/model_fields.h"
#include "core/check/parser_steps.h"

namespace zp::config_check {
namespace {

bool is_on(const TextNode* section, std::string_view name) {
  const TextNode* node = section ? field(*section, name) : nullptr;
  return node && lax_bool(*node).value_or(false);
}

void refuse_fp16(ConfigWalk& walk, const TextNode& node, std::string_view name, std::string_view requirement,
                 std::string_view fix) {
  const std::string path = joined("fp16", name);
  walk.refuse(&node, path, "pydantic",
              {"not_allowed", path + ' ' + std::string(requirement) + ", not " + spelling(walk, node) + '.',
               std::string(fix), "Value error, " + path + ' ' + std::string(requirement)});
}

/// Checks DeepSpeedFP16Config._validate_loss_scale, in addition to the checks of float fields.
void check_loss_scale(ConfigWalk& walk, const TextNode& fp16) {
  const TextNode* scale = field(fp16, "loss_scale");
  if (!scale) return;
  if (scale->is_boolean())
    refuse_fp16(walk, *scale, "loss_scale", "must be a number",
                "Write 0, or nothing, for a scale that adapts itself.");
  else if (lax_float(*scale) == HUGE_VAL)
    refuse_fp16(walk, *scale, "loss_scale", "must be a finite number", "Write a finite number.");
}

/// Checks DeepSpeedFP16Config._reject_non_integer_scale_params: booleans are not numbers here.
void check_scale_integers(ConfigWalk& walk, const TextNode& fp16) {
  for (const std::string_view name : {"loss_scale_window", "min_loss_scale"})
    if (const TextNode* node = field(fp16, name); node && node->is_boolean())
      refuse_fp16(walk, *node, name, "must be an integer", "Write a whole number above 0.");
}

/// Checks DeepSpeedFP16Config._validate_dynamic_loss_scale_params.
void check_dynamic_scale(ConfigWalk& walk, const TextNode& fp16) {
  const TextNode* scale = field(fp16, "loss_scale");
  if (!is_on(&fp16, "enabled") || (scale && lax_float(*scale) != 0.0)) return;
  for (const std::string name : {"loss_scale_window", "min_loss_scale"}) {
    const TextNode* node = field(fp16, name);
    const std::optional<double> value = node ? lax_int(*node) : std::nullopt;
    if (!value || *value > 0) continue;
    walk.refuse(
        node, "fp16", "pydantic",
        {"out_of_range",
         "fp16." + name + " must be above 0 while the loss scale adapts itself (loss_scale is 0).",
         "Write a whole number above 0, or remove the key.",
         "Value error, fp16." + name + " must be > 0 when dynamic loss scaling is enabled (loss_scale=0)"});
  }
}

/// A validator of DeepSpeedFP16Config, and the first release that has it.
struct Validator {
  void (*run)(ConfigWalk&, const TextNode&);
  DeepSpeedVersion since;
};
constexpr std::array<Validator, 3> fp16_validators = {
    {{check_loss_scale, {0, 18, 8}}, {check_scale_integers, {0, 19, 3}}, {check_dynamic_scale, {0, 19, 3}}}};

void fp16_section(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* fp16 = walk.find("fp16");
  if (!fp16 ||
      refuse_unpacking(walk, *fp16, "fp16", "deepspeed.runtime.precision_config.DeepSpeedFP16Config"))
    return;
  check_model(walk, *fp16, "fp16");
  for (const Validator& validator : fp16_validators)
    if (walk.version() >= validator.since) validator.run(walk, *fp16);
}

/// Checks get_bfloat16_config: the old name is used if the new one is absent or null.
void bf16_section(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* bf16 = walk.find("bf16");
  const bool old_name = !bf16 || bf16->is_null();
  const std::string_view path = old_name ? "bfloat16" : "bf16";
  if (old_name) bf16 = walk.find("bfloat16");
  if (bf16 && !refuse_unpacking(walk, *bf16, path, "deepspeed.runtime.precision_config.DeepSpeedBF16Config"))
    check_model(walk, *bf16, "bf16", path);
  walk.next_step();
  const TextNode* fp16 = walk.find("fp16");
  if (is_on(fp16, "enabled") && is_on(bf16, "enabled"))
    refuse_both_precisions(walk, *bf16->child("enabled"), path);
}

}  // namespace

void refuse_both_precisions(ConfigWalk& walk, const TextNode& enabled, std::string_view section) {
  const std::string path = joined(section, "enabled");
  const std::string printed = "bfloat16 and fp16 modes cannot be simultaneously enabled";
  if (enabled.is_auto())
    walk.leave_to_trainer(enabled, path, "AssertionError",
                          {"both_precisions",
                           "fp16 or bf16 is left to Hugging Face's Trainer; DeepSpeed " +
                               name_of(walk.version()) + " alone counts \"auto\" as on, for both.",
                           "Trainer needs no change; for other programs keep one of the two.", printed});
  else
    walk.refuse(&enabled, path, "AssertionError",
                {"both_precisions", "fp16 and bf16 are both enabled.", "Keep one of the two.", printed});
}

void precision(ConfigWalk& walk) {
  fp16_section(walk);
  bf16_section(walk);
}

void amp(ConfigWalk& walk) {
  if (const TextNode* section = plain_section(walk, "amp")) require_enabled(walk, *section, "amp");
}

/// Checks get_torch_autocast_dtype and get_lower_precision_safe_modules.
void autocast(ConfigWalk& walk) {
  const TextNode* section = plain_section(walk, "torch_autocast");
  if (!section) return;
  constexpr std::array<std::string_view, 13> names = {
      "torch.float16", "fp16",       "float16", "half", "torch.float32",  "fp32",    "float32",
      "float",         "torch.int8", "int8",    "bf16", "torch.bfloat16", "bfloat16"};
  if (const TextNode* dtype = section->child("dtype"))
    if (!dtype->is_string() || std::ranges::find(names, dtype->text) == names.end())
      walk.refuse(
          dtype, "torch_autocast.dtype", "ValueError",
          {"not_allowed",
           "torch_autocast.dtype must be bfloat16, float16 or float32, not " + spelling(walk, *dtype) + '.',
           "Write \"bfloat16\" or \"float16\".", python_repr(*dtype) + " is not a valid DtypeEnum"});
  walk.next_step();
  constexpr std::string_view path = "torch_autocast.lower_precision_safe_modules";
  const TextNode* modules = walk.find(path);
  if (!modules || modules->is_string() || modules->is_object()) return;
  const bool is_list = modules->is_array();
  if (is_list && std::ranges::all_of(modules->children, &TextNode::is_string)) return;
  walk.refuse(modules, path, is_list ? "ValueError" : "TypeError",
              {"not_list", std::string(path) + " must be a list of class names in double quotes.",
               "Write [\"torch.nn.Linear\"], or remove the key.",
               is_list ? "Invalid module names for torch autocast: " + python_repr(*modules) +
                             ". Expected list of strings."
                       : "'" + std::string(python_type(*modules)) + "' object is not iterable"});
}

}  // namespace zp::config_check
