// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/sharding/pipeline.h"
#include "core/sharding/pipeline_schedule.h"
#include "core/units/format.h"

/// Rules about the model of a pipeline, and about DeepSpeed's pipeline engine. A ds_config does not show that
/// there is a pipeline, because the model defines it.
namespace zp {
namespace {

constexpr std::string_view pipeline_key = "training.pipeline_parallel";

bool is_pipelined(const Subject& subject) { return subject.training.pipeline_parallel > 1; }

void ask_layers(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && !subject.plan.model.has_shape())
    say("A list of tensors does not say which layer each belongs to, so that no stage can be counted.",
        "Name the model by its preset or its architecture.");
}

void ask_modules(const Subject& subject, const FindingWriter& say) {
  const Model& model = subject.plan.model;
  const std::int64_t stages = subject.training.pipeline_parallel, chunks = chunks_of(subject.training);
  if (stages <= 1 || !model.has_shape()) return;
  if (const std::int64_t modules = pipeline_modules(model.architecture); stages * chunks >= modules)
    say(format_count(stages) + (chunks > 1 ? " stages of " + format_count(chunks) + " parts" : " stages") +
            " are to share " + format_count(modules) + " modules (embedding, blocks, final norm and head).",
        chunks > 1 ? "Choose fewer stages or parts." : "Choose fewer stages.");
}

void ask_method(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && !subject.training.method.is_plain())
    say("No trainer of that method runs a pipeline: TRL's call the model as a whole.",
        "Choose training.method pretrain or sft, or no pipeline.");
}

void ask_micro_batches_of_stages(const Subject& subject, const FindingWriter& say) {
  const std::int64_t stages = subject.training.pipeline_parallel;
  const std::int64_t micro_batches = subject.training.gradient_accumulation_steps;
  if (micro_batches >= stages) return;
  say("With " + format_count(micro_batches) + (micro_batches == 1 ? " micro batch, " : " micro batches, ") +
          format_count(stages) + " stages wait " + format_percent(idle_share(subject.training)) +
          " of the time.",
      "Raise training.gradient_accumulation_steps to several times the stages.");
}

const ScheduleRow& schedule_of(const Subject& subject) { return row_of(subject.training.pipeline_schedule); }

std::string named_schedule(const Subject& subject) {
  return "The schedule " + std::string(name_of(subject.training.pipeline_schedule));
}

void ask_stage_chunks(const Subject& subject, const FindingWriter& say) {
  const int stated = subject.training.pipeline_chunks;
  if (!is_pipelined(subject) || stated == 0) return;
  const std::int64_t taken = chunks_of(subject.training);
  if (taken != stated)
    say(named_schedule(subject) + " has " + format_count(taken) + (taken == 1 ? " part" : " parts") +
            " of the model on each rank, not " + format_count(std::int64_t{stated}) + ".",
        "Remove training.pipeline_chunks, or choose an interleaved schedule.");
}

void ask_rounds(const Subject& subject, const FindingWriter& say) {
  if (!is_pipelined(subject) || !schedule_of(subject).needs_rounds) return;
  const PipelineSize size = pipeline_size(subject.training);
  const std::int64_t rounds = std::max<std::int64_t>(1, size.micro_batches / size.ranks);
  if (size.micro_batches % rounds != 0)
    say(named_schedule(subject) + " runs " + format_count(size.micro_batches) + " micro batches in " +
            format_count(rounds) + " rounds, which do not divide them: PyTorch and Megatron-LM stop.",
        "Make training.gradient_accumulation_steps a multiple of the stages.");
}

void ask_least_batches(const Subject& subject, const FindingWriter& say) {
  if (!is_pipelined(subject)) return;
  const PipelineSize size = pipeline_size(subject.training);
  const std::int64_t least = schedule_of(subject).least_batches * size.ranks;
  if (schedule_of(subject).least_batches > 1 && size.micro_batches < least)
    say(named_schedule(subject) + " needs " + format_count(least) + " micro batches, and the plan has " +
            format_count(size.micro_batches) + ": PyTorch stops.",
        "Raise training.gradient_accumulation_steps to twice the stages.");
}

void ask_split_backward(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && schedule_of(subject).splits_backward && subject.training.is_compiled())
    say(named_schedule(subject) +
            " computes gradients of weights separately from those of inputs, which a compiled model does not "
            "support: PyTorch stops.",
        "Do not compile the model, or choose interleaved_1f1b.");
}

constexpr RuleChange no_pipeline = {"No pipeline", [](Plan& plan) { plan.training.pipeline_parallel = 1; }};
constexpr RuleChange usual_schedule = {"Schedule 1F1B", [](Plan& plan) {
                                         plan.training.pipeline_schedule = PipelineSchedule::one_f_one_b;
                                         plan.training.pipeline_chunks = 0;
                                       }};
constexpr std::string_view pipeline_schedule_key = "training.pipeline_schedule";

constexpr std::array<Rule, 8> pipelines_of_every_framework = {
    {{.code = "pipeline_needs_layers",
      .severity = Severity::refused,
      .keys = {pipeline_key},
      .ask = ask_layers,
      .changes = {no_pipeline},
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "more_stages_than_modules",
      .severity = Severity::fails_later,
      .keys = {pipeline_key},
      .source = "runtime/utils.py, partition_balanced: the last stages get nothing, and an optimizer without "
                "parameters",
      .ask = ask_modules,
      .changes = {no_pipeline},
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "pipeline_method",
      .severity = Severity::fails_later,
      .keys = {pipeline_key, "training.method"},
      .source =
          "TRL 1.10.0.dev0, trainers; runtime/pipe/engine.py: forward and backward are not to be called",
      .ask = ask_method,
      .changes = {no_pipeline},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "pipeline_bubble",
      .severity = Severity::slow,
      .keys = {pipeline_key, "training.gradient_accumulation_steps"},
      .source = "Narayanan et al., arXiv 2104.04473, section 2.2",
      .ask = ask_micro_batches_of_stages,
      .changes = {no_pipeline},
      .needs = Subject::model},
     {.code = "pipeline_chunks",
      .severity = Severity::ignored,
      .keys = {"training.pipeline_chunks", pipeline_schedule_key},
      .source = "torch distributed/pipelining/schedules.py, PipelineScheduleSingle, ScheduleZBVZeroBubble",
      .ask = ask_stage_chunks,
      .changes = {{{"Parts of the schedule", [](Plan& plan) { plan.training.pipeline_chunks = 0; }}}},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "pipeline_rounds",
      .severity = Severity::fails_later,
      .keys = {"training.gradient_accumulation_steps", pipeline_schedule_key},
      .source = "torch distributed/pipelining/schedules.py, ScheduleInterleaved1F1B.__init__; Megatron-LM "
                "core/pipeline_parallel/schedules.py, forward_backward_pipelining_with_interleaving",
      .ask = ask_rounds,
      .changes = {usual_schedule},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "pipeline_least_batches",
      .severity = Severity::fails_later,
      .keys = {"training.gradient_accumulation_steps", pipeline_schedule_key},
      .source = "torch distributed/pipelining/schedules.py, ScheduleDualPipeV.__init__",
      .ask = ask_least_batches,
      .changes = {usual_schedule},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "pipeline_split_backward",
      .severity = Severity::fails_later,
      .keys = {pipeline_schedule_key, "training.fused_norm"},
      .source = "torch distributed/pipelining/schedules.py, _check_torch_compile_compatibility",
      .ask = ask_split_backward,
      .changes = {usual_schedule},
      .needs = Subject::model,
      .at_export = ExportEffect::silent}}};

void ask_stage(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.zero.stage >= 2)
    say("DeepSpeed's pipeline engine stops: \"ZeRO-2 and ZeRO-3 are incompatible with pipeline "
        "parallelism\".",
        "Choose stage 1 or 0, or no pipeline.");
}

void ask_schedule(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.training.pipeline_schedule != PipelineSchedule::one_f_one_b)
    say("DeepSpeed's pipeline engine trains by one schedule, 1F1B, with one part of the model on each rank.",
        "Choose training.pipeline_schedule 1f1b, or training.framework fsdp (torchtitan has the others).");
}

void ask_sequence(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.training.sequence_parallel > 1)
    say("The ranks of a pipeline are laid out by stage, data and model alone: no group shares a sequence.",
        "Remove one of the two.");
}

void ask_pipelined_experts(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && subject.training.expert_parallel > 1)
    say("AutoEP divides experts only without a pipeline, and stops.", "Remove one of the two.");
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

void ask_accumulation_of_stages(const Subject& subject, const FindingWriter& say) {
  if (is_pipelined(subject) && !subject.is_on("managed_gradient_accumulation", true))
    say("DeepSpeed stops: \"managed_gradient_accumulation=False is not supported with pipeline "
        "parallelism\".",
        "Remove managed_gradient_accumulation.");
}

constexpr std::array<Rule, 7> of_the_engine = {
    {{.code = "pipeline_stage",
      .severity = Severity::fails_later,
      .keys = {pipeline_key, "zero.stage"},
      .source = "runtime/pipe/engine.py, PipelineEngine.__init__",
      .ask = ask_stage,
      .changes = {{{"Stage 1", [](Plan& plan) { plan.zero.stage = 1; }}, no_pipeline}},
      .needs = Subject::model},
     {.code = "pipeline_schedule",
      .severity = Severity::fails_later,
      .keys = {pipeline_schedule_key},
      .source = "runtime/pipe/engine.py, PipelineEngine.train_batch; runtime/pipe/schedule.py, TrainSchedule",
      .ask = ask_schedule,
      .changes = {usual_schedule},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "pipeline_sequence_parallel",
      .severity = Severity::fails_later,
      .keys = {pipeline_key, "training.sequence_parallel"},
      .source = "runtime/pipe/topology.py, PipeModelDataParallelTopology",
      .ask = ask_sequence,
      .changes = {no_pipeline},
      .needs = Subject::model},
     {.code = "pipeline_expert_parallel",
      .severity = Severity::fails_later,
      .keys = {pipeline_key, "training.expert_parallel"},
      .source = "module_inject/auto_ep_folding.py, build_folding_spec",
      .ask = ask_pipelined_experts,
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
      .ask = ask_accumulation_of_stages,
      .changes = {no_pipeline},
      .needs = Subject::model}}};

}  // namespace

std::span<const Rule> pipeline_rules() { return pipelines_of_every_framework; }
std::span<const Rule> pipeline_engine_rules() { return of_the_engine; }

}  // namespace zp
