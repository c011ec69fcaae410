// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/check/parser_steps.h"
#include "core/check/plan_rules.h"

/// Checks of _do_error_check and _do_warning_check of deepspeed/runtime/config.py.
namespace zp::config_check {
namespace {

/// Checks vocabulary_size % 8.
void vocabulary(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* size = walk.find("vocabulary_size");
  if (!size || !truthy(*size)) return;
  constexpr std::int64_t tensor_core_alignment = 8;
  if (!python_number(*size)) {
    walk.refuse(size, "vocabulary_size", "TypeError",
                {"not_integer", "vocabulary_size must be a whole number, not " + spelling(walk, *size) + '.',
                 "Write a whole number, or remove the key."});
  } else if (size->is_integer() && !size->huge && size->integer % tensor_core_alignment != 0) {
    walk.report(Severity::slow, size, "vocabulary_size",
                {"vocabulary_not_aligned",
                 "Tensor cores reach full speed only with a vocabulary that is divisible by 8.",
                 "Pad the vocabulary to a multiple of 8."});
  }
}

/// Checks optimizer.params.max_grad_norm > 0.
void optimizer_params(ConfigWalk& walk) {
  walk.next_step();
  const TextNode* optimizer = walk.find("optimizer");
  const TextNode* type = walk.find("optimizer.type");
  const TextNode* params = optimizer && type && !type->is_null() ? walk.find("optimizer.params") : nullptr;
  if (!params || params->is_null() || refuse_attribute(walk, *params, "optimizer.params", "keys")) return;
  const TextNode* norm = params->child("max_grad_norm");
  if (!norm || python_number(*norm)) return;
  walk.refuse(
      norm, "optimizer.params.max_grad_norm", "TypeError",
      {"not_number", "optimizer.params.max_grad_norm must be a number, not " + spelling(walk, *norm) + '.',
       "Remove it and set gradient_clipping.",
       "'>' not supported between instances of '" + std::string(python_type(*norm)) + "' and 'int'"});
}

}  // namespace

void last_checks(ConfigWalk& walk) {
  for (const std::string_view code :
       {"sum_not_supported", "fp16_master_needs_zero", "fp16_master_needs_stage_2", "bf16_master_needs_zero",
        "bf16_states_need_zero", "states_without_master"}) {
    walk.next_step();
    refuse_rule(walk, code);
  }
  vocabulary(walk);
  optimizer_params(walk);
}

}  // namespace zp::config_check
