// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/rules/rule.h"
#include "core/sharding/sequence_chunks.h"
#include "core/units/format.h"

/// Rules about methods that split micro batches: FPDT and Domino.
namespace zp {
namespace {

constexpr std::string_view fpdt_key = "training.fpdt", domino_key = "training.domino";
constexpr RuleChange no_fpdt = {"Without FPDT", [](Plan& plan) { plan.training.fpdt = false; }};
constexpr RuleChange no_domino = {"Without Domino", [](Plan& plan) { plan.training.domino = false; }};

void ask_fpdt_engine(const Subject& subject, const FindingWriter& say) {
  if (subject.training.fpdt && subject.training.framework != Framework::deepspeed)
    say("FPDT is DeepSpeed's.", "Set training.framework to deepspeed, or training.fpdt to false.");
}

/// The loss is computed on 1/32 of a rank's part of a chunk, and all divisions must be exact.
void ask_chunks(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  if (sequence_chunks(training) == 0) return;
  const std::int64_t chunk = training.fpdt_chunk;
  const std::int64_t pieces = 32 * std::max<std::int64_t>(1, training.sequence_parallel);
  if (training.sequence_length < chunk || training.sequence_length % chunk != 0)
    say(format_count(training.sequence_length) + " tokens cannot be cut into chunks of " +
            format_count(chunk) + ".",
        "Choose a chunk that divides the sequence.");
  else if (chunk % pieces != 0)
    say("A chunk of " + format_count(chunk) + " tokens cannot be cut into " + format_count(pieces) +
            " equal parts for the loss: 32 on each sequence-parallel rank.",
        "Choose a chunk that is a multiple of " + format_count(pieces) + ".");
}

void ask_fpdt_model(const Subject& subject, const FindingWriter& say) {
  const Architecture& shape = subject.plan.model.architecture;
  if (sequence_chunks(subject.training) == 0) return;
  if (shape.has_experts() || shape.gated_mlp)
    say("FPDT's MLP is two linear layers with GELU; this model's is another.",
        "Choose a model with a plain MLP, or set training.fpdt to false.");
  if (subject.training.attention == Attention::eager)
    say.at("training.attention", "FPDT computes attention with flash-attn.",
           "Set training.attention to sdpa.");
}

void ask_fpdt_tensor(const Subject& subject, const FindingWriter& say) {
  if (sequence_chunks(subject.training) > 0 && subject.training.tensor_parallel > 1)
    say("FPDT's MLP and attention do not sum over tensor-parallel ranks.",
        "Set training.tensor_parallel to 1.");
}

void ask_one_chunk(const Subject& subject, const FindingWriter& say) {
  if (subject.training.fpdt_offload && sequence_chunks(subject.training) == 1 &&
      subject.training.sequence_length >= subject.training.fpdt_chunk)
    say("The sequence is one chunk, which FPDT does not move to the host.",
        "Lower training.fpdt_chunk, or set training.fpdt_offload to false.");
}

void ask_domino_ranks(const Subject& subject, const FindingWriter& say) {
  if (subject.training.domino && subject.training.tensor_parallel <= 1)
    say("Domino hides the all-reduces of tensor parallelism, and this plan has none.",
        "Set training.tensor_parallel to 2 or more, or training.domino to false.");
}

void ask_domino_halves(const Subject& subject, const FindingWriter& say) {
  if (!subject.training.domino || subject.training.tensor_parallel <= 1) return;
  if (subject.training.micro_batch_size < 2)
    say("Domino cuts a micro batch into two halves, and this one is a single sequence.",
        "Set training.micro_batch_size to 2 or more.");
  if (subject.training.scatter_stream)
    say.at("training.scatter_stream", "Domino sums whole tensors, and divides none of them by tokens.",
           "Set training.scatter_stream to false.");
}

constexpr auto piece_rows = std::to_array<Rule>(
    {{.code = "fpdt_needs_deepspeed",
      .severity = Severity::ignored,
      .keys = {fpdt_key, "training.framework"},
      .source = "DeepSpeed sequence/fpdt_layer.py",
      .ask = ask_fpdt_engine,
      .changes = {no_fpdt},
      .at_export = ExportEffect::silent},
     {.code = "fpdt_chunks_do_not_divide",
      .severity = Severity::fails_later,
      .keys = {"training.fpdt_chunk", "training.sequence_length"},
      .source = "sequence/fpdt_layer.py, FPDT_Attention.forward, FPDT_LogitsLoss; Megatron-DeepSpeed "
                "megatron/model/gpt_model.py:47",
      .ask = ask_chunks,
      .changes = {no_fpdt},
      .at_export = ExportEffect::silent},
     {.code = "fpdt_model",
      .severity = Severity::fails_later,
      .keys = {fpdt_key},
      .source = "sequence/fpdt_layer.py, FPDT_FFN, FPDT_Attention.__init__",
      .ask = ask_fpdt_model,
      .changes = {no_fpdt},
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "fpdt_with_tensor_parallel",
      .severity = Severity::fails_later,
      .keys = {fpdt_key, "training.tensor_parallel"},
      .source = "sequence/fpdt_layer.py, FPDT_FFN.forward",
      .ask = ask_fpdt_tensor,
      .changes = {no_fpdt, {"Tensor parallel 1", [](Plan& plan) { plan.training.tensor_parallel = 1; }}},
      .needs = Subject::model},
     {.code = "fpdt_in_one_chunk",
      .severity = Severity::ignored,
      .keys = {"training.fpdt_offload", "training.fpdt_chunk"},
      .source = "sequence/fpdt_layer.py, FPDT_Attention.forward",
      .ask = ask_one_chunk,
      .changes = {{{"Chunks on the GPU", [](Plan& plan) { plan.training.fpdt_offload = false; }}}},
      .at_export = ExportEffect::silent},
     {.code = "domino_without_tensor_parallel",
      .severity = Severity::ignored,
      .keys = {domino_key, "training.tensor_parallel"},
      .source = "runtime/domino/transformer.py",
      .ask = ask_domino_ranks,
      .changes = {no_domino},
      .at_export = ExportEffect::silent},
     {.code = "domino_needs_halves",
      .severity = Severity::fails_later,
      .keys = {domino_key, "training.micro_batch_size"},
      .source = "runtime/domino/transformer.py, inter_layer_overlap_forward",
      .ask = ask_domino_halves,
      .changes = {no_domino},
      .needs = Subject::model}});

}  // namespace

std::span<const Rule> piece_rules() { return piece_rows; }

}  // namespace zp
