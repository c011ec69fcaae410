// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <utility>

#include "core/rules/rule.h"
#include "core/sharding/deep_compile.h"
#include "core/text/python.h"

/// Rules about keys that a plan only carries, compared with its own settings.
namespace zp {
namespace {

void ask_sum(const Subject& subject, const FindingWriter& say) {
  const TextNode* op = subject.carried("gradient_allreduce_op");
  if (op == nullptr || (op->text != "sum" && op->text != "SUM" && op->text != "Sum")) return;
  const std::string_view with = subject.zero.stage == 3                ? "ZeRO stage 3"
                                : subject.zero.zenflow.enabled         ? "ZenFlow"
                                : subject.is_on("compile.deepcompile") ? "DeepCompile"
                                                                       : std::string_view();
  if (!with.empty())
    say("gradient_allreduce_op sum is not supported with " + std::string(with) + ".",
        "Write \"mean\", or remove the key.",
        "gradient_allreduce_op='sum' is not supported with " + std::string(with));
}

void ask_managed(const Subject& subject, const FindingWriter& say) {
  if (!subject.is_on("managed_gradient_accumulation", true) && subject.zero.stage != 2 &&
      subject.zero.overlaps())
    say("managed_gradient_accumulation off with overlap_comm works at stage 2 only.",
        "Set zero.overlap_comm to false, or remove the key.");
}

void ask_compiled(const Subject& subject, const FindingWriter& say) {
  if (!subject.is_on("compile.deepcompile")) return;
  const auto tell = [&](const std::string& name, const std::string& other) {
    say.at("deepspeed_config.compile." + name, "compile." + name + " does not work with " + other + ".",
           "Keep one of the two.");
  };
  const bool states = subject.is_on("compile.offload_opt_states");
  if (states && subject.uses_cpu_optimizer()) tell("offload_opt_states", "offload_optimizer");
  // The engine enables it by itself if optimizer and weights are offloaded to the CPU.
  const bool weights = subject.is_on("compile.offload_parameters");
  const bool brings_weights = weights || cycles_weights(subject.plan);
  if (states && weights) tell("offload_parameters", "offload_opt_states");
  if (!subject.is_on("compile.offload_activation") || (!states && !brings_weights)) return;
  tell("offload_activation", states    ? "offload_opt_states"
                             : weights ? "offload_parameters"
                                       : "offload_param and offload_optimizer on the CPU");
}

/// Returns true if DeepCompile runs the passes of stage 3.
bool compiles_stage3(const Subject& subject) {
  return subject.zero.stage == 3 && has_deep_compile(subject.plan);
}

void ask_weights_without_graph(const Subject& subject, const FindingWriter& say) {
  if (!compiles_stage3(subject) || homes_of(subject.plan).weights == Device::none) return;
  if (homes_of(subject.plan).weights == Device::nvme)
    say("DeepCompile gathers weights from the GPU or the CPU, not from drives.",
        "Set zero.offload_param to cpu or none, or leave compile.deepcompile out.");
  else if (!cycles_weights(subject.plan))
    say("The compiled graph would gather weights that lie on the CPU.",
        "Set compile.offload_parameters to true, so that they are copied to the GPU first.");
}

void ask_moves_nothing(const Subject& subject, const FindingWriter& say) {
  if (!has_deep_compile(subject.plan)) return;
  const auto tell = [&](const std::string& name, std::string_view why, std::string_view fix) {
    say.at("deepspeed_config.compile." + name, "compile." + name + " moves nothing: " + std::string(why),
           std::string(fix));
  };
  for (const std::string name : {"offload_activation", "offload_parameters", "offload_opt_states"})
    if (subject.is_on("compile." + name) && subject.zero.stage != 3)
      tell(name, "it works at stage 3.", "Set zero.stage to 3, or remove the key.");
  if (subject.zero.stage != 3) return;
  if (subject.is_on("compile.offload_activation") &&
      subject.plan.target.deepspeed_version < DeepSpeedVersion{0, 19, 6})
    tell("offload_activation", "DeepSpeed schedules it since 0.19.6.",
         "Set target.deepspeed_version to 0.19.6 or newer, or remove the key.");
  if (subject.is_on("compile.offload_opt_states") && subject.plan.target.deepspeed_version < schedules_states)
    tell("offload_opt_states", "DeepSpeed schedules it since 0.19.3.",
         "Set target.deepspeed_version to 0.19.3 or newer, or remove the key.");
  if (subject.is_on("compile.offload_parameters") && homes_of(subject.plan).weights == Device::none)
    tell("offload_parameters", "the weights lie on the GPU.",
         "Set zero.offload_param to cpu, or remove the key.");
}

void ask_inner_size(const Subject& subject, const FindingWriter& say) {
  const auto size = subject.number("tensor_parallel.tp.tp_size");
  if (size && *size != 1 && *size != subject.training.tensor_parallel)
    say("tp.tp_size is neither 1 nor autotp_size.", "Remove it, and set autotp_size.");
}

const TextNode* checkpointing(const Subject& subject, std::string_view key) {
  const TextNode* node = subject.carried("activation_checkpointing." + std::string(key));
  return node != nullptr && python::truthy(*node) ? node : nullptr;
}

void ask_checkpointing(const Subject& subject, const FindingWriter& say) {
  const TextNode* section = subject.carried("activation_checkpointing");
  if (section != nullptr && section->is_object() && !section->children.empty())
    say("This section acts only in programs that call deepspeed.checkpointing.configure and use "
        "deepspeed.checkpointing.checkpoint; for Hugging Face models it does nothing.",
        "Switch checkpointing on in the program, with gradient_checkpointing_enable().");
}

void ask_contiguous(const Subject& subject, const FindingWriter& say) {
  if (checkpointing(subject, "contiguous_memory_optimization") != nullptr &&
      (checkpointing(subject, "partition_activations") == nullptr ||
       checkpointing(subject, "number_checkpoints") == nullptr))
    say("contiguous_memory_optimization needs partition_activations and number_checkpoints; where the "
        "section acts, DeepSpeed stops.",
        "Add both, or remove it.");
}

/// Reports the keys that CurriculumScheduler.__init__ asserts.
void ask_schedule(const FindingWriter& say, const TextNode& section, const std::string& path) {
  const TextNode* type = section.child("schedule_type");
  for (const std::string name : {"min_difficulty", "max_difficulty", "schedule_type", "schedule_config"}) {
    const bool is_custom = name == "schedule_config" && type != nullptr && type->text == "custom";
    if (section.child(name) != nullptr || is_custom) continue;
    std::string defect = path;
    defect.append(" is enabled without ").append(name).append(", and building the engine fails.");
    say.at("deepspeed_config." + path, std::move(defect), "Add \"" + name + "\", or set enabled to false.");
  }
}

void ask_curriculum(const Subject& subject, const FindingWriter& say) {
  const auto enabled = [](const TextNode* section) {
    const TextNode* node = section != nullptr ? section->child("enabled") : nullptr;
    return node != nullptr && python::truthy(*node);
  };
  constexpr std::string_view legacy = "curriculum_learning";
  if (const TextNode* section = subject.carried(legacy); enabled(section))
    ask_schedule(say, *section, std::string(legacy));
  const std::string of_data = "data_efficiency.data_sampling.curriculum_learning";
  const TextNode* metrics = subject.carried(of_data + ".curriculum_metrics");
  if (metrics == nullptr || !enabled(subject.carried(of_data))) return;
  for (const TextNode& metric : metrics->children)
    if (metric.is_object()) ask_schedule(say, metric, of_data + ".curriculum_metrics." + metric.key);
}

void ask_layer_drop(const Subject& subject, const FindingWriter& say) {
  const TextNode* section = subject.carried("progressive_layer_drop");
  if (section == nullptr || !subject.is_on("progressive_layer_drop.enabled")) return;
  for (const std::string name : {"theta", "gamma"})
    if (section->child(name) == nullptr)
      say("progressive_layer_drop is enabled without " + name + ", and building the engine fails.",
          "Add \"" + name + "\": " + (name == "theta" ? "0.5" : "0.001") + ", or set enabled to false.");
}

void ask_autotuning(const Subject& subject, const FindingWriter& say) {
  if (subject.is_on("autotuning.enabled"))
    say("With the autotuner on, a run that DeepSpeed's launcher does not start with --autotuning ends after "
        "a few steps, when the profile is written.",
        "Start it with deepspeed --autotuning run, or set enabled to false.");
}

void ask_autotuned_zero(const Subject& subject, const FindingWriter& say) {
  if (!subject.is_on("autotuning.enabled")) return;
  Zero of_experiments, of_file = subject.zero;
  of_experiments.stage = of_file.stage;
  if (of_file.overlaps() == of_experiments.overlaps()) of_file.overlap_comm.reset();
  // pin_memory has no effect without offload, and its default depends on the release.
  of_file.offload_optimizer.pin_memory = of_experiments.offload_optimizer.pin_memory;
  of_file.offload_param.pin_memory = of_experiments.offload_param.pin_memory;
  if (of_file == of_experiments) return;
  const bool offloads = subject.offloads_optimizer() || subject.offloads_param();
  say("The autotuner tries micro batches with zero_optimization of stage " +
          std::to_string(subject.zero.stage) + " alone: " +
          (offloads ? "nothing is offloaded in its experiments, and sizes" : "sizes and switches") +
          " are DeepSpeed's own, in the file it writes too.",
      "Put the other keys of zero_optimization back into ds_config_optimal.json, and check that it still "
      "fits.");
}

constexpr std::array<Rule, 15> rules_of_carried = {
    {{.code = "autotuning_ends_run",
      .severity = Severity::style,
      .keys = {"deepspeed_config.autotuning.enabled"},
      .source = "runtime/engine.py (_autotuning_exit)",
      .ask = ask_autotuning},
     {.code = "autotuner_drops_keys",
      .severity = Severity::ignored,
      .keys = {"deepspeed_config.autotuning.enabled"},
      .source = "autotuning/autotuner.py (run_tuning_micro_batch_sizes)",
      .ask = ask_autotuned_zero},
     {.code = "sum_not_supported",
      .severity = Severity::refused,
      .keys = {"deepspeed_config.gradient_allreduce_op"},
      .source = "runtime/config.py:1029-1035",
      .ask = ask_sum,
      .parser_code = "ValueError",
      .since = {0, 19, 6}},
     {.code = "not_with_overlap",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.managed_gradient_accumulation"},
      .source = "runtime/engine.py:1705-1713",
      .ask = ask_managed,
      .changes = {{{"Without overlap", [](Plan& plan) { plan.zero.overlap_comm = false; }}}}},
     {.code = "two_offloads",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.compile.offload_opt_states"},
      .source = "compile/init_z3.py:93-150",
      .ask = ask_compiled},
     {.code = "compiled_without_weights",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.compile.deepcompile"},
      .source = "csrc/compile/z3.cpp (launchAllGather); compile/passes/offload_parameters.py",
      .ask = ask_weights_without_graph,
      .changes = {{{"With compile.offload_parameters",
                    [](Plan& plan) { plan.training.deepcompile.offload_parameters = true; }},
                   {"Weights on the GPU",
                    [](Plan& plan) { plan.zero.offload_param.device = Device::none; }}}},
      .since = {0, 16, 6}},
     {.code = "compiled_offload_moves_nothing",
      .severity = Severity::ignored,
      .keys = {"deepspeed_config.compile.offload_parameters", "deepspeed_config.compile.offload_activation",
               "deepspeed_config.compile.offload_opt_states"},
      .source = "compile/init_z3.py:150-200; csrc/includes/deepcompile.h (DSParam::reload)",
      .ask = ask_moves_nothing,
      .since = {0, 16, 6}},
     {.code = "parks_states_each_micro_batch",
      .severity = Severity::style,
      .keys = {"deepspeed_config.compile.offload_opt_states"},
      .source = "compile/config.py:36-41",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (parks_states(subject.plan) && subject.training.gradient_accumulation_steps > 1)
              say("The states go to the host and back for every micro batch.",
                  "Take a larger micro batch, or accumulate without offload_opt_states.");
          },
      .since = {0, 16, 6}},
     {.code = "sizes_differ",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.tensor_parallel.tp.tp_size"},
      .source = "runtime/engine.py:730-733",
      .ask = ask_inner_size},
     {.code = "autocast_with_quantized_weights",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.torch_autocast.enabled"},
      .source = "runtime/torch_autocast.py:32",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.is_on("torch_autocast.enabled") && subject.zero.zero_quantized_weights)
              say("torch_autocast does not work with zero_quantized_weights.", "Switch one of the two off.");
          }},
     {.code = "checkpointing_section",
      .severity = Severity::ignored,
      .keys = {"deepspeed_config.activation_checkpointing"},
      .source = "activation_checkpointing/checkpointing.py:1131-1241",
      .ask = ask_checkpointing},
     {.code = "contiguous_needs_more",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.activation_checkpointing.contiguous_memory_optimization"},
      .source = "activation_checkpointing/checkpointing.py:1238-1241",
      .ask = ask_contiguous},
     {.code = "no_model_parallelism",
      .severity = Severity::ignored,
      .keys = {"deepspeed_config.activation_checkpointing.partition_activations"},
      .source = "activation_checkpointing/checkpointing.py, partition_activations over the mpu's ranks",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.training.tensor_parallel < 2 &&
                checkpointing(subject, "partition_activations") != nullptr)
              say("partition_activations saves nothing without tensor parallelism.", "Remove it.");
          },
      .needs = Subject::cluster},
     {.code = "curriculum_without_schedule",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.curriculum_learning"},
      .source = "runtime/data_pipeline/curriculum_scheduler.py:16-87",
      .ask = ask_curriculum},
     {.code = "layer_drop_without_theta",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.progressive_layer_drop"},
      .source = "runtime/engine.py:1018-1022, 2583: KeyError, no default",
      .ask = ask_layer_drop}}};

}  // namespace

std::span<const Rule> carried_rules() { return rules_of_carried; }

}  // namespace zp
