// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/text/python.h"

/// Rules about optimizers and the device on which they run.
namespace zp {
namespace {

constexpr RuleChange no_scatter = {"Without reduce_scatter",
                                   [](Plan& plan) { plan.zero.reduce_scatter = false; }};

void ask_muon_scatter(const Subject& subject, const FindingWriter& say) {
  if (!subject.trains_with_muon() || !subject.zero.reduce_scatter) return;
  const std::string fix = "Set zero.reduce_scatter to false.";
  if (subject.zero.stage == 3)
    say("Muon needs whole gradients, which a rank does not have at stage 3 with reduce_scatter.", fix);
  if (subject.shards_optimizer() && subject.offloads_optimizer())
    say("With the optimizer offloaded, Muon works only without reduce_scatter.", fix);
}

void ask_offloaded_optimizer(const Subject& subject, const FindingWriter& say) {
  if (!subject.knows(Subject::optimizer) || !subject.offloads_optimizer()) return;
  const std::string fix = "Use adamw, or set zero.offload_optimizer to none.";
  if (const std::string_view why = row_of(subject.training.optimizer).no_offload; !why.empty())
    say(std::string(why), fix);
}

/// Returns the row of an optimizer that the rules about its device apply to; nullptr for one that plans do
/// not have.
const OptimizerRow* known_row(const Subject& subject) {
  return subject.knows(Subject::optimizer) ? &row_of(subject.training.optimizer) : nullptr;
}

void ask_zero(const Subject& subject, const FindingWriter& say) {
  const OptimizerRow* const row = known_row(subject);
  if (row == nullptr || subject.zero.stage == 0) return;
  const bool is_refused = row->no_deepspeed.empty() && !row->no_zero.empty();
  if (is_refused) say(std::string(row->no_zero), "Set zero.stage to 0, or use adamw.");
}

void ask_engine(const Subject& subject, const FindingWriter& say) {
  const OptimizerRow* const row = known_row(subject);
  if (row != nullptr && !row->no_deepspeed.empty())
    say(std::string(row->no_deepspeed), "Set training.framework to fsdp and zero.stage to 0, or use adamw.");
}

/// Reports DeepSpeed's 1-bit optimizers with another framework.
void ask_other_framework(const Subject& subject, const FindingWriter& say) {
  const OptimizerRow* const row = known_row(subject);
  if (row == nullptr || subject.training.framework == Framework::deepspeed) return;
  if (!row->type.empty() && row->no_zero == row_of(Optimizer::onebit_adam).no_zero)
    say(std::string(row->title) + " is DeepSpeed's, and no other framework has it.",
        "Set training.framework to deepspeed and zero.stage to 0, or use adamw.");
}

void ask_shards(const Subject& subject, const FindingWriter& say) {
  const OptimizerRow* const row = known_row(subject);
  if (row == nullptr || subject.training.framework == Framework::deepspeed || subject.zero.stage == 0) return;
  if (!row->no_shards.empty())
    say(std::string(row->no_shards), "Set training.sharding to none, or use adamw.");
}

void ask_one_rank(const Subject& subject, const FindingWriter& say) {
  const OptimizerRow* const row = known_row(subject);
  if (row == nullptr || subject.training.framework == Framework::deepspeed) return;
  if (!row->one_rank_only.empty() && zero_world(subject.plan) > 1)
    say(std::string(row->one_rank_only), "Use one GPU, or adamw.");
}

void ask_accumulating_optimizer(const Subject& subject, const FindingWriter& say) {
  const OptimizerRow* const row = known_row(subject);
  if (row != nullptr && row->steps_in_backward && subject.training.gradient_accumulation_steps > 1)
    say(std::string(row->title) +
            " steps after every backward pass, so gradients of several micro batches do not "
            "add up.",
        "Set training.gradient_accumulation_steps to 1.");
}

/// Reports an untested optimizer with ZeRO. A plan's export allows it unless the plan forbids it; a file must
/// allow it explicitly.
void ask_untested(const Subject& subject, const FindingWriter& say) {
  if (subject.zero.stage == 0 || subject.allows_untested()) return;
  if (!subject.knows(Subject::optimizer) && subject.other_optimizer.empty()) return;
  const OptimizerSchema* known = subject.optimizer_schema();
  if (known != nullptr && known->tested_with_zero) return;
  if (const OptimizerRow* const row = known_row(subject); row != nullptr && !row->no_zero.empty()) return;
  const std::string name(subject.other_optimizer.empty() ? name_of(subject.training.optimizer)
                                                         : subject.other_optimizer);
  say("DeepSpeed runs " + name +
          " with ZeRO only where zero_allow_untested_optimizer is true, and stops here.",
      "Set deepspeed_config.zero_allow_untested_optimizer to true, or use adamw.");
}

void ask_amsgrad(const Subject& subject, const FindingWriter& say) {
  if (subject.is_deepspeed_adam() && subject.training.optimizer_options.amsgrad &&
      !subject.uses_cpu_optimizer())
    say("FusedAdam has no AMSGrad variant.", "Remove amsgrad, or set torch_adam to true.");
}

/// Reports a fixed loss scale with lamb or its 1-bit variant, which read the section's scale even if fp16
/// is off.
void ask_lamb_scale(const Subject& subject, const FindingWriter& say) {
  const OptimizerRow* const row = known_row(subject);
  const bool is_lamb =
      row != nullptr && (row->optimizer == Optimizer::lamb || row->optimizer == Optimizer::onebit_lamb);
  if (is_lamb && subject.number("fp16.loss_scale").value_or(0) > 0)
    say("Lamb needs a loss scale that adapts itself.", "Set it to 0.");
}

void ask_max_grad_norm(const Subject& subject, const FindingWriter& say) {
  const TextNode* norm = subject.carried("optimizer.params.max_grad_norm");
  if (norm != nullptr && python::python_number(*norm))
    say("DeepSpeed refuses max_grad_norm here when it builds the optimizer, at every stage.",
        "Remove it, and set gradient_clipping to " + python::python_repr(*norm) + ".",
        "'max_grad_norm' is not supported as an optimizer parameter, please switch to using the deepspeed "
        "parameter 'gradient_clipping'");
}

constexpr RuleChange stage_0 = {"Stage 0", [](Plan& plan) { plan.zero.stage = 0; }};
constexpr RuleChange without_accumulation = {
    "One micro batch a step", [](Plan& plan) { plan.training.gradient_accumulation_steps = 1; }};

void ask_ratio_engine(const Subject& subject, const FindingWriter& say) {
  if (subject.training.framework != Framework::deepspeed && subject.offloads_optimizer() &&
      subject.zero.offload_optimizer.ratio < 1)
    say("A share of the optimizer on the GPU is DeepSpeed's: other frameworks offload all of it or nothing.",
        "Remove it, or set training.framework to deepspeed.");
}

constexpr std::array<Rule, 5> optimizers_of_every_framework = {
    {{.code = "ratio_of_deepspeed",
      .severity = Severity::ignored,
      .keys = {"zero.offload_optimizer.ratio", "training.framework"},
      .source = "deepspeed/runtime/zero/stage3.py, _set_subgroup_optimizer; torch "
                "distributed/fsdp/_fully_shard/_fsdp_api.py, CPUOffloadPolicy",
      .ask = ask_ratio_engine,
      .changes = {{{"The whole optimizer", [](Plan& plan) { plan.zero.offload_optimizer.ratio = 1; }}}},
      .at_export = ExportEffect::silent},
     {.code = "optimizer_of_deepspeed",
      .severity = Severity::fails_later,
      .keys = {"training.optimizer"},
      .source = "deepspeed/runtime/fp16/onebit",
      .ask = ask_other_framework,
      .changes = {adamw},
      .at_export = ExportEffect::silent},
     {.code = "optimizer_needs_whole_weights",
      .severity = Severity::fails_later,
      .keys = {"training.optimizer", "training.sharding"},
      .source = "GaLore galore_torch/galore_projector.py; APOLLO apollo_torch",
      .ask = ask_shards,
      .changes = {adamw},
      .at_export = ExportEffect::silent},
     {.code = "optimizer_of_one_rank",
      .severity = Severity::fails_later,
      .keys = {"training.optimizer"},
      .source = "LOMO lomo_optim/lomo.py, adalomo.py, fuse_update",
      .ask = ask_one_rank,
      .changes = {adamw},
      .at_export = ExportEffect::silent},
     {.code = "steps_every_micro_batch",
      .severity = Severity::fails_later,
      .keys = {"training.gradient_accumulation_steps", "training.optimizer"},
      .source = "LOMO lomo_optim/lomo.py, fused_backward",
      .ask = ask_accumulating_optimizer,
      .changes = {without_accumulation, adamw},
      .at_export = ExportEffect::silent}}};

constexpr std::array<Rule, 10> rules_of_optimizer = {
    {{.code = "not_with_zero",
      .severity = Severity::fails_later,
      .keys = {"training.optimizer", "zero.stage"},
      .source = "runtime/engine.py:2152-2166 (1-bit); zero/stage_1_and_2.py, stage3.py (flat partitions); "
                "LLaMA-Factory hparams/parser.py (GaLore, APOLLO)",
      .ask = ask_zero,
      .changes = {stage_0, adamw}},
     {.code = "optimizer_without_deepspeed",
      .severity = Severity::fails_later,
      .keys = {"training.optimizer"},
      .source = "accelerate accelerator.py, backward; LOMO lomo_optim/lomo.py",
      .ask = ask_engine,
      .changes = {adamw},
      .at_export = ExportEffect::silent},
     {.code = "muon_with_reduce_scatter",
      .severity = Severity::fails_later,
      .keys = {"zero.reduce_scatter", "training.optimizer"},
      .source = "zero/stage3.py:351, zero/stage_1_and_2.py:230",
      .ask = ask_muon_scatter,
      .changes = {no_scatter},
      .at_export = ExportEffect::corrected},
     {.code = "muon_with_quantized_gradients",
      .severity = Severity::fails_later,
      .keys = {"zero.zero_quantized_gradients", "training.optimizer"},
      .source = "zero/stage3.py:353",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.trains_with_muon() && subject.zero.stage == 3 &&
                subject.zero.zero_quantized_gradients)
              say("Muon does not work with quantised gradients.",
                  "Set zero.zero_quantized_gradients to false.");
          },
      .changes = {{{"Whole gradients", [](Plan& plan) { plan.zero.zero_quantized_gradients = false; }}}}},
     {.code = "optimizer_cannot_offload",
      .severity = Severity::fails_later,
      .keys = {"training.optimizer", "zero.offload_optimizer"},
      .source = "runtime/engine.py:2040-2044; csrc/lamb/fused_lamb_cuda.cpp",
      .ask = ask_offloaded_optimizer,
      .changes = {adamw,
                  {"Optimizer on GPU",
                   [](Plan& plan) { plan.zero.offload_optimizer.device = Device::none; }}}},
     {.code = "untested_optimizer",
      .severity = Severity::fails_later,
      .keys = {"training.optimizer", "deepspeed_config.zero_allow_untested_optimizer"},
      .source = "runtime/engine.py:1986-1993, zero/utils.py:45-66",
      .ask = ask_untested,
      .changes = {adamw}},
     {.code = "no_fused_amsgrad",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.optimizer.params.amsgrad"},
      .source = "ops/adam/fused_adam.py, FusedAdam.__init__",
      .ask = ask_amsgrad,
      .changes = {{{"Without amsgrad",
                    [](Plan& plan) { plan.training.optimizer_options.amsgrad = false; }}}}},
     {.code = "ratio_needs_cpu_adam",
      .severity = Severity::fails_later,
      .keys = {"zero.offload_optimizer.ratio", "training.optimizer"},
      .source = "zero/stage3.py:311",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage == 3 && subject.offloads_optimizer() &&
                subject.zero.offload_optimizer.ratio < 1 && subject.lacks_cpu_adam())
              say("Offloading a part of the optimizer works only with DeepSpeedCPUAdam.",
                  "Use adamw, or set ratio to 1.");
          },
      .changes = {{{"The whole optimizer", [](Plan& plan) { plan.zero.offload_optimizer.ratio = 1; }}}}},
     {.code = "lamb_static_scale",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.fp16.loss_scale"},
      .source = "runtime/engine.py:1467, 1696-1698",
      .ask = ask_lamb_scale},
     {.code = "max_grad_norm",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.optimizer.params.max_grad_norm"},
      .source = "runtime/engine.py:2090-2093",
      .ask = ask_max_grad_norm,
      .at_export = ExportEffect::corrected}}};

}  // namespace

std::span<const Rule> optimizer_rules() { return rules_of_optimizer; }
std::span<const Rule> stepping_rules() { return optimizers_of_every_framework; }

}  // namespace zp
