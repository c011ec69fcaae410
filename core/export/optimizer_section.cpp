// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "core/deepspeed/schema.h"
#include "core/export/sections.h"
#include "core/plan_file/trainer_keys.h"

namespace zp {
namespace {

constexpr std::string_view optimizer_params = "optimizer.params";

std::string param_path(std::string_view name) {
  return std::string(optimizer_params) + '.' + std::string(name);
}
std::string plan_path(std::string_view name) { return "deepspeed_config." + param_path(name); }

std::optional<ConfigNode> take_param(ConfigDraft& draft, std::string_view name) {
  const std::string path = param_path(name);
  const ConfigNode* found = find_node(draft.carried, path);
  if (!found) return std::nullopt;
  ConfigNode node = *found;
  erase_node(draft.carried, path);
  return node;
}

/// Writes a parameter that a plan's switch decides; a carried number that agrees with the switch is kept.
void write_option(ConfigDraft& draft, std::string_view name, bool on, std::string_view on_value,
                  std::string_view off_value) {
  const auto carried = take_param(draft, name);
  if (carried && on) {
    const double number = number_in(carried->value).value_or(0);
    if (carried->value == "true" || number != 0) {
      draft.set(param_path(name), carried->value, carried->plan_path);
      return;
    }
  }
  const std::string_view value = on ? on_value : off_value;
  if (!value.empty()) draft.set(param_path(name), std::string(value), plan_path(name));
}

/// Moves max_grad_norm to gradient_clipping, because optimizer.params.max_grad_norm ends the engine at every
/// stage (runtime/engine.py:2090-2093).
void move_max_grad_norm(ConfigDraft& draft) {
  const auto norm = take_param(draft, "max_grad_norm");
  if (!norm) return;
  const ConfigNode* clipping = find_node(draft.out, "gradient_clipping");
  const bool moves = clipping && clipping->plan_path.empty();
  if (moves) draft.set("gradient_clipping", norm->value, norm->plan_path);
  draft.report(Severity::ignored, "deprecated_key", norm->plan_path,
               std::string("DeepSpeed refuses max_grad_norm among the optimizer's parameters; ") +
                   (moves ? "the file has it as gradient_clipping." : "gradient_clipping is set and counts."),
               "Use gradient_clipping.");
}

void write_options(ConfigDraft& draft, const OptimizerRow& row) {
  const OptimizerOptions& options = draft.plan.training.optimizer_options;
  for (const OptimizerSwitch& each : row.switches)
    write_option(draft, each.name, options.*each.option, each.on, each.off);
  if (row.cpu_class.empty()) return;
  take_param(draft, "fp32_optimizer_states");
  if (options.fp32_optimizer_states) return;
  const bool on_cpu = draft.optimizer_device() != Device::none && !(row.is_adam && options.torch_adam);
  if (on_cpu)
    draft.set(param_path("fp32_optimizer_states"), "false", plan_path("fp32_optimizer_states"));
  else
    draft.report(
        Severity::ignored, "without_effect", plan_path("fp32_optimizer_states"),
        "fp32_optimizer_states belongs to DeepSpeed's CPU optimizers and is an error for others; without "
        "optimizer offload it is left out.",
        "Offload the optimizer, or remove it.");
}

/// Returns true for betas and eps of optimizers other than Adam under Trainer. Trainer would fill "auto" with
/// Adam's values, so these keys are omitted and the class's defaults apply.
bool only_trainer_fills(const ConfigDraft& draft, std::string_view name) {
  return draft.for_trainer() && (name == "betas" || name == "eps") &&
         !row_of(draft.plan.training.optimizer).is_adam;
}

/// Returns the value of a parameter that the plan does not state. An Adam's learning rate follows from what
/// is trained.
std::string usual_value(const ConfigDraft& draft, const OptimizerRow& row, const OptimizerParam& param) {
  if (param.name == "lr" && row.is_adam) return json_number(usual_learning_rate(draft.plan.training));
  return std::string(param.value);
}

void write_params(ConfigDraft& draft, const OptimizerRow& row, const OptimizerSchema& known) {
  for (const OptimizerParam& param : row.params) {
    const bool too_new = std::ranges::any_of(known.params_since, [&](const auto& entry) {
      return entry.first == param.name && draft.version() < entry.second;
    });
    const ConfigNode* carried = find_node(draft.carried, param_path(param.name));
    const bool stays_auto = draft.for_trainer() && find_trainer_key(param_path(param.name));
    const bool given = carried && (carried->value != auto_value || stays_auto);
    const auto node = take_param(draft, param.name);
    if (given)
      draft.set(param_path(param.name), node->value, node->plan_path);
    else if (!too_new && !only_trainer_fills(draft, param.name))
      draft.set(param_path(param.name), usual_value(draft, row, param), {});
  }
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// Carries the parameters that neither defaults nor switches cover.
void carry_params(ConfigDraft& draft, const OptimizerSchema& known) {
  const ConfigNode* found = find_node(draft.carried, optimizer_params);
  if (!found) return;
  const bool on_cpu = draft.optimizer_device() != Device::none;
  const ConfigNode params = *found;
  erase_node(draft.carried, optimizer_params);
  for (const ConfigNode& param : params.children) {
    const bool wrong_class = holds(on_cpu ? known.gpu_only : known.cpu_only, param.key);
    if (wrong_class) {
      draft.report(Severity::ignored, "without_effect", param.plan_path,
                   '"' + param.key + "\" belongs to the class that is used " + (on_cpu ? "without" : "with") +
                       " optimizer offload and is an error here; it is left out.",
                   "Remove it.");
      continue;
    }
    object_node(draft.out, optimizer_params).children.push_back(param);
  }
}

void write_section(ConfigDraft& draft, const OptimizerRow& row, const OptimizerSchema& known) {
  draft.set("optimizer.type", json_string(row.type), "training.optimizer");
  if (draft.version() < known.since)
    draft.report(Severity::fails_later, "newer_than_target", "training.optimizer",
                 known.type + " exists since DeepSpeed " + name_of(known.since) + "; this plan is for " +
                     name_of(draft.version()) + ".",
                 "Set target.deepspeed_version to " + name_of(known.since) +
                     " or newer, or choose another optimizer.");
  move_max_grad_norm(draft);
  write_params(draft, row, known);
  write_options(draft, row);
  carry_params(draft, known);
  carry(draft, "optimizer");
}

void report_client_built(ConfigDraft& draft, const OptimizerRow& row) {
  if (draft.carried.child("optimizer")) {
    draft.report(Severity::ignored, "optimizer_left_out", "deepspeed_config.optimizer",
                 "DeepSpeed cannot build this optimizer, so the optimizer section is left out.",
                 "Give its parameters to " + std::string(row.built_by) + " in the program.");
    erase_node(draft.carried, "optimizer");
  }
  draft.report(
      Severity::style, "optimizer_built_by_program", "training.optimizer",
      "The file has no optimizer section: DeepSpeed does not build this optimizer, the program does.",
      draft.for_trainer() && !row.trainer_word.empty()
          ? "Pass --optim " + std::string(row.trainer_word) + " to Trainer; the exported files do."
          : "Pass " + std::string(row.built_by) + " as deepspeed.initialize(optimizer=...).");
}

}  // namespace

double usual_learning_rate(const Training& training) {
  constexpr double of_adapters = 1e-4, of_new_models = 1e-4, of_all_weights = 2e-5, of_preferences = 1e-6;
  const Method method = training.method.method;
  const MethodRow& row = row_of(method);
  if (row.generates || row.has_reference || method == Method::orpo || method == Method::kto)
    return of_preferences;
  if (training.has_adapters()) return of_adapters;
  return method == Method::pretrain ? of_new_models : of_all_weights;
}

void write_optimizer(ConfigDraft& draft) {
  const OptimizerRow& row = row_of(draft.plan.training.optimizer);
  const OptimizerSchema* known = schema().find_optimizer(row.type);
  if (known)
    write_section(draft, row, *known);
  else
    report_client_built(draft, row);
  if (draft.plan.zero.stage == 0) return;
  if ((!known || !known->tested_with_zero) && !draft.carried.child("zero_allow_untested_optimizer")) {
    draft.set("zero_allow_untested_optimizer", "true", "training.optimizer");
    draft.report(Severity::style, "untested_allowed", "training.optimizer",
                 "DeepSpeed runs " + std::string(name_of(draft.plan.training.optimizer)) +
                     " with ZeRO only where zero_allow_untested_optimizer is true; the file says so.",
                 "Nothing to do, or use adamw.");
  }
  if (!known && draft.optimizer_device() != Device::none)
    draft.set("zero_force_ds_cpu_optimizer", "false", "training.optimizer");
}

}  // namespace zp
