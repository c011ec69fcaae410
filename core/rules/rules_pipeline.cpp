// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/sharding/pipeline.h"
#include "core/units/format.h"

/// Rules of a pipeline about the model, and of DeepSpeed's pipeline engine about everything else. A file
/// alone does not say that there is a pipeline: it belongs to the model.
namespace zp {
namespace {

constexpr std::string_view key = "training.pipeline_parallel";

bool is_pipelined(const Subject& subject) { return subject.training.pipeline_parallel > 1; }

void ask_layers(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && !subject.plan.model.has_shape())
    say("A list of tensors does not say which layer each belongs to, so that no stage can be counted.",
        "Name the model by its preset or its architecture.");
}

void ask_modules(const Subject& subject, const FindingWriter& say) {
  const Model& model = subject.plan.model;
  const int stages = subject.training.pipeline_parallel;
  if (stages <= 1 || !model.has_shape()) return;
  if (const std::int64_t modules = pipeline_modules(model.architecture); stages >= modules)
    say(format_count(stages) + " stages are to share " + format_count(modules) +
            " modules (embedding, blocks, final norm and head).",
        "Choose fewer stages.");
}

void ask_method(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && !subject.training.method.is_plain())
    say("No trainer of that method runs a pipeline: TRL's call the model as a whole.",
        "Choose training.method pretrain or sft, or no pipeline.");
}

void ask_micro_batches(const Subject& subject, const FindingWriter& say) {
  const std::int64_t stages = subject.training.pipeline_parallel;
  const std::int64_t micro_batches = subject.training.gradient_accumulation_steps;
  if (micro_batches >= stages) return;
  say("With " + format_count(micro_batches) + (micro_batches == 1 ? " micro batch, " : " micro batches, ") +
          format_count(stages) + " stages wait " +
          format_percent(static_cast<double>(stages - 1) / static_cast<double>(micro_batches + stages - 1)) +
          " of the time.",
      "Raise training.gradient_accumulation_steps to several times the stages.");
}

constexpr RuleChange no_pipeline = {"No pipeline", [](Plan& plan) { plan.training.pipeline_parallel = 1; }};

constexpr std::array<Rule, 4> of_every_framework = {
    {{.code = "pipeline_needs_layers",
      .severity = Severity::refused,
      .keys = {key},
      .ask = ask_layers,
      .changes = {no_pipeline},
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "more_stages_than_modules",
      .severity = Severity::fails_later,
      .keys = {key},
      .source = "runtime/utils.py, partition_balanced: the last stages get nothing, and an optimizer without "
                "parameters",
      .ask = ask_modules,
      .changes = {no_pipeline},
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "pipeline_method",
      .severity = Severity::fails_later,
      .keys = {key, "training.method"},
      .source =
          "TRL 1.10.0.dev0, trainers; runtime/pipe/engine.py: forward and backward are not to be called",
      .ask = ask_method,
      .changes = {no_pipeline},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "pipeline_bubble",
      .severity = Severity::slow,
      .keys = {key, "training.gradient_accumulation_steps"},
      .source = "Narayanan et al., arXiv 2104.04473, section 2.2",
      .ask = ask_micro_batches,
      .changes = {no_pipeline},
      .needs = Subject::model}}};

void ask_stage(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.zero.stage >= 2)
    say("DeepSpeed's pipeline engine stops: \"ZeRO-2 and ZeRO-3 are incompatible with pipeline "
        "parallelism\".",
        "Choose stage 1 or 0, or no pipeline.");
}

void ask_sequence(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.training.sequence_parallel > 1)
    say("The ranks of a pipeline are laid out by stage, data and model alone: no group shares a sequence.",
        "Go without one of the two.");
}

void ask_experts(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.training.expert_parallel > 1)
    say("AutoEP divides experts only without a pipeline, and stops.", "Go without one of the two.");
}

void ask_overlap(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.shards_optimizer() && subject.zero.overlaps())
    say("A pipeline reduces its gradients after the last micro batch: DeepSpeed switches overlap_comm off.",
        "Remove zero.overlap_comm.");
}

void ask_elasticity(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.is_on("elasticity.enabled", false))
    say("DeepSpeed's pipeline engine stops: \"Elasticity is not currently supported with pipeline "
        "parallelism\".",
        "Remove elasticity.");
}

void ask_accumulation(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && !subject.is_on("managed_gradient_accumulation", true))
    say("DeepSpeed stops: \"managed_gradient_accumulation=False is not supported with pipeline "
        "parallelism\".",
        "Remove managed_gradient_accumulation.");
}

constexpr std::array<Rule, 6> of_the_engine = {
    {{.code = "pipeline_stage",
      .severity = Severity::fails_later,
      .keys = {key, "zero.stage"},
      .source = "runtime/pipe/engine.py, PipelineEngine.__init__",
      .ask = ask_stage,
      .changes = {{{"Stage 1", [](Plan& plan) { plan.zero.stage = 1; }}, no_pipeline}},
      .needs = Subject::model},
     {.code = "pipeline_sequence_parallel",
      .severity = Severity::fails_later,
      .keys = {key, "training.sequence_parallel"},
      .source = "runtime/pipe/topology.py, PipeModelDataParallelTopology",
      .ask = ask_sequence,
      .changes = {no_pipeline},
      .needs = Subject::model},
     {.code = "pipeline_expert_parallel",
      .severity = Severity::fails_later,
      .keys = {key, "training.expert_parallel"},
      .source = "module_inject/auto_ep_folding.py, build_folding_spec",
      .ask = ask_experts,
      .changes = {{{"Expert parallel 1", [](Plan& plan) { plan.training.expert_parallel = 1; }},
                   no_pipeline}},
      .needs = Subject::model},
     {.code = "pipeline_without_overlap",
      .severity = Severity::ignored,
      .keys = {"zero.overlap_comm"},
      .source = "runtime/engine.py, _configure_zero_optimizer",
      .ask = ask_overlap,
      .changes = {{{"Without overlap_comm", [](Plan& plan) { plan.zero.overlap_comm = false; }}}},
      .needs = Subject::model},
     {.code = "pipeline_elasticity",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.elasticity.enabled"},
      .source = "runtime/pipe/engine.py, PipelineEngine.__init__",
      .ask = ask_elasticity,
      .changes = {no_pipeline},
      .needs = Subject::model},
     {.code = "pipeline_accumulation",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.managed_gradient_accumulation"},
      .source = "runtime/engine.py, _do_sanity_check",
      .ask = ask_accumulation,
      .changes = {no_pipeline},
      .needs = Subject::model}}};

}  // namespace

std::span<const Rule> pipeline_rules() { return of_every_framework; }
std::span<const Rule> pipeline_engine_rules() { return of_the_engine; }

}  // namespace zp
