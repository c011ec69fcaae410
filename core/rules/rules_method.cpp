// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/sharding/edits.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"

/// Rules about the training method, and about its models and engines other than the policy. A ds_config
/// states none of them; what ends a run is reported in TRL's and vLLM's words.
namespace zp {
namespace {

constexpr RuleChange own_reference = {"A reference model",
                                      [](Plan& plan) { plan.training.method.reference = Reference::model; }};
constexpr RuleChange two_sequences = {"Micro batch 2",
                                      [](Plan& plan) { plan.training.micro_batch_size = 2; }};
constexpr RuleChange larger_share = {"Half of the GPU for vLLM",
                                     [](Plan& plan) { plan.training.method.engine_share = 0.5; }};
constexpr RuleChange one_gpu_each = {"An engine on each GPU",
                                     [](Plan& plan) { plan.training.method.engine_ranks = 1; }};

constexpr RuleChange full_shard = {"FULL_SHARD", [](Plan& plan) { plan.zero.stage = 3; }};
constexpr RuleChange with_trl = {"TRL's defaults",
                                 [](Plan& plan) { plan = edits::set_program(plan, Program::none); }};
constexpr RuleChange other_framework = {"The framework it trains with", [](Plan& plan) {
                                          plan.training.framework = default_framework(plan.training.program);
                                        }};

const MethodRow& row_of(const Subject& subject) { return row_of(subject.training.method.method); }

void ask_reference(const Subject& subject, const FindingWriter& say) {
  const Reference reference = subject.training.method.reference;
  if (reference == Reference::automatic || reference == Reference::none) return;
  if (!row_of(subject).takes_reference)
    say("The method compares the policy with no reference.", "Leave training.reference out.");
}

void ask_adapters_of_method(const Subject& subject, const FindingWriter& say) {
  if (row_of(subject).takes_reference && subject.training.method.reference == Reference::adapter &&
      !subject.training.has_adapters())
    say("Without adapters there is none to switch off, and the policy would be compared with itself.",
        "Set training.lora.rank, or training.reference to model.");
}

void ask_precomputed(const Subject& subject, const FindingWriter& say) {
  if (row_of(subject).generates && subject.training.method.reference == Reference::precomputed)
    say("Log-probabilities cannot be precomputed for sequences that are generated during training.",
        "Set training.reference to model.");
}

void ask_roles(const Subject& subject, const FindingWriter& say) {
  const RoleList roles = roles_of(subject.plan);
  for (std::size_t i = 0; i < role_count; ++i) {
    const auto name = static_cast<RoleName>(i);
    if (subject.training.method.of(name).is_named && roles.find(name) == nullptr)
      say("The method takes no " + std::string(name_of(name)) + " model as it is set here.",
          "Remove it from training.roles.");
  }
}

void ask_role_offload(const Subject& subject, const FindingWriter& say) {
  for (const Role& role : roles_of(subject.plan)) {
    if (subject.training.method.of(role.name).offload_param != RoleDevice::cpu || role.is_on_host) continue;
    say("The " + std::string(name_of(role.name)) +
            " model is whole on every GPU: only what stage 3 partitions can wait in host memory.",
        "Give it stage 3 in training.roles, or leave its offload_param out.");
  }
}

void ask_program_method(const Subject& subject, const FindingWriter& say) {
  const MethodProgram& program = program_of(subject.training);
  const MethodRow& method = row_of(subject);
  if (!subject.training.method.is_plain() && !program.has(method.method))
    say(program_title(subject.training.program) + " has no command for " +
            std::string(name_of(method.method)) + '.',
        "Set training.program to one that has it.");
}

void ask_program_framework(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  if (trains_with(training.program, training.framework)) return;
  const bool is_fsdp = training.framework == Framework::fsdp;
  say(program_title(training.program) + " partitions with " + (is_fsdp ? "DeepSpeed" : "PyTorch's FSDP") +
          " alone.",
      std::string("Set training.framework to ") + (is_fsdp ? "deepspeed." : "fsdp."));
}

void ask_batch(const Subject& subject, const FindingWriter& say) {
  if (subject.training.method.method == Method::kto && subject.training.micro_batch_size <= 1)
    say("KTO estimates the divergence from the other sequences of a micro batch.",
        "Set training.micro_batch_size to 2 or more.",
        "Actual (not effective) batch size must be > 1. KTO will not work properly because the KL term will "
        "be equivalent to the implied reward.");
}

/// Reports a vLLM memory share that the weights alone exceed. vLLM's activations and graphs, which it
/// measures itself, are ignored.
void ask_generating_engine(const Subject& subject, const FindingWriter& say) {
  if (generation_of(subject.plan) != Generation::vllm) return;
  const MethodSettings& settings = subject.training.method;
  const double element = subject.training.precision == Precision::fp32 ? 4 : 2;
  const double weights = element * subject.sums().total / settings.engine_ranks;
  const Bytes share =
      bytes_of(settings.engine_share *
               static_cast<double>(from_gib(binding_gpu(subject.plan.cluster).memory_gib).value()));
  if (weights < static_cast<double>(share.value())) return;
  say("vLLM's share of a GPU is " + format_bytes(share) + ", and the weights alone take " +
          format_bytes(bytes_of(weights)) + " of it.",
      "Raise training.engine_share or training.engine_ranks.",
      "No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing "
      "the engine.");
}

void ask_engine_ranks(const Subject& subject, const FindingWriter& say) {
  const int ranks = subject.training.method.engine_ranks;
  if (generation_of(subject.plan) == Generation::vllm && subject.plan.cluster.ranks() % ranks != 0)
    say(format_count(subject.plan.cluster.ranks()) + " GPUs cannot be divided into engines of " +
            format_count(ranks) + ".",
        "Choose a training.engine_ranks that divides the number of GPUs.",
        "tensor_parallel_size (" + std::to_string(ranks) + ") must divide world size (" +
            std::to_string(subject.plan.cluster.ranks()) + ") evenly.");
}

void ask_int8_of_method(const Subject& subject, const FindingWriter& say) {
  if (generation_of(subject.plan) == Generation::vllm && subject.training.quantizes_frozen() &&
      subject.training.frozen_precision == FrozenPrecision::int8)
    say("vLLM does not generate from a base of 8-bit integers.", "Use nf4, or another engine.",
        "vLLM does not support in-flight 8-bit quantization.");
}

void ask_sequence_parallel(const Subject& subject, const FindingWriter& say) {
  if (subject.training.method.method == Method::grpo && subject.training.sequence_parallel > 1 &&
      program_of(subject.training).id == "trl")
    say("TRL's GRPO does not support sequence parallelism.", "Set training.sequence_parallel to 1.",
        "GRPOTrainer does not support sequence-dim parallelism (`parallelism_config.cp_size > 1` or "
        "`parallelism_config.sp_size > 1`) yet.");
}

void ask_shards_of_method(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  if (program_of(training).id == "verl" && training.method.is_plain() &&
      training.framework == Framework::fsdp && subject.plan.zero.stage < 3)
    say("verl's SFT trainer divides the weights too.", "Set training.sharding to full.");
}

constexpr std::array<Rule, 16> rules_of_method = {
    {{.code = "no_reference_asked",
      .severity = Severity::ignored,
      .keys = {"training.reference"},
      .ask = ask_reference,
      .at_export = ExportEffect::silent},
     {.code = "no_adapter_to_switch_off",
      .severity = Severity::fails_later,
      .keys = {"training.reference"},
      .source = "TRL dpo_trainer.py, DPOTrainer.__init__",
      .ask = ask_adapters_of_method,
      .changes = {own_reference},
      .at_export = ExportEffect::silent},
     {.code = "nothing_to_precompute",
      .severity = Severity::fails_later,
      .keys = {"training.reference"},
      .source = "TRL grpo_config.py, ppo_config.py: no precompute_ref_log_probs",
      .ask = ask_precomputed,
      .changes = {own_reference},
      .at_export = ExportEffect::silent},
     {.code = "role_not_taken",
      .severity = Severity::ignored,
      .keys = {"training.roles"},
      .ask = ask_roles,
      .at_export = ExportEffect::silent},
     {.code = "role_offload_needs_stage_3",
      .severity = Severity::ignored,
      .keys = {"training.roles"},
      .source = "TRL models/utils.py, prepare_deepspeed; OpenRLHF deepspeed_utils.py, get_eval_ds_config",
      .ask = ask_role_offload,
      .at_export = ExportEffect::silent},
     {.code = "program_without_method",
      .severity = Severity::fails_later,
      .keys = {"training.program"},
      .source = "OpenRLHF openrlhf/cli; verl trainer/config/algorithm.py",
      .ask = ask_program_method,
      .changes = {with_trl},
      .at_export = ExportEffect::silent},
     {.code = "program_of_other_framework",
      .severity = Severity::fails_later,
      .keys = {"training.framework"},
      .source = "OpenRLHF openrlhf/utils/deepspeed; verl workers/engine: fsdp, megatron, mindspeed, veomni",
      .ask = ask_program_framework,
      .changes = {other_framework},
      .at_export = ExportEffect::silent},
     {.code = "verl_sft_divides_weights",
      .severity = Severity::fails_later,
      .keys = {"training.sharding"},
      .source = "verl trainer/fsdp_sft_trainer.py, _build_model_optimizer: FULL_SHARD, or fully_shard",
      .ask = ask_shards_of_method,
      .changes = {full_shard},
      .at_export = ExportEffect::silent},
     {.code = "kto_needs_two_sequences",
      .severity = Severity::fails_later,
      .keys = {"training.method"},
      .source = "TRL kto_trainer.py, KTOTrainer.__init__",
      .ask = ask_batch,
      .changes = {two_sequences},
      .at_export = ExportEffect::silent},
     {.code = "engine_too_small",
      .severity = Severity::fails_later,
      .keys = {"training.engine_share"},
      .source = "vLLM v1/core/kv_cache_utils.py, check_enough_kv_cache_memory",
      .ask = ask_generating_engine,
      .changes = {larger_share},
      .needs = Subject::everything,
      .at_export = ExportEffect::silent},
     {.code = "engine_ranks_do_not_divide",
      .severity = Severity::fails_later,
      .keys = {"training.engine_ranks"},
      .source = "TRL generation/vllm_generation.py, VLLMGeneration",
      .ask = ask_engine_ranks,
      .changes = {one_gpu_each},
      .needs = Subject::cluster,
      .at_export = ExportEffect::silent},
     {.code = "engine_without_int8",
      .severity = Severity::fails_later,
      .keys = {"training.frozen_precision"},
      .source = "TRL generation/vllm_generation.py, VLLMGeneration",
      .ask = ask_int8_of_method,
      .changes = {{{"The base in 4 bits",
                    [](Plan& plan) { plan.training.frozen_precision = FrozenPrecision::nf4; }}}},
      .at_export = ExportEffect::silent},
     {.code = "grpo_divides_no_sequences",
      .severity = Severity::fails_later,
      .keys = {"training.method"},
      .source = "TRL trainer/grpo_config.py, __post_init__",
      .ask = ask_sequence_parallel,
      .changes = {{{"Sequence parallel 1", [](Plan& plan) { plan.training.sequence_parallel = 1; }}}},
      .at_export = ExportEffect::silent},
     {.code = "longest_completion_below_mean",
      .severity = Severity::ignored,
      .keys = {"training.rl.response_tokens_max"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Rollout& rollout = subject.training.method.rollout;
            if (rollout.response_tokens_max > 0 && rollout.response_tokens_max < rollout.response_tokens)
              say("The longest completion, " + format_count(rollout.response_tokens_max) +
                      " tokens, is shorter than the mean of " + format_count(rollout.response_tokens) +
                      "; the mean counts as the longest.",
                  "Set training.rl.response_tokens_max to the limit of a completion.");
          },
      .changes = {{{"The longest twice the mean",
                    [](Plan& plan) {
                      Rollout& rollout = plan.training.method.rollout;
                      rollout.response_tokens_max = 2 * rollout.response_tokens;
                    }}}},
      .at_export = ExportEffect::silent},
     {.code = "one_step_off_needs_a_server",
      .severity = Severity::ignored,
      .keys = {"training.rl.one_step_off"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.training.method.rollout.overlaps && row_of(subject).generates &&
                generation_of(subject.plan) != Generation::server)
              say("Generating one step ahead needs separate GPUs; on the GPUs that train, generation and "
                  "training alternate.",
                  "Set training.generation to server, or training.rl.one_step_off to false.");
          },
      .changes = {{{"A server on other GPUs",
                    [](Plan& plan) { plan.training.method.generation = Generation::server; }}}},
      .at_export = ExportEffect::silent},
     {.code = "generation_not_timed",
      .severity = Severity::style,
      .keys = {"training.method"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (row_of(subject).generates && !subject.training.method.rollout.is_stated())
              say("The step time is that of scoring and training alone: the time of generation depends on "
                  "lengths that the plan does not state.",
                  "Set training.rl.response_tokens to the mean length of a completion, and "
                  "training.rl.response_tokens_max to the longest.");
          },
      .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> method_rules() { return rules_of_method; }

}  // namespace zp
