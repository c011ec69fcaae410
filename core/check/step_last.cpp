// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/check/model_fields.h"
#include "core/check/parser_steps.h"

/// _do_error_check and _do_warning_check of deepspeed/runtime/config.py.
namespace zp::config_check {
namespace {

bool is_on(const TextNode* section, std::string_view name) {
  const TextNode* node = section && section->is_object() ? field(*section, name) : nullptr;
  return node && lax_bool(*node).value_or(false);
}

void sum_of_gradients(Walk& walk) {
  const TextNode* op = walk.find("gradient_allreduce_op");
  if (!op || !op->is_string() || (op->text != "sum" && op->text != "SUM" && op->text != "Sum")) return;
  const TextNode* zero = walk.find("zero_optimization");
  const TextNode* zenflow = zero && zero->is_object() ? field(*zero, "zenflow") : nullptr;
  std::string with;
  if (walk.derived.stage == 3)
    with = "ZeRO stage 3";
  else if (zenflow && zenflow->is_object())
    with = "ZenFlow";
  else if (is_on(walk.find("compile"), "deepcompile"))
    with = "DeepCompile";
  if (with.empty()) return;
  walk.refuse(
      op, "gradient_allreduce_op", "ValueError",
      {"not_supported", "gradient_allreduce_op sum is not supported with " + with + '.',
       "Write \"mean\", or remove the key.", "gradient_allreduce_op='sum' is not supported with " + with});
}

void low_precision_master(Walk& walk, const TextNode* section, std::string_view path, std::string_view name,
                          std::string_view printed) {
  if (!is_on(section, name) || walk.derived.stage != 0) return;
  walk.refuse(section->child(name), joined(path, name), "AssertionError",
              {"needs_zero", joined(path, name) + " needs ZeRO stage 1, 2 or 3.",
               "Set zero_optimization.stage to 1, 2 or 3, or remove the key.",
               std::string(printed) + " is only supported with ZeRO Stage 1, 2, or 3."});
}

/// vocabulary_size % 8
void vocabulary(Walk& walk) {
  walk.next_step();
  const TextNode* size = walk.find("vocabulary_size");
  if (!size || !truthy(*size)) return;
  constexpr std::int64_t tensor_core_alignment = 8;
  if (!python_number(*size)) {
    walk.refuse(size, "vocabulary_size", "TypeError",
                {"not_integer", "vocabulary_size must be a whole number, not " + spelling(walk, *size) + '.',
                 "Write a whole number, or remove the key."});
  } else if (size->is_integer() && !size->huge && size->integer % tensor_core_alignment != 0) {
    walk.tell(
        Severity::slow, size, "vocabulary_size",
        {"vocabulary_not_aligned", "A vocabulary that 8 does not divide keeps tensor cores from full speed.",
         "Pad the vocabulary to a multiple of 8."});
  }
}

/// optimizer.params.max_grad_norm > 0
void optimizer_params(Walk& walk) {
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

void last_checks(Walk& walk) {
  walk.next_step();
  sum_of_gradients(walk);
  const TextNode* fp16 = walk.find("fp16");
  const TextNode* bf16 = walk.find("bf16");
  std::string_view bf16_path = "bf16";
  if (!bf16 || bf16->is_null()) {
    bf16 = walk.find("bfloat16");
    bf16_path = "bfloat16";
  }
  walk.next_step();
  low_precision_master(walk, fp16, "fp16", "fp16_master_weights_and_grads", "Fp16_master_weights_and_grads");
  walk.next_step();
  low_precision_master(walk, bf16, bf16_path, "bf16_master_weights_and_grads",
                       "Bf16_master_weights_and_grads");
  walk.next_step();
  low_precision_master(walk, bf16, bf16_path, "bf16_optimizer_states", "bf16_optimizer_states");
  walk.next_step();
  if (is_on(bf16, "bf16_optimizer_states") && !is_on(bf16, "bf16_master_weights_and_grads"))
    walk.refuse(bf16->child("bf16_optimizer_states"), joined(bf16_path, "bf16_optimizer_states"),
                "AssertionError",
                {"needs_low_precision_master", "bf16_optimizer_states needs bf16_master_weights_and_grads.",
                 "Set bf16_master_weights_and_grads to true, or remove bf16_optimizer_states.",
                 "bf16_optimizer_states requires bf16_master_weights_and_grads to be enabled."});
  vocabulary(walk);
  optimizer_params(walk);
}

}  // namespace zp::config_check
