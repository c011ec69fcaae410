// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/check/engine_rules.h"

namespace zp::config_check {
namespace {

/// One of DtypeEnum's names as fp32, fp16, bf16 or int8 (runtime/config.py), or "".
std::string_view dtype_of(const TextNode& node) {
  struct Name {
    std::string_view written, dtype;
  };
  constexpr std::array<Name, 13> names = {{{"fp32", "fp32"},
                                           {"float32", "fp32"},
                                           {"float", "fp32"},
                                           {"torch.float32", "fp32"},
                                           {"fp16", "fp16"},
                                           {"float16", "fp16"},
                                           {"half", "fp16"},
                                           {"torch.float16", "fp16"},
                                           {"bf16", "bf16"},
                                           {"bfloat16", "bf16"},
                                           {"torch.bfloat16", "bf16"},
                                           {"int8", "int8"},
                                           {"torch.int8", "int8"}}};
  const auto found = std::ranges::find(names, std::string_view(node.text), &Name::written);
  return node.is_string() && found != names.end() ? found->dtype : std::string_view();
}

/// runtime/base_optimizer.py:499-521
void low_precision_master(Walk& walk, const Facts& facts) {
  const TextNode* fp16 = walk.find("fp16");
  const TextNode* bf16 = walk.find("bf16");
  const bool fp16_master = is_on(fp16, "fp16_master_weights_and_grads");
  const bool bf16_master = is_on(bf16, "bf16_master_weights_and_grads");
  if (fp16_master && bf16_master)
    walk.tell(Severity::fails_later, fp16->child("fp16_master_weights_and_grads"),
              "fp16.fp16_master_weights_and_grads",
              {"both_masters", "fp16 and bf16 master weights are both switched on.", "Keep one of the two."});
  const bool needs_cpu_adam =
      fp16_master || (bf16_master && (!is_on(bf16, "bf16_optimizer_states") || facts.offloads_optimizer()));
  const bool has_cpu_adam =
      facts.offloads_optimizer() && (facts.optimizer_type.empty() || facts.is_deepspeed_adam());
  if (facts.stage == 0 || !needs_cpu_adam || has_cpu_adam) return;
  const std::string name = fp16_master ? "fp16_master_weights_and_grads" : "bf16_master_weights_and_grads";
  walk.tell(
      Severity::fails_later, (fp16_master ? fp16 : bf16)->child(name),
      joined(fp16_master ? "fp16" : "bf16", name),
      {"needs_cpu_adam", name + " works only with offload_optimizer and DeepSpeed's own CPU Adam.",
       fp16_master ? "Offload the optimizer and use Adam or AdamW, or remove the key."
                   : "Add bf16_optimizer_states: true without offload, or offload with Adam or AdamW."});
}

void data_types(Walk& walk, const Facts& facts) {
  const std::string_view model = facts.bf16 ? "bf16" : facts.fp16 ? "fp16" : "fp32";
  constexpr std::string_view accumulation_path = "data_types.grad_accum_dtype";
  const TextNode* accumulation = walk.find(accumulation_path);
  if (accumulation && !accumulation->is_null() && !(accumulation->is_auto() && walk.for_trainer())) {
    if (dtype_of(*accumulation).empty())
      walk.tell(Severity::fails_later, accumulation, accumulation_path,
                {"not_allowed",
                 "data_types.grad_accum_dtype must be fp32, fp16 or bf16, not " +
                     spelling(walk, *accumulation) + '.',
                 "Write \"fp32\", \"fp16\" or \"bf16\"."});
    else if (const bool bf16_in_fp32 = facts.bf16 && dtype_of(*accumulation) == "fp32";
             facts.stage == 0 && dtype_of(*accumulation) != model && !bf16_in_fp32)  // engine.py:2021
      walk.tell(Severity::fails_later, accumulation, accumulation_path,
                {"needs_zero", "Without ZeRO, gradients are accumulated in " + std::string(model) + " only.",
                 "Set zero_optimization.stage to 1, or remove the key."});
  }
  constexpr std::string_view param_path = "data_types.param_dtype";
  const TextNode* param = walk.find(param_path);
  if (param && !param->is_null() && dtype_of(*param) != model)  // engine.py:1513
    walk.tell(Severity::fails_later, param, param_path,
              {"precisions_differ",
               "data_types.param_dtype is " + spelling(walk, *param) +
                   ", while fp16 and bf16 make the model " + std::string(model) + '.',
               "Make the two agree, or remove param_dtype."});
}

void other_mixed_precision(Walk& walk, const Facts& facts) {
  const TextNode* amp = walk.find("amp");
  if (is_on(amp, "enabled") && (facts.stage > 0 || facts.fp16 || facts.bf16))  // engine.py:1983, 2002
    walk.tell(Severity::fails_later, amp->child("enabled"), "amp.enabled",
              {"amp_with_others",
               std::string("Apex amp works neither with ZeRO nor beside ") + (facts.bf16 ? "bf16." : "fp16."),
               "Remove amp; fp16 or bf16 do the same."});
  const TextNode* autocast = walk.find("torch_autocast");
  if (is_on(autocast, "enabled") && facts.zero_flag("zero_quantized_weights", false))  // torch_autocast.py:32
    walk.tell(Severity::fails_later, autocast->child("enabled"), "torch_autocast.enabled",
              {"autocast_with_quantized_weights", "torch_autocast does not work with zero_quantized_weights.",
               "Switch one of the two off."});
}

}  // namespace

void precision_rules(Walk& walk, const Facts& facts) {
  low_precision_master(walk, facts);
  data_types(walk, facts);
  other_mixed_precision(walk, facts);
}

}  // namespace zp::config_check
