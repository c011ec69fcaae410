// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/units/format.h"

/// Rules about behaviour that differs silently between DeepSpeed releases.
namespace zp {
namespace {

/// The first release after 0.19.6; changes merged in September 2026 are in no earlier one.
constexpr DeepSpeedVersion after_0_19_6{0, 19, 7};

constexpr RuleChange no_zero_init = {"Build the model whole",
                                     [](Plan& plan) { plan.training.zero_init = false; }};
constexpr RuleChange stage_2 = {"Stage 2", [](Plan& plan) { plan.zero.stage = 2; }};
constexpr RuleChange one_micro_batch = {"One micro batch a step",
                                        [](Plan& plan) { plan.training.gradient_accumulation_steps = 1; }};

void ask_zero_init(const Subject& subject, const FindingWriter& say) {
  if (subject.trains_with_muon() && subject.zero.stage == 3 && subject.training.zero_init)
    say("Muon looks for matrices, and under zero.Init every partitioned weight reports one dimension: none "
        "is tagged for Muon, and AdamW trains all of them without a message.",
        "Build the model whole (training.zero_init false), or use stage 2.");
}

void ask_micro_batches(const Subject& subject, const FindingWriter& say) {
  const std::int64_t steps = subject.training.gradient_accumulation_steps;
  if (subject.trains_with_muon() && subject.zero.stage == 3 && steps > 1)
    say("At stage 3 Muon orthogonalises the gradient of every micro batch, and its momentum moves on " +
            format_count(steps) + " times a step: accumulation changes the training result.",
        "Use one micro batch a step, or stage 2, where it waits for the last.");
}

void ask_stage_0(const Subject& subject, const FindingWriter& say) {
  if (subject.trains_with_muon() && subject.zero.stage == 0)
    say("Without ZeRO Muon runs no Newton-Schulz iteration: it is SGD with momentum.",
        "Use stage 1 or 2, or adamw.");
}

void ask_recomputation(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  const bool has_frozen = training.has_adapters() || subject.plan.model.architecture.frozen_parameters > 0;
  if (subject.zero.stage == 3 && has_frozen && zero_world(subject.plan) > 1 &&
      training.activation_checkpointing != Checkpointing::none)
    say("Frozen weights are partitioned again while a block is recomputed: non-reentrant checkpointing, the "
        "default of transformers 5, stops in the first backward pass.",
        "Set gradient_checkpointing_kwargs to {\"use_reentrant\": True}, or use DeepSpeed 0.19.3.",
        "torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than "
        "during the forward pass.");
}

void ask_deepcompile(const Subject& subject, const FindingWriter& say) {
  if (subject.is_on("compile.deepcompile") && subject.zero.stage == 0)
    say("DeepCompile works at stages 1 to 3; without ZeRO the torch compiler does.",
        "Use a stage, or leave compile.deepcompile out.",
        "Currently DeepCompile supports ZeRO stage 1, 2, or 3 only, but ZeRO stage is set to 0. Falling back "
        "to the torch compiler.");
}

constexpr std::array<Rule, 5> rules_of_versions = {
    {{.code = "muon_inactive_under_zero_init",
      .severity = Severity::ignored,
      .keys = {"training.zero_init"},
      .source = "DeepSpeed pull request 8438",
      .ask = ask_zero_init,
      .changes = {no_zero_init, stage_2},
      .at_export = ExportEffect::silent,
      .since = {0, 18, 9},
      .until = after_0_19_6},
     {.code = "muon_steps_each_micro_batch",
      .severity = Severity::slow,
      .keys = {"training.gradient_accumulation_steps"},
      .source = "DeepSpeed issue 8443, pull request 8600",
      .ask = ask_micro_batches,
      .changes = {one_micro_batch, stage_2},
      .since = {0, 18, 9}},
     {.code = "muon_without_zero",
      .severity = Severity::ignored,
      .keys = {"training.optimizer"},
      .source = "DeepSpeed pull request 8442",
      .ask = ask_stage_0,
      .changes = {stage_2, adamw},
      .until = after_0_19_6},
     {.code = "frozen_weights_recomputed",
      .severity = Severity::style,
      .keys = {"training.activation_checkpointing"},
      .source = "DeepSpeed pull request 8148; transformers issue 47254",
      .ask = ask_recomputation,
      .needs = Subject::everything,
      .at_export = ExportEffect::silent,
      .until = {0, 19, 3}},
     {.code = "deepcompile_without_zero",
      .severity = Severity::ignored,
      .keys = {"deepspeed_config.compile.deepcompile"},
      .source = "runtime/engine.py, compile",
      .ask = ask_deepcompile,
      .changes = {stage_2},
      .at_export = ExportEffect::left_out}}};

}  // namespace

std::span<const Rule> version_rules() { return rules_of_versions; }

}  // namespace zp
