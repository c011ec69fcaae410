// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <span>

#include "core/catalog/catalog.h"
#include "core/check/engine_rules.h"

namespace zp::config_check {
namespace {

constexpr std::string_view params_path = "optimizer.params";

/// DeepSpeed's names that the schema does not describe (runtime/config.py, DEEPSPEED_OPTIMIZERS).
constexpr std::array<std::string_view, 3> mu_names = {"muadam", "muadamw", "musgd"};
/// Classes of torch.optim, found by exact name.
constexpr std::array<std::string_view, 15> torch_names = {
    "Adadelta", "Adafactor", "Adagrad", "Adam",    "AdamW", "Adamax", "ASGD",      "LBFGS",
    "Muon",     "NAdam",     "RAdam",   "RMSprop", "Rprop", "SGD",    "SparseAdam"};

bool is_named(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// engine.py:1691-1694
void unknown_type(Walk& walk, const Facts& facts) {
  std::vector<std::string> known;
  for (const OptimizerSchema& optimizer : schema().optimizers)
    known.push_back(optimizer.type);
  const std::vector<std::string> near = similar_ids(facts.optimizer_type, known, 1);
  walk.tell(Severity::fails_later, walk.find("optimizer.type"), "optimizer.type",
            {"unknown_optimizer",
             "Neither DeepSpeed nor torch.optim has an optimizer named " + facts.optimizer_type + '.',
             (near.empty() ? "" : "Did you mean " + near.front() + "? ") + "Write AdamW, for instance."});
}

void parameter_names(Walk& walk, const Facts& facts, const OptimizerSchema& optimizer) {
  const bool on_host = facts.offloads_optimizer() && facts.stage > 0;
  for (const TextNode& param : facts.optimizer_params->children) {
    if (param.key == "max_grad_norm") continue;
    const auto is = [&](const std::string& name) { return name == param.key; };
    const std::string path = joined(params_path, param.key);
    if (std::ranges::none_of(optimizer.params, [&](const auto& known) { return known.first == param.key; })) {
      std::vector<std::string> known;
      for (const auto& [name, standard] : optimizer.params)
        known.push_back(name);
      const std::vector<std::string> near = similar_ids(param.key, known, 1);
      walk.tell_key(
          Severity::fails_later, param, path,
          {"unknown_parameter", optimizer.type + " has no parameter of this name; building it fails.",
           (near.empty() ? "" : "Did you mean " + near.front() + "? ") + "Correct or remove it."});
    } else if (facts.is_deepspeed_adam() &&
               std::ranges::any_of(on_host ? optimizer.gpu_only : optimizer.cpu_only, is)) {
      walk.tell_key(
          Severity::fails_later, param, path,
          {"unknown_parameter",
           on_host ? "DeepSpeed's CPU Adam, which offload_optimizer chooses, has no parameter of this name."
                   : "Only DeepSpeed's CPU Adam has this parameter, and the optimizer is not offloaded.",
           "Remove it."});
    }
  }
}

/// engine.py:2090
void max_grad_norm(Walk& walk, const TextNode& params) {
  const TextNode* norm = params.child("max_grad_norm");
  if (!norm || !python_number(*norm)) return;
  walk.tell(
      Severity::fails_later, norm, joined(params_path, "max_grad_norm"),
      {"max_grad_norm", "DeepSpeed refuses max_grad_norm here when it builds the optimizer, at every stage.",
       "Remove it, and set gradient_clipping to " + spelling(walk, *norm) + '.',
       "'max_grad_norm' is not supported as an optimizer parameter, please switch to using the deepspeed "
       "parameter 'gradient_clipping'"});
}

/// engine.py:1986-1993, 2152-2166
void suits_zero(Walk& walk, const Facts& facts, const OptimizerSchema* optimizer) {
  if (facts.stage == 0) return;
  const TextNode* type = walk.find("optimizer.type");
  constexpr std::array<std::string_view, 3> one_bit = {"OneBitAdam", "ZeroOneAdam", "OneBitLamb"};
  if (optimizer && is_named(one_bit, optimizer->type)) {
    walk.tell(
        Severity::fails_later, type, "optimizer.type",
        {"not_with_zero", optimizer->type + " does not work with ZeRO.", "Set stage to 0, or use AdamW."});
    return;
  }
  const TextNode* allowed = walk.find("zero_allow_untested_optimizer");
  if ((optimizer && optimizer->tested_with_zero) || (allowed && truthy(*allowed))) return;
  walk.tell(
      Severity::fails_later, type, "optimizer.type",
      {"untested_with_zero", "DeepSpeed has not tested " + facts.optimizer_type + " with ZeRO, and stops.",
       "Set zero_allow_untested_optimizer to true, or use AdamW."});
}

/// engine.py:1696; ops/adam/fused_adam.py
void special_cases(Walk& walk, const Facts& facts) {
  const TextNode* type = walk.find("optimizer.type");
  const TextNode* scale = walk.find("fp16.loss_scale");
  const bool static_scale = facts.fp16 && scale && lax_float(*scale).value_or(0) > 0;
  if (static_scale && (facts.optimizer_is("lamb") || facts.optimizer_is("onebitlamb")))
    walk.tell(Severity::fails_later, scale, "fp16.loss_scale",
              {"lamb_static_scale", facts.optimizer_type + " needs a loss scale that adapts itself.",
               "Set it to 0."});
  const TextNode* amsgrad = facts.optimizer_params ? facts.optimizer_params->child("amsgrad") : nullptr;
  if (facts.is_deepspeed_adam() && amsgrad && truthy(*amsgrad) && !facts.offloads_optimizer())
    walk.tell(
        Severity::fails_later, amsgrad, joined(params_path, "amsgrad"),
        {"no_amsgrad", "DeepSpeed's fused Adam has no amsgrad.", "Set it to false, or torch_adam to true."});
  if (!facts.optimizer_is("muon")) return;
  const bool scatters = facts.zero_flag("reduce_scatter", true);  // stage3.py:351, stage_1_and_2.py:230
  if (scatters && (facts.stage == 3 || (facts.stage > 0 && facts.offloads_optimizer())))
    walk.tell(Severity::fails_later, type, "optimizer.type",
              {"muon_with_scatter",
               facts.stage == 3
                   ? "Muon at stage 3 does not work with reduce_scatter, which is on unless switched off."
                   : "Muon with offload_optimizer does not work with reduce_scatter.",
               "Set zero_optimization.reduce_scatter to false."});
  if (facts.stage == 3 && facts.zero_flag("zero_quantized_gradients", false))
    walk.tell(Severity::fails_later, type, "optimizer.type",
              {"muon_with_quantized_gradients", "Muon does not work with zero_quantized_gradients.",
               "Switch zero_quantized_gradients off."});
}

}  // namespace

void optimizer_rules(Walk& walk, const Facts& facts) {
  if (facts.optimizer_type.empty()) return;
  const OptimizerSchema* optimizer = schema().find_optimizer(facts.optimizer_type);
  const bool is_mu =
      std::ranges::any_of(mu_names, [&](std::string_view name) { return facts.optimizer_is(name); });
  const bool is_torch = is_named(torch_names, facts.optimizer_type);
  // SGD and RMSprop are torch's: their case counts
  const bool torch_only = optimizer && (optimizer->type == "SGD" || optimizer->type == "RMSprop");
  if (!is_mu && !is_torch && (!optimizer || torch_only)) return unknown_type(walk, facts);
  if (facts.optimizer_params) {
    max_grad_norm(walk, *facts.optimizer_params);
    if (optimizer) parameter_names(walk, facts, *optimizer);
  }
  suits_zero(walk, facts, optimizer);
  special_cases(walk, facts);
}

}  // namespace zp::config_check
