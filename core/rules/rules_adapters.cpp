// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"

/// Rules about adapters and their frozen base model; a ds_config states neither.
namespace zp {
namespace {

constexpr std::string_view base = "training.frozen_precision";

constexpr RuleChange sixteen_bits = {"The base in the weights' type", [](Plan& plan) {
                                       plan.training.frozen_precision = FrozenPrecision::automatic;
                                     }};
constexpr RuleChange four_bits = {"The base in 4 bits",
                                  [](Plan& plan) { plan.training.frozen_precision = FrozenPrecision::nf4; }};
constexpr RuleChange adapters = {"LoRA of rank 16", [](Plan& plan) { plan.training.lora.rank = 16; }};

void ask_adapters(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  if (training.frozen_precision != FrozenPrecision::automatic && !training.has_adapters())
    say("Quantised weights cannot be trained, and there are no adapters on them; they count in the "
        "weights' type here.",
        "Set training.lora.rank, or training.frozen_precision to auto.",
        "You cannot perform fine-tuning on purely quantized models. Please attach trainable adapters on top "
        "of the quantized model to correctly perform fine-tuning.");
}

void ask_int8(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  if (!training.quantizes_frozen() || training.frozen_precision != FrozenPrecision::int8) return;
  if (subject.zero.stage != 3) return;
  if (training.framework == Framework::fsdp)
    say("FSDP partitions no 8-bit integers.", "Use nf4, whose storage may be bf16.",
        "Cannot flatten integer dtype tensors");
  else
    say("A base of 8-bit integers does not work at stage 3: it ends in an error, or in a loss an order of "
        "magnitude too high.",
        "Use nf4, or stage 2.");
}

/// First release that stores a 4-bit base in a floating-point type that FSDP can shard (transformers pull
/// request 29587).
constexpr ReleaseBound stores_base_as_floats{Library::transformers, {4, 39, 0}, 20240321};

void ask_packed_base(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  constexpr int shards_weights = 2;  // lower stages are DDP
  if (training.framework != Framework::fsdp || subject.zero.stage < shards_weights) return;
  if (!training.quantizes_frozen() || training.frozen_precision != FrozenPrecision::nf4) return;
  if (stores_base_as_floats.is_reached(training.releases)) return;
  say("Before transformers 4.39 and bitsandbytes 0.43 a base in 4 bits is packed into integers, which FSDP "
      "does not divide.",
      "Use transformers 4.39, PEFT 0.10 and bitsandbytes 0.43 or newer, or leave the base in 16 bits.",
      "Cannot flatten integer dtype tensors");
}

constexpr std::array<Rule, 7> rules_of_adapters = {
    {{.code = "quantized_without_adapters",
      .severity = Severity::fails_later,
      .keys = {base, "training.lora.rank"},
      .source = "transformers trainer.py, Trainer.__init__",
      .ask = ask_adapters,
      .changes = {adapters, sixteen_bits},
      .at_export = ExportEffect::silent},
     {.code = "int8_at_stage_3",
      .severity = Severity::fails_later,
      .keys = {base},
      .source = "bitsandbytes issue 1451; accelerate issue 3730; torch/distributed/fsdp/_flat_param.py",
      .ask = ask_int8,
      .changes = {four_bits, {"Stage 2", [](Plan& plan) { plan.zero.stage = 2; }}},
      .at_export = ExportEffect::silent},
     {.code = "packed_base_under_fsdp",
      .severity = Severity::fails_later,
      .keys = {base, "training.program_version"},
      .source = "bitsandbytes pull request 970; transformers pull request 29587; peft issue 1432",
      .ask = ask_packed_base,
      .changes = {RuleChange{"The newest releases", [](Plan& plan) { plan.training.releases = {}; }},
                  sixteen_bits},
      .at_export = ExportEffect::silent},
     {.code = "no_double_quantization",
      .severity = Severity::ignored,
      .keys = {"training.double_quantization"},
      .source = "bitsandbytes nn/modules.py: compress_statistics is an argument of Params4bit alone",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Training& training = subject.training;
            if (!training.double_quantization &&
                !(training.quantizes_frozen() && training.frozen_precision == FrozenPrecision::nf4))
              say("Only a base in 4 bits has scales that are quantised too.",
                  "Set training.frozen_precision to nf4, or leave this out.");
          },
      .changes = {four_bits,
                  {"As it is by default", [](Plan& plan) { plan.training.double_quantization = true; }}},
      .at_export = ExportEffect::silent},
     {.code = "no_adapters",
      .severity = Severity::ignored,
      .keys = {"training.lora.rank"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Lora& lora = subject.training.lora;
            if (lora.rank == 0 && lora != Lora())
              say("Without a rank there are no adapters, and no modules trained with them.",
                  "Set training.lora.rank, or leave the other keys of training.lora out.");
          },
      .changes = {adapters, {"No adapters", [](Plan& plan) { plan.training.lora = Lora(); }}},
      .at_export = ExportEffect::silent},
     {.code = "no_quantized_experts",
      .severity = Severity::ignored,
      .keys = {"training.quantize_experts"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Training& training = subject.training;
            const bool has_any = training.quantizes_frozen() && subject.plan.model.architecture.has_experts();
            if (training.quantize_experts && !has_any)
              say("There are no experts of a quantised base.", "Leave training.quantize_experts out.");
          },
      .changes = {{{"As it is by default", [](Plan& plan) { plan.training.quantize_experts = false; }}}},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "quantized_experts",
      .severity = Severity::ignored,
      .keys = {base, "training.quantize_experts"},
      .source = "transformers integrations/bitsandbytes.py, replace_with_bnb_linear: linear layers alone",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Training& training = subject.training;
            const Architecture& shape = subject.plan.model.architecture;
            if (training.quantizes_frozen() && shape.has_experts() && !quantizes_experts(training, shape))
              say("The experts are parameters and no linear layers: bitsandbytes leaves them in the weights' "
                  "type.",
                  "Set training.quantize_experts if the program quantises them: Axolotl with "
                  "quantize_moe_experts, Unsloth" +
                      std::string(shape.expert_bias || training.stacks_experts()
                                      ? "."
                                      : ". Before transformers 5 they are linear layers: state "
                                        "training.program_version."));
          },
      .needs = Subject::model,
      .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> adapter_rules() { return rules_of_adapters; }

}  // namespace zp
