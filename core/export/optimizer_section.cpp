// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

#include "core/deepspeed/schema.h"
#include "core/export/sections.h"

namespace zp {
namespace {

constexpr std::string_view section = "optimizer.params";

struct Param {
  std::string_view name, value;  ///< value: JSON text
};

// What stands in the file where the plan says nothing. Learning rates are starting points for fine-tuning;
// the rest are the optimizer's own defaults (torch.optim; Lion: Chen et al. 2023; Muon:
// deepspeed/runtime/zero/muon).
constexpr std::array<Param, 4> adam = {
    {{"lr", "0.0001"}, {"betas", "[0.9, 0.999]"}, {"eps", "1e-08"}, {"weight_decay", "0.0"}}};
constexpr std::array<Param, 4> adamw = {
    {{"lr", "0.0001"}, {"betas", "[0.9, 0.999]"}, {"eps", "1e-08"}, {"weight_decay", "0.01"}}};
constexpr std::array<Param, 4> lamb = {
    {{"lr", "0.001"}, {"betas", "[0.9, 0.999]"}, {"eps", "1e-08"}, {"weight_decay", "0.01"}}};
constexpr std::array<Param, 3> adagrad = {{{"lr", "0.01"}, {"eps", "1e-10"}, {"weight_decay", "0.0"}}};
constexpr std::array<Param, 2> sgd = {{{"lr", "0.001"}, {"weight_decay", "0.0"}}};
constexpr std::array<Param, 4> rmsprop = {
    {{"lr", "0.01"}, {"alpha", "0.99"}, {"eps", "1e-08"}, {"weight_decay", "0.0"}}};
constexpr std::array<Param, 3> lion = {{{"lr", "1e-05"}, {"betas", "[0.9, 0.99]"}, {"weight_decay", "0.1"}}};
constexpr std::array<Param, 4> muon = {
    {{"muon_lr", "0.02"}, {"adam_lr", "0.0003"}, {"momentum", "0.95"}, {"weight_decay", "0.0"}}};
constexpr std::string_view common_momentum =
    "0.9";  ///< of SGD and RMSprop, where a plan only says that there is one

struct OptimizerRow {
  Optimizer optimizer;
  std::string_view type;  ///< DeepSpeed's name, or the class in torch.optim
  std::span<const Param> params;
};
constexpr std::array<OptimizerRow, 8> rows = {{{Optimizer::adam, "Adam", adam},
                                               {Optimizer::adamw, "AdamW", adamw},
                                               {Optimizer::adagrad, "Adagrad", adagrad},
                                               {Optimizer::sgd, "SGD", sgd},
                                               {Optimizer::rmsprop, "RMSprop", rmsprop},
                                               {Optimizer::lion, "Lion", lion},
                                               {Optimizer::lamb, "Lamb", lamb},
                                               {Optimizer::muon, "Muon", muon}}};

const OptimizerRow* row_of(Optimizer optimizer) {
  const auto found = std::ranges::find(rows, optimizer, &OptimizerRow::optimizer);
  return found == rows.end() ? nullptr : &*found;
}

bool is_one_of(Optimizer optimizer, std::initializer_list<Optimizer> list) {
  return std::ranges::find(list, optimizer) != list.end();
}

std::string param_path(std::string_view name) { return std::string(section) + '.' + std::string(name); }
std::string plan_path(std::string_view name) { return "deepspeed_config." + param_path(name); }

std::optional<ConfigNode> take_param(Draft& draft, std::string_view name) {
  const std::string path = param_path(name);
  const ConfigNode* found = find_node(draft.carried, path);
  if (!found) return std::nullopt;
  ConfigNode node = *found;
  erase_node(draft.carried, path);
  return node;
}

/// A parameter the plan has a switch for: the plan decides, a carried number stays where it says the same.
void write_option(Draft& draft, std::string_view name, bool on, std::string_view on_value,
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

/// optimizer.params.max_grad_norm stops the engine at every stage (runtime/engine.py:2090-2093).
void move_max_grad_norm(Draft& draft) {
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

void write_options(Draft& draft) {
  const Optimizer optimizer = draft.plan.training.optimizer;
  const OptimizerOptions& options = draft.plan.training.optimizer_options;
  const bool adam_class = is_one_of(optimizer, {Optimizer::adam, Optimizer::adamw});
  if (adam_class) {
    write_option(draft, "amsgrad", options.amsgrad, "true", {});
    write_option(draft, "torch_adam", options.torch_adam, "true", {});
  }
  if (is_one_of(optimizer, {Optimizer::sgd, Optimizer::rmsprop}))
    write_option(draft, "momentum", options.momentum, common_momentum,
                 optimizer == Optimizer::sgd ? "0.0" : "");
  if (optimizer == Optimizer::rmsprop) write_option(draft, "centered", options.centered, "true", {});
  if (!is_one_of(optimizer, {Optimizer::adam, Optimizer::adamw, Optimizer::adagrad, Optimizer::lion})) return;
  take_param(draft, "fp32_optimizer_states");
  if (options.fp32_optimizer_states) return;
  const bool on_cpu = draft.optimizer_device() != Device::none && !(adam_class && options.torch_adam);
  if (on_cpu)
    draft.set(param_path("fp32_optimizer_states"), "false", plan_path("fp32_optimizer_states"));
  else
    draft.report(
        Severity::ignored, "without_effect", plan_path("fp32_optimizer_states"),
        "fp32_optimizer_states belongs to DeepSpeed's CPU optimizers and is an error for others; without "
        "optimizer offload it is left out.",
        "Offload the optimizer, or remove it.");
}

/// What Trainer's "auto" means for Adam it also fills in for other optimizers; their own values are left to
/// the class.
bool only_trainer_fills(const Draft& draft, std::string_view name) {
  return draft.for_trainer() && (name == "betas" || name == "eps") &&
         !is_one_of(draft.plan.training.optimizer, {Optimizer::adam, Optimizer::adamw});
}

void write_params(Draft& draft, const OptimizerRow& row, const OptimizerSchema& known) {
  for (const Param& param : row.params) {
    const bool too_new = std::ranges::any_of(known.params_since, [&](const auto& entry) {
      return entry.first == param.name && draft.version() < entry.second;
    });
    const ConfigNode* carried = find_node(draft.carried, param_path(param.name));
    const bool stays_auto = draft.for_trainer() && schema().find_trainer_auto(param_path(param.name));
    const bool given = carried && (carried->value != "\"auto\"" || stays_auto);
    const auto node = take_param(draft, param.name);
    if (given)
      draft.set(param_path(param.name), node->value, node->plan_path);
    else if (!too_new && !only_trainer_fills(draft, param.name))
      draft.set(param_path(param.name), std::string(param.value), {});
  }
}

bool holds(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// The carried parameters that no default and no switch stands for.
void carry_params(Draft& draft, const OptimizerSchema& known) {
  const ConfigNode* found = find_node(draft.carried, section);
  if (!found) return;
  const bool on_cpu = draft.optimizer_device() != Device::none;
  const ConfigNode params = *found;
  erase_node(draft.carried, section);
  for (const ConfigNode& param : params.children) {
    const bool wrong_class = holds(on_cpu ? known.gpu_only : known.cpu_only, param.key);
    if (wrong_class) {
      draft.report(Severity::ignored, "without_effect", param.plan_path,
                   '"' + param.key + "\" belongs to the class that is used " + (on_cpu ? "without" : "with") +
                       " optimizer offload and is an error here; it is left out.",
                   "Remove it.");
      continue;
    }
    object_node(draft.out, section).children.push_back(param);
  }
}

void write_section(Draft& draft, const OptimizerRow& row, const OptimizerSchema& known) {
  draft.set("optimizer.type", json_string(row.type), "training.optimizer");
  if (draft.version() < known.since)
    draft.report(Severity::fails_later, "newer_than_target", "training.optimizer",
                 known.type + " exists since DeepSpeed " + name_of(known.since) + "; this plan is for " +
                     name_of(draft.version()) + ".",
                 "Set target.deepspeed_version to " + name_of(known.since) +
                     " or newer, or choose another optimizer.");
  move_max_grad_norm(draft);
  write_params(draft, row, known);
  write_options(draft);
  carry_params(draft, known);
  carry(draft, "optimizer");
}

void report_client_built(Draft& draft) {
  if (draft.carried.child("optimizer")) {
    draft.report(Severity::ignored, "optimizer_left_out", "deepspeed_config.optimizer",
                 "DeepSpeed cannot build an 8-bit optimizer, so the optimizer section is left out.",
                 "Give its parameters to bitsandbytes in the program.");
    erase_node(draft.carried, "optimizer");
  }
  draft.report(Severity::style, "optimizer_built_by_program", "training.optimizer",
               "The file has no optimizer section: DeepSpeed does not build 8-bit AdamW, the program does.",
               draft.for_trainer()
                   ? "Pass --optim adamw_bnb_8bit to Trainer; launch.sh does."
                   : "Pass bitsandbytes.optim.AdamW8bit(...) as deepspeed.initialize(optimizer=...).");
}

}  // namespace

void write_optimizer(Draft& draft) {
  const OptimizerRow* row = row_of(draft.plan.training.optimizer);
  const OptimizerSchema* known = row ? schema().find_optimizer(row->type) : nullptr;
  if (row && known)
    write_section(draft, *row, *known);
  else
    report_client_built(draft);
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
