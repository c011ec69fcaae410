// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/deepspeed/schema.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/rule.h"
#include "core/units/format.h"

/// Rules about stages, partitions and buckets.
namespace zp {
namespace {

/// A key of zero and its entry in the schema.
struct ZeroKey {
  const PlanKey* field;
  const SchemaKey* key;
};

const std::vector<ZeroKey>& zero_keys() {
  static const std::vector<ZeroKey> list = [] {
    std::vector<ZeroKey> keys;
    for (const PlanKey& field : plan_keys())
      if (field.is_plain() && field.path.starts_with("zero."))
        keys.push_back({&field, schema().find(field.deepspeed_key)});
    return keys;
  }();
  return list;
}

/// Returns true for keys of sections whose own rules give a better message.
bool has_own_rule(std::string_view path, const Zero& zero) {
  if (path.starts_with("zero.offload_param.")) return zero.stage < 3;
  return path == "zero.offload_optimizer.ratio" && zero.stage < 3;
}

void ask_effect(const Subject& subject, const FindingWriter& say) {
  // Few values differ from those of `usual`, so that defaults_for(), which is slower, is rarely called.
  static const Plan usual;
  for (const auto& [field, key] : zero_keys())
    if (field->value(subject.plan) != field->value(usual) && !acts(*key, subject.plan) &&
        !has_own_rule(field->path, subject.zero) &&
        field->value(subject.plan) != field->value(defaults_for(subject.plan)))
      say.at(field->path, why_without_effect(*key, subject.plan), "Remove it.");
}

/// Returns the size of hpZ's secondary group as the engine uses it: at most the number of ranks.
std::int64_t secondary_ranks(const Subject& subject) {
  return std::min<std::int64_t>(subject.zero.zero_hpz_partition_size, subject.plan.cluster.ranks());
}

void ask_hpz(const Subject& subject, const FindingWriter& say) {
  const int ranks = subject.plan.cluster.ranks();
  if (subject.zero.stage == 3 && ranks % secondary_ranks(subject) != 0)
    say(format_count(secondary_ranks(subject)) + " ranks of a secondary partition do not divide " +
            format_count(ranks) + " ranks.",
        "Choose a divisor, normally the GPUs of a node.");
}

void ask_mics(const Subject& subject, const FindingWriter& say) {
  const std::int64_t shard = subject.zero.mics_shard_size;
  const int ranks = subject.plan.cluster.ranks();
  if (subject.zero.stage == 3 && shard > 0 && ranks % shard != 0)
    say(format_count(shard) + " ranks of a MiCS shard do not divide " + format_count(ranks) + " ranks.",
        "Choose a divisor, normally the GPUs of a node, or -1.");
}

/// Reports MiCS with an offloaded optimizer. Gradients are then reduced only between replicas, which is
/// impossible in host memory.
void ask_mics_offload(const Subject& subject, const FindingWriter& say) {
  const std::int64_t shard = subject.zero.mics_shard_size;
  const bool has_replicas = !subject.knows(Subject::ranks) || subject.plan.cluster.ranks() > shard;
  if (subject.zero.stage == 3 && shard > 0 && subject.offloads_optimizer() && has_replicas)
    say("MiCS does not work with the optimizer offloaded.",
        "Set zero.offload_optimizer to none, or this to -1.");
}

void ask_scaled_gradients(const Subject& subject, const FindingWriter& say) {
  if (subject.zero.stage < 2 || !subject.zero.reduce_scatter) return;
  const auto ask = [&](const std::string& key, bool is_set) {
    if (is_set)
      say.at("deepspeed_config." + key,
             key + " does not work with reduce_scatter, which is on unless switched off, at stage 2 and 3.",
             "Remove it, or set zero.reduce_scatter to false.");
  };
  ask("prescale_gradients", subject.is_on("prescale_gradients"));
  ask("gradient_predivide_factor", subject.number("gradient_predivide_factor").value_or(1) != 1);
}

void ask_leaf_modules(const Subject& subject, const FindingWriter& say, bool version_has_key) {
  const Model& model = subject.plan.model;
  const SchemaKey* key = schema().find("zero_optimization.leaf_module");
  const bool has_key = key != nullptr && known_to(*key, subject.version());
  if (has_key != version_has_key || subject.zero.stage != 3 || !model.has_shape() ||
      !model.architecture.has_experts() || subject.training.expert_parallel > 1 ||
      subject.zero.leaf_modules == LeafModules::experts ||
      subject.carried("zero_optimization.leaf_module") != nullptr)
    return;
  const std::string waits =
      "At stage 3 ranks whose tokens visit different experts wait for each other forever, unless the expert "
      "block is a leaf module.";
  if (has_key)
    say(waits + " DeepSpeed does this itself for Mixtral, Qwen2-MoE and Qwen3-MoE of transformers.",
        "For other models name the block's class in zero.leaf_module.classes.");
  else
    say(waits, "Call deepspeed.utils.set_z3_leaf_modules in the program.");
}

constexpr RuleChange expert_blocks_are_leaves = {
    "Expert blocks as leaf modules", [](Plan& plan) { plan.zero.leaf_modules = LeafModules::experts; }};

void ask_tensor_parallel(const Subject& subject, const FindingWriter& say) {
  constexpr DeepSpeedVersion first_with_stage3{0, 19, 4};
  if (subject.training.tensor_parallel > 1 && subject.zero.stage == 3 &&
      subject.version() < first_with_stage3)
    say("DeepSpeed " + name_of(subject.version()) + " allows its tensor parallelism up to stage 2.",
        "Choose stage 2, or DeepSpeed " + name_of(first_with_stage3) + " or newer.");
}

constexpr std::array<Rule, 13> rules_of_zero = {
    {{.code = "without_effect",
      .severity = Severity::ignored,
      .source = "resources/schema/ds_config_schema.json: the stages and offloads at which each key acts",
      .ask = ask_effect,
      .at_export = ExportEffect::left_out},
     {.code = "hpz_does_not_divide",
      .severity = Severity::fails_later,
      .keys = {"zero.zero_hpz_partition_size"},
      .source = "utils/groups.py:859-886, of all ranks of the job",
      .ask = ask_hpz,
      .changes = {{{"hpZ partition 1", [](Plan& plan) { plan.zero.zero_hpz_partition_size = 1; }}}},
      .needs = Subject::ranks},
     {.code = "mics_does_not_divide",
      .severity = Severity::fails_later,
      .keys = {"zero.mics_shard_size"},
      .source = "zero/mics_utils.py:165-180, of all ranks of the job",
      .ask = ask_mics,
      .changes = {{{"Without MiCS", [](Plan& plan) { plan.zero.mics_shard_size = -1; }}}},
      .needs = Subject::ranks},
     {.code = "mics_with_offload",
      .severity = Severity::fails_later,
      .keys = {"zero.mics_shard_size"},
      .source = "zero/mics.py:422, of gradients in host memory; offload_param alone leaves them on the GPU",
      .ask = ask_mics_offload,
      .changes = {{{"Without MiCS", [](Plan& plan) { plan.zero.mics_shard_size = -1; }}}}},
     {.code = "quantized_gradients_need_reduce_scatter",
      .severity = Severity::fails_later,
      .keys = {"zero.zero_quantized_gradients", "zero.reduce_scatter"},
      .source = "zero/stage3.py:382",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage == 3 && subject.zero.zero_quantized_gradients &&
                !subject.zero.reduce_scatter)
              say("Quantised gradients need reduce_scatter.", "Set zero.reduce_scatter to true.");
          },
      .changes = {{{"With reduce_scatter", [](Plan& plan) { plan.zero.reduce_scatter = true; }}}}},
     {.code = "odd_allgather_bucket",
      .severity = Severity::fails_later,
      .keys = {"zero.allgather_bucket_size"},
      .source = "zero/stage_1_and_2.py:349-351",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const std::int64_t bucket = subject.zero.allgather_bucket_size;
            if (subject.shards_optimizer() && bucket % 2 != 0)
              say("At stages 1 and 2 DeepSpeed requires an even allgather_bucket_size.",
                  "Set it to " + format_count(bucket + 1) + ".");
          },
      .changes = {{{"An even bucket", [](Plan& plan) { ++plan.zero.allgather_bucket_size; }}}}},
     {.code = "not_with_reduce_scatter",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.prescale_gradients", "deepspeed_config.gradient_predivide_factor"},
      .source = "zero/stage_1_and_2.py:306-311, zero/stage3.py:385-389",
      .ask = ask_scaled_gradients,
      .changes = {{{"Without reduce_scatter", [](Plan& plan) { plan.zero.reduce_scatter = false; }}}}},
     {.code = "contiguous_gradients_forced",
      .severity = Severity::ignored,
      .keys = {"zero.contiguous_gradients"},
      .source = "zero/stage_1_and_2.py:260",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.shards_optimizer() && subject.offloads_optimizer() &&
                !subject.zero.contiguous_gradients)
              say("With the optimizer offloaded, stages 1 and 2 use contiguous gradients regardless of this "
                  "key.",
                  "Set zero.contiguous_gradients to true.");
          },
      .changes = {{{"Contiguous gradients", [](Plan& plan) { plan.zero.contiguous_gradients = true; }}}}},
     {.code = "prefetch_is_sequential",
      .severity = Severity::ignored,
      .keys = {"zero.stage3_prefetch_bucket_size"},
      .source = "runtime/engine.py:2471-2473",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage == 3 && subject.zero.stage3_allgather_sequential &&
                subject.zero.stage3_prefetch_bucket_size != Zero().stage3_prefetch_bucket_size)
              say("stage3_allgather_sequential sets the prefetch bucket to 1.", "Remove it.");
          }},
     {.code = "legacy_stage1",
      .severity = Severity::fails_later,
      .keys = {"zero.legacy_stage1"},
      .source = "runtime/engine.py:2377-2380",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.zero.stage > 0 && subject.is_on("zero_optimization.legacy_stage1"))
              say("The old implementation of stage 1 was removed; DeepSpeed stops if a config selects it.",
                  "Remove legacy_stage1.");
          }},
     {.code = "experts_need_leaf_modules",
      .severity = Severity::style,
      .keys = {"zero.stage"},
      .source = "zero/leaf_module_config.py, utils/z3_leaf_module.py",
      .ask = [](const Subject& subject, const FindingWriter& say) { ask_leaf_modules(subject, say, true); },
      .changes = {expert_blocks_are_leaves},
      .needs = Subject::model},
     {.code = "experts_need_program",
      .severity = Severity::fails_later,
      .keys = {"zero.stage"},
      .source = "utils/z3_leaf_module.py; the key leaf_module came with 0.18.0",
      .ask = [](const Subject& subject, const FindingWriter& say) { ask_leaf_modules(subject, say, false); },
      .changes = {expert_blocks_are_leaves},
      .needs = Subject::model},
     {.code = "tensor_parallel_stage",
      .severity = Severity::fails_later,
      .keys = {"training.tensor_parallel"},
      .source = "runtime/engine.py:633 of 0.19.3, an assertion that is gone since 0.19.4",
      .ask = ask_tensor_parallel,
      .changes = {{{"Stage 2", [](Plan& plan) { plan.zero.stage = 2; }}}}}}};

}  // namespace

std::span<const Rule> zero_rules() { return rules_of_zero; }

}  // namespace zp
