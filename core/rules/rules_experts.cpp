// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/units/format.h"

/// Rules of DeepSpeed's expert parallelism (AutoEP) about the ranks, the model and the stage.
namespace zp {
namespace {

constexpr std::string_view expert_key = "training.expert_parallel";

int size_of(const Subject& subject) { return subject.training.expert_parallel; }

void ask_expert_ranks(const Subject& subject, const FindingWriter& say) {
  const int ranks = subject.plan.cluster.ranks();
  if (ranks % size_of(subject) != 0)
    say("Expert parallel size " + format_count(size_of(subject)) + " does not divide " + format_count(ranks) +
            " GPUs.",
        "Choose a size that divides nodes × gpus_per_node.");
}

void ask_dividing_experts(const Subject& subject, const FindingWriter& say) {
  const Architecture& shape = subject.plan.model.architecture;
  if (!subject.plan.model.has_shape() || !shape.has_experts()) return;
  if (shape.experts % size_of(subject) != 0)
    say(format_count(shape.experts) + " experts cannot be divided among " + format_count(size_of(subject)) +
            " ranks.",
        "Choose a size that divides the experts.");
}

void ask_for_experts(const Subject& subject, const FindingWriter& say) {
  const Model& model = subject.plan.model;
  if (size_of(subject) > 1 && model.has_shape() && !model.architecture.has_experts())
    say("The model has no experts that ranks could divide.", "Set training.expert_parallel to 1.");
}

void ask_stage3(const Subject& subject, const FindingWriter& say) {
  if (size_of(subject) == 1 || subject.zero.stage != 3) return;
  const auto ask = [&](bool is_set, std::string_view path, const std::string& feature) {
    if (is_set)
      say.at(path, "At stage 3 DeepSpeed divides experts only without " + feature + ", and stops.",
             "Remove it, or choose stage 2.");
  };
  ask(subject.training.tensor_parallel > 1, "training.tensor_parallel", "tensor parallelism");
  ask(subject.training.sequence_parallel > 1, "training.sequence_parallel", "sequence parallelism");
  ask(subject.zero.zero_quantized_gradients, "zero.zero_quantized_gradients", "quantised gradients");
  ask(subject.zero.mics_shard_size > 0, "zero.mics_shard_size", "MiCS");
  ask(subject.zero.zero_hpz_partition_size > 1, "zero.zero_hpz_partition_size", "hpZ");
}

void ask_offloaded_experts(const Subject& subject, const FindingWriter& say) {
  if (size_of(subject) > 1 && subject.training.tensor_parallel > 1 && subject.offloads_optimizer())
    say("With tensor parallelism DeepSpeed divides experts only without offload, and stops.",
        "Remove one of the three.");
}

void ask_buckets(const Subject& subject, const FindingWriter& say) {
  if (size_of(subject) == 1 || !subject.shards_optimizer()) return;
  if (!subject.zero.reduce_scatter)
    say.at("zero.reduce_scatter", "At stages 1 and 2 divided experts need reduce_scatter.",
           "Set zero.reduce_scatter to true.");
  if (subject.zero.stage == 2 && !subject.zero.contiguous_gradients && !subject.offloads_optimizer())
    say.at("zero.contiguous_gradients", "At stage 2 divided experts need contiguous gradients.",
           "Set zero.contiguous_gradients to true.");
}

constexpr DeepSpeedVersion first{0, 19, 2};  ///< first release with AutoEP

constexpr RuleChange every_rank_has_all = {"Expert parallel 1",
                                           [](Plan& plan) { plan.training.expert_parallel = 1; }};

constexpr std::array<Rule, 6> rules_of_experts = {
    {{.code = "expert_ranks_do_not_divide",
      .severity = Severity::fails_later,
      .keys = {expert_key},
      .source = "module_inject/auto_ep_folding.py, build_folding_spec",
      .ask = ask_expert_ranks,
      .changes = {every_rank_has_all},
      .needs = Subject::ranks,
      .since = first},
     {.code = "experts_do_not_divide",
      .severity = Severity::fails_later,
      .keys = {expert_key},
      .source = "module_inject/auto_ep_config.py, validate_autoep_post_detection",
      .ask = ask_dividing_experts,
      .changes = {every_rank_has_all},
      .needs = Subject::model,
      .since = first},
     {.code = "no_experts_to_divide",
      .severity = Severity::ignored,
      .keys = {expert_key},
      .source = "runtime/engine.py, _configure_expert_parallel: layers it finds, and it finds none",
      .ask = ask_for_experts,
      .changes = {every_rank_has_all},
      .needs = Subject::model,
      .since = first},
     {.code = "expert_parallel_stage3",
      .severity = Severity::fails_later,
      .keys = {expert_key},
      .source = "runtime/engine.py, _validate_zero3_moe_compatibility",
      .ask = ask_stage3,
      .changes = {{{"Stage 2", [](Plan& plan) { plan.zero.stage = 2; }}, every_rank_has_all}},
      .since = first},
     {.code = "expert_parallel_offload",
      .severity = Severity::fails_later,
      .keys = {expert_key, "zero.offload_optimizer"},
      .source = "module_inject/auto_ep_folding.py, validate_folding_global",
      .ask = ask_offloaded_experts,
      .changes = {{{"Tensor parallel 1", [](Plan& plan) { plan.training.tensor_parallel = 1; }},
                   every_rank_has_all}},
      .since = first},
     {.code = "experts_need_buckets",
      .severity = Severity::fails_later,
      .keys = {"zero.reduce_scatter", "zero.contiguous_gradients"},
      .source = "zero/stage_1_and_2.py, _configure_moe_settings",
      .ask = ask_buckets,
      .changes = {{{"With both",
                    [](Plan& plan) {
                      plan.zero.reduce_scatter = true;
                      plan.zero.contiguous_gradients = true;
                    }},
                   every_rank_has_all}},
      .since = first}}};

}  // namespace

std::span<const Rule> expert_rules() { return rules_of_experts; }

}  // namespace zp
