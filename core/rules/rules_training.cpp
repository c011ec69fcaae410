// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/units/format.h"

/// Rules about a step: precision on these GPUs, sequence length, heads per rank.
namespace zp {
namespace {

/// The most tokens per optimizer step that are still exact after multiplication by further factors.
constexpr double most_tokens = 1e15;

void ask_heads(const Subject& subject, std::string_view path, int size, std::string_view kind,
               const FindingWriter& say) {
  const std::int64_t heads = subject.plan.model.architecture.attention_heads;
  if (!subject.plan.model.has_shape() || size <= 1 || heads % size == 0) return;
  say.at(path,
         format_count(heads) + " attention heads cannot be spread over " + format_count(size) + " " +
             std::string(kind) + "-parallel ranks.",
         "Choose a size that divides the heads.");
}

/// Reports numbers of key and value heads that do not fit: Ulysses distributes or copies them, so one count
/// must divide the other.
void ask_kv_heads(const Subject& subject, const FindingWriter& say) {
  const std::int64_t heads = subject.plan.model.architecture.kv_heads;
  const std::int64_t size = subject.training.sequence_parallel;
  if (!subject.plan.model.has_shape() || heads % size == 0 || size % heads == 0) return;
  say(format_count(heads) + " key and value heads can be neither spread over " + format_count(size) +
          " sequence-parallel ranks nor copied evenly.",
      "Choose a size that divides the key and value heads, or is a multiple of them.");
}

void ask_precision(const Subject& subject, const FindingWriter& say) {
  const GpuPreset* gpu = binding_preset(subject.plan.cluster);
  if (subject.training.precision != Precision::bf16 || gpu == nullptr) return;
  if (!gpu->has_bf16)
    say("The " + gpu->name + " has no bf16, and DeepSpeed stops: Type bf16 is not supported on your device.",
        "Use fp16 instead of bf16.");
}

void ask_positions(const Subject& subject, const FindingWriter& say) {
  const Architecture& shape = subject.plan.model.architecture;
  if (shape.learned_positions > 0 && subject.training.sequence_length > shape.learned_positions)
    say("A sequence of " + format_count(subject.training.sequence_length) + " tokens needs more than the " +
            format_count(shape.learned_positions) + " rows of the learned position table.",
        "Shorten the sequence, or enlarge the table.");
}

void ask_maximum(const Subject& subject, const FindingWriter& say) {
  const Architecture& shape = subject.plan.model.architecture;
  const std::int64_t length = subject.training.sequence_length;
  const bool table_is_exceeded = shape.learned_positions > 0 && length > shape.learned_positions;
  if (!table_is_exceeded && shape.max_position_embeddings > 0 && length > shape.max_position_embeddings)
    say("The model was made for " + format_count(shape.max_position_embeddings) + " tokens, the plan has " +
            format_count(length) + ".",
        "Shorten the sequence, or scale the model's positions.");
}

void ask_tokens(const Subject& subject, const FindingWriter& say) {
  if (static_cast<double>(train_batch_size(subject.plan)) *
          static_cast<double>(subject.training.sequence_length) >
      most_tokens)
    say("One step would take more than 10^15 tokens.", "Make the batch or the sequence smaller.");
}

void ask_packing(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  if (training.example_length == 0 || training.attends_within_examples()) return;
  if (training.example_length >= training.sequence_length)
    say("An example of " + format_count(training.example_length) + " tokens fills the sequence of " +
            format_count(training.sequence_length) + ": nothing is packed.",
        "Make the sequence longer than its examples, or leave the key out.");
  else
    say("Attention covers the whole sequence, as this kernel does not know where examples end.",
        "Choose a FlashAttention kernel, with packing that hands it position ids.");
}

constexpr RuleChange flash_attention = {"FlashAttention-2", [](Plan& plan) {
                                          plan.training.attention = Attention::sdpa;
                                          plan.training.attention_kernel = AttentionKernel::flash_2;
                                        }};
constexpr RuleChange not_packed = {"Not packed", [](Plan& plan) { plan.training.example_length = 0; }};
constexpr RuleChange models_length = {"Sequence of the model's length", [](Plan& plan) {
                                        const std::int64_t most =
                                            plan.model.architecture.max_position_embeddings;
                                        if (most > 0) plan.training.sequence_length = most;
                                      }};
constexpr RuleChange no_ulysses = {"Sequence parallel 1",
                                   [](Plan& plan) { plan.training.sequence_parallel = 1; }};

constexpr std::array<Rule, 12> rules_of_training = {
    {{.code = "packing_without_flash",
      .severity = Severity::ignored,
      .keys = {"training.example_length"},
      .source = "transformers modeling_flash_attention_utils.py; masking_utils.py, "
                "find_packed_sequence_indices",
      .ask = ask_packing,
      .changes = {flash_attention, not_packed},
      .at_export = ExportEffect::silent},
     {.code = "no_bf16",
      .severity = Severity::fails_later,
      .keys = {"training.precision"},
      .source = "runtime/engine.py:1678-1682",
      .ask = ask_precision,
      .changes = {{{"Precision fp16", [](Plan& plan) { plan.training.precision = Precision::fp16; }},
                   {"Precision fp32", [](Plan& plan) { plan.training.precision = Precision::fp32; }}}},
      .needs = Subject::cluster},
     {.code = "sequence_does_not_divide",
      .severity = Severity::fails_later,
      .keys = {"training.sequence_length"},
      .source = "runtime/sequence_parallel/ulysses_sp.py, UlyssesSPDataLoaderAdapter",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Training& training = subject.training;
            if (training.sequence_length % training.sequence_parallel != 0)
              say("A sequence of " + format_count(training.sequence_length) + " tokens cannot be cut into " +
                      format_count(training.sequence_parallel) + " equal parts.",
                  "Choose a length that is a multiple of training.sequence_parallel.");
          },
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "sequence_exceeds_positions",
      .severity = Severity::fails_later,
      .keys = {"training.sequence_length"},
      .source = "torch.nn.Embedding: index out of range",
      .ask = ask_positions,
      .changes = {models_length},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "sequence_exceeds_model",
      .severity = Severity::style,
      .keys = {"training.sequence_length"},
      .ask = ask_maximum,
      .changes = {models_length},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "too_many_tokens",
      .severity = Severity::refused,
      .keys = {"training.micro_batch_size"},
      .ask = ask_tokens,
      .needs = Subject::everything,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "heads_do_not_divide",
      .severity = Severity::fails_later,
      .keys = {"training.tensor_parallel"},
      .source =
          "runtime/sequence_parallel/ulysses_sp.py, register_with_transformers; module_inject/auto_tp.py",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            ask_heads(subject, "training.tensor_parallel", subject.training.tensor_parallel, "tensor", say);
            ask_heads(subject, "training.sequence_parallel", subject.training.sequence_parallel, "sequence",
                      say);
          },
      .changes = {no_ulysses, {"Tensor parallel 1", [](Plan& plan) { plan.training.tensor_parallel = 1; }}},
      .needs = Subject::model},
     {.code = "kv_heads_do_not_divide",
      .severity = Severity::fails_later,
      .keys = {"training.sequence_parallel"},
      .source = "runtime/sequence_parallel/ulysses_sp.py, register_with_transformers",
      .ask = ask_kv_heads,
      .changes = {no_ulysses},
      .needs = Subject::model},
     {.code = "memory_budget_needs_compile",
      .severity = Severity::fails_later,
      .keys = {"training.activation_checkpointing"},
      .source = "torchtitan trainer.py, Trainer.Config; torch _functorch/partitioners.py",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Training& training = subject.training;
            if (training.activation_checkpointing == Checkpointing::memory_budget &&
                !(training.fused_norm && training.fuses_mlp()))
              say("torch.compile alone keeps a memory budget: without it nothing is recomputed, and "
                  "torchtitan stops.",
                  "Compile the model, which training.fused_norm true says, or choose another "
                  "activation_checkpointing.");
          },
      .changes = {{{"Compiled blocks",
                    [](Plan& plan) {
                      plan.training.fused_norm = true;
                      plan.training.fused_mlp = FusedMlp::automatic;
                      plan.training.tiled_mlp = false;
                    }},
                   {"Full checkpointing",
                    [](Plan& plan) { plan.training.activation_checkpointing = Checkpointing::full; }}}},
      .needs = Subject::everything,
      .at_export = ExportEffect::silent},
     {.code = "no_checkpoints_on_disk",
      .severity = Severity::ignored,
      .keys = {"training.activation_offload"},
      .source = "Axolotl monkeypatch/gradient_checkpointing/offload_disk.py",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.training.activation_offload == ActivationOffload::disk &&
                subject.training.activation_checkpointing != Checkpointing::full)
              say("Only the block inputs of full checkpointing go to files.",
                  "Set training.activation_checkpointing to full, or activation_offload to none.");
          },
      .changes = {{{"Full checkpointing",
                    [](Plan& plan) { plan.training.activation_checkpointing = Checkpointing::full; }},
                   {"Checkpoints on GPU",
                    [](Plan& plan) { plan.training.activation_offload = ActivationOffload::none; }}}},
      .at_export = ExportEffect::silent},
     {.code = "two_ways_to_offload",
      .severity = Severity::ignored,
      .keys = {"training.checkpoints_on_host", "training.activation_offload"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.training.checkpoints_on_host &&
                subject.training.activation_offload != ActivationOffload::none)
              say("activation_offload decides how checkpoints leave the GPU; checkpoints_on_host adds "
                  "nothing.",
                  "Set training.checkpoints_on_host to false.");
          },
      .changes = {{{"One way", [](Plan& plan) { plan.training.checkpoints_on_host = false; }}}},
      .at_export = ExportEffect::silent},
     {.code = "no_checkpoints_on_host",
      .severity = Severity::ignored,
      .keys = {"training.checkpoints_on_host"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (subject.training.checkpoints_on_host &&
                subject.training.activation_checkpointing != Checkpointing::full)
              say("Only full checkpointing keeps block inputs that could go to the host.",
                  "Set training.activation_checkpointing to full, or checkpoints_on_host to false.");
          },
      .changes = {{{"Full checkpointing",
                    [](Plan& plan) { plan.training.activation_checkpointing = Checkpointing::full; }},
                   {"Checkpoints on GPU", [](Plan& plan) { plan.training.checkpoints_on_host = false; }}}},
      .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> training_rules() { return rules_of_training; }

}  // namespace zp
