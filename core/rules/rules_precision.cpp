// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/dtypes.h"
#include "core/rules/rule.h"

/// Rules about master weights, gradient types and other mixed precision.
namespace zp {
namespace {

constexpr std::string_view fp16_master = "deepspeed_config.fp16.fp16_master_weights_and_grads";
constexpr std::string_view bf16_master = "deepspeed_config.bf16.bf16_master_weights_and_grads";
constexpr std::string_view bf16_states = "deepspeed_config.bf16.bf16_optimizer_states";

std::string weights_type(const Subject& subject) { return std::string(name_of(subject.training.precision)); }

void ask_cpu_adam(const Subject& subject, const FindingWriter& say) {
  const bool fp16 = subject.has_fp16_master(), bf16 = subject.has_bf16_master();
  const bool needs_cpu_adam = fp16 || (bf16 && (!subject.has_bf16_states() || subject.uses_cpu_optimizer()));
  if (subject.zero.stage == 0 || !needs_cpu_adam || !subject.lacks_cpu_adam()) return;
  say.at(fp16 ? fp16_master : bf16_master,
         "Master weights in 16 bit need the optimizer offloaded to DeepSpeedCPUAdam.",
         fp16 ? "Set zero.offload_optimizer to cpu with adam or adamw."
              : "Set zero.offload_optimizer to cpu with adam or adamw, or without offload also set " +
                    std::string(bf16_states) + " to true.");
}

/// Returns true if stage 0 can accumulate in this type. Before 0.17.6 it supported bf16 only with an
/// optimizer that accumulates in fp32 (pull request 7515).
bool accumulates_at_stage_0(const Subject& subject, AccumulationDtype dtype) {
  constexpr DeepSpeedVersion without_fp32_optimizer{0, 17, 6};
  if (subject.training.precision == Precision::bf16 && subject.version() < without_fp32_optimizer)
    return dtype == AccumulationDtype::fp32;
  return name_of(dtype) == weights_type(subject);
}

void ask_accumulation(const Subject& subject, const FindingWriter& say) {
  const AccumulationDtype dtype = subject.training.gradient_accumulation_dtype;
  if (subject.zero.stage != 0 || dtype == AccumulationDtype::automatic ||
      accumulates_at_stage_0(subject, dtype))
    return;
  say("At stage 0 DeepSpeed does not accumulate the gradients of " + weights_type(subject) + " weights in " +
          std::string(name_of(dtype)) + ".",
      "Set it to auto, or choose stage 1 or 3.");
}

void ask_ignored_accumulation(const Subject& subject, const FindingWriter& say) {
  const AccumulationDtype dtype = subject.training.gradient_accumulation_dtype;
  const std::string named(name_of(dtype));
  if (subject.zero.stage != 2 || dtype == AccumulationDtype::automatic || named == weights_type(subject))
    return;
  say("Stage 2 accumulates gradients in the weights' type, " + weights_type(subject) +
          ", whatever is set here.",
      "Set it to auto, or choose stage 3 for " + named + ".");
}

constexpr RuleChange automatic_accumulation = {
    "Accumulate in the weights' type",
    [](Plan& plan) { plan.training.gradient_accumulation_dtype = AccumulationDtype::automatic; }};

void ask_param_dtype(const Subject& subject, const FindingWriter& say) {
  const TextNode* param = subject.carried("data_types.param_dtype");
  if (param == nullptr || !param->is_string()) return;
  if (dtype_named(param->text) != weights_type(subject))
    say("data_types.param_dtype is " + param->text + ", while fp16 and bf16 make the model " +
            weights_type(subject) + ".",
        "Make the two agree, or remove param_dtype.");
}

void ask_amp(const Subject& subject, const FindingWriter& say) {
  if (!subject.is_on("amp.enabled")) return;
  if (subject.zero.stage == 0 && subject.training.precision == Precision::fp32) return;
  say("Apex amp works neither with ZeRO nor with fp16 or bf16.", "Remove amp; fp16 or bf16 do the same.");
}

constexpr std::array<Rule, 11> rules_of_precision = {
    {{.code = "fp16_master_needs_zero",
      .severity = Severity::refused,
      .keys = {fp16_master},
      .source = "runtime/config.py:1037-1040",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage == 0 && subject.has_fp16_master())
              say("Master weights in 16 bit are supported only at ZeRO stage 1, 2 or 3.",
                  "Set zero.stage to 1, 2 or 3, or remove the key.",
                  "Fp16_master_weights_and_grads is only supported with ZeRO Stage 1, 2, or 3.");
          },
      .at_export = ExportEffect::left_out,
      .parser_code = "AssertionError",
      .since = {0, 18, 3}},
     {.code = "fp16_master_needs_stage_2",
      .severity = Severity::refused,
      .keys = {fp16_master},
      .source = "runtime/config.py of 0.18.2, _do_error_check",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage != 2 && subject.has_fp16_master())
              say("DeepSpeed " + name_of(subject.version()) +
                      " supports master weights in 16 bit only at ZeRO stage 2.",
                  "Set zero.stage to 2, remove the key, or use DeepSpeed 0.18.3 or newer.",
                  "Fp16_master_weights_and_grads is only supported with ZeRO Stage 2 for now.");
          },
      .at_export = ExportEffect::left_out,
      .parser_code = "AssertionError",
      .until = {0, 18, 3}},
     {.code = "bf16_master_needs_zero",
      .severity = Severity::refused,
      .keys = {bf16_master},
      .source = "runtime/config.py:1041-1044",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage == 0 && subject.has_bf16_master())
              say("Master weights in 16 bit are supported only at ZeRO stage 1, 2 or 3.",
                  "Set zero.stage to 1, 2 or 3, or remove the key.",
                  "Bf16_master_weights_and_grads is only supported with ZeRO Stage 1, 2, or 3.");
          },
      .at_export = ExportEffect::left_out,
      .parser_code = "AssertionError",
      .since = {0, 18, 3}},
     {.code = "bf16_states_need_zero",
      .severity = Severity::refused,
      .keys = {bf16_states},
      .source = "runtime/config.py:1045-1047",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage == 0 && subject.has_bf16_states())
              say("Optimizer states in bf16 are supported only at ZeRO stage 1, 2 or 3.",
                  "Set zero.stage to 1, 2 or 3, or remove the key.",
                  "bf16_optimizer_states is only supported with ZeRO Stage 1, 2, or 3.");
          },
      .at_export = ExportEffect::left_out,
      .parser_code = "AssertionError",
      .since = {0, 18, 3}},
     {.code = "states_without_master",
      .severity = Severity::refused,
      .keys = {bf16_states},
      .source = "runtime/config.py:1048-1049",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.has_bf16_states() && !subject.has_bf16_master())
              say("bf16_optimizer_states needs bf16_master_weights_and_grads.",
                  "Set " + std::string(bf16_master) + " to true, or remove bf16_optimizer_states.",
                  "bf16_optimizer_states requires bf16_master_weights_and_grads to be enabled.");
          },
      .parser_code = "AssertionError",
      .since = {0, 18, 3}},
     {.code = "both_masters",
      .severity = Severity::fails_later,
      .keys = {fp16_master, bf16_master},
      .source = "runtime/base_optimizer.py:499",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage > 0 && subject.has_fp16_master() && subject.has_bf16_master())
              say("fp16 and bf16 master weights are both switched on.", "Keep one of the two.");
          },
      .at_export = ExportEffect::left_out},
     {.code = "master_needs_cpu_adam",
      .severity = Severity::fails_later,
      .keys = {fp16_master, bf16_master},
      .source = "runtime/base_optimizer.py:507-521, zero/stage_1_and_2.py:291, zero/stage3.py:294",
      .ask = ask_cpu_adam},
     {.code = "accumulation_needs_zero",
      .severity = Severity::fails_later,
      .keys = {"training.gradient_accumulation_dtype"},
      .source =
          "runtime/engine.py:2008-2021, _do_optimizer_sanity_check: \"unsupported mix of\" the two types",
      .ask = ask_accumulation,
      .changes = {automatic_accumulation}},
     {.code = "accumulation_ignored",
      .severity = Severity::ignored,
      .keys = {"training.gradient_accumulation_dtype"},
      .source = "zero/stage_1_and_2.py, gradients are averaged and copied in the weights' type",
      .ask = ask_ignored_accumulation,
      .changes = {automatic_accumulation}},
     {.code = "precisions_differ",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.data_types.param_dtype"},
      .source = "runtime/engine.py:1513",
      .ask = ask_param_dtype},
     {.code = "amp_with_others",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.amp.enabled"},
      .source = "runtime/engine.py:1983, 2002",
      .ask = ask_amp}}};

}  // namespace

std::span<const Rule> precision_rules() { return rules_of_precision; }

}  // namespace zp
