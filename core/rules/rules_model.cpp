// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "core/catalog/catalog.h"
#include "core/plan/adapters.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/rule.h"
#include "core/sharding/edits.h"
#include "core/units/format.h"

/// Rules about impossible shapes and about models with nothing to train. They come from the model library,
/// not from DeepSpeed.
namespace zp {
namespace {

void ask_experts(const Subject& subject, const FindingWriter& say) {
  const Architecture& shape = subject.plan.model.architecture;
  if (!subject.plan.model.has_shape() || !shape.has_experts()) return;
  if (shape.experts_per_token < 1 || shape.experts_per_token > shape.experts)
    say("A token cannot visit " + format_count(shape.experts_per_token) + " of " +
            format_count(shape.experts) + " experts.",
        "Choose experts_per_token from 1 to the number of experts.");
  if (shape.expert_intermediate_size < 1)
    say.at("model.architecture.expert_intermediate_size", "The experts have no width.",
           "Give expert_intermediate_size.");
}

/// A feature that plans do not describe for models with an encoder.
struct BesideEncoder {
  std::string_view key, name;
  bool (*is_on)(const Plan&);
};
constexpr auto beside_encoder = std::to_array<BesideEncoder>({
    {"training.context_parallel", "context parallelism",
     [](const Plan& plan) { return plan.training.context_parallel > 1; }},
    {"training.fpdt", "FPDT", [](const Plan& plan) { return plan.training.fpdt; }},
    {"training.tiled_mlp", "a tiled MLP", [](const Plan& plan) { return plan.training.tiled_mlp; }},
    {"model.architecture.experts", "experts",
     [](const Plan& plan) { return plan.model.architecture.has_experts(); }},
    {"model.architecture.kv_lora_rank", "latent attention",
     [](const Plan& plan) { return plan.model.architecture.has_latent_attention(); }},
});
/// Also not described with tensor or pipeline parallelism of an encoder-decoder, or if a stage's blocks share
/// a position bias. An encoder-only model is divided like a decoder (Megatron-LM, pretrain_bert.py).
constexpr auto where_divided = std::to_array<BesideEncoder>({
    {"training.pipeline_parallel", "a pipeline",
     [](const Plan& plan) { return plan.training.pipeline_parallel > 1; }},
    {"training.tensor_parallel", "tensor parallelism",
     [](const Plan& plan) { return plan.training.tensor_parallel > 1; }},
    {"training.sequence_parallel", "Ulysses",
     [](const Plan& plan) { return plan.training.sequence_parallel > 1; }},
});
constexpr auto beside_two_stacks = std::to_array<BesideEncoder>({
    {"training.activation_checkpointing", "selective checkpointing",
     [](const Plan& plan) {
       return plan.training.activation_checkpointing == Checkpointing::selective ||
              plan.training.activation_checkpointing == Checkpointing::memory_budget;
     }},
    {"training.checkpoint_unit", "checkpoints of a layer's children",
     [](const Plan& plan) {
       return plan.training.activation_checkpointing == Checkpointing::full &&
              plan.training.checkpoint_unit == CheckpointUnit::children;
     }},
    {"training.blocks_per_checkpoint", "checkpoints of several blocks",
     [](const Plan& plan) {
       return plan.training.activation_checkpointing == Checkpointing::full &&
              plan.training.blocks_per_checkpoint > 1;
     }},
    {"training.activation_offload", "activation offloading",
     [](const Plan& plan) { return plan.training.activation_offload != ActivationOffload::none; }},
});

void ask_encoder(const Subject& subject, const FindingWriter& say) {
  const Architecture& shape = subject.plan.model.architecture;
  if (!subject.plan.model.has_shape() || !shape.has_encoder()) return;
  if (shape.encoder_layers > shape.layers)
    say("The encoder has " + format_count(shape.encoder_layers) + " layers of " + format_count(shape.layers) +
            " in all.",
        "Choose encoder_layers from 0 to layers, which counts those of encoder and decoder together.");
  const auto refuse = [&](const BesideEncoder& row, std::string_view model) {
    if (row.is_on(subject.plan))
      say.at(row.key,
             "The planner does not describe " + std::string(model) + " with " + std::string(row.name) + '.',
             "Leave " + std::string(row.key) + " at its default.");
  };
  for (const BesideEncoder& row : beside_encoder)
    refuse(row, "a model with an encoder");
  if (shape.has_cross_attention() || shape.has_position_bias())
    for (const BesideEncoder& row : where_divided)
      refuse(row, shape.has_cross_attention() ? "an encoder-decoder" : "an encoder with a position bias");
  if (!shape.has_cross_attention()) return;
  for (const BesideEncoder& row : beside_two_stacks)
    refuse(row, "an encoder-decoder");
}

/// Sets the hidden size to the nearest one that its heads divide.
void make_heads_whole(Plan& plan) {
  const Architecture& shape = plan.model.architecture;
  const double head_dim = static_cast<double>(shape.hidden_size) / static_cast<double>(shape.attention_heads);
  plan =
      edits::set_hidden_size(plan, std::max<std::int64_t>(1, std::llround(head_dim)) * shape.attention_heads);
}

constexpr std::array<Rule, 5> shapes = {
    {{.code = "heads_do_not_divide_hidden_size",
      .severity = Severity::refused,
      .keys = {"model.architecture.attention_heads"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Architecture& shape = subject.plan.model.architecture;
            if (subject.plan.model.has_shape() && shape.head_dim == 0)
              say(format_count(shape.attention_heads) + " heads do not divide a hidden size of " +
                      format_count(shape.hidden_size) + ".",
                  "Choose a hidden size that is a multiple of the heads, or give head_dim.");
          },
      .changes = {{{"Hidden size that the heads divide", make_heads_whole}}},
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "kv_heads_do_not_divide_heads",
      .severity = Severity::refused,
      .keys = {"model.architecture.kv_heads"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Architecture& shape = subject.plan.model.architecture;
            if (subject.plan.model.has_shape() && shape.attention_heads % shape.kv_heads != 0 &&
                !shape.has_latent_attention())
              say(format_count(shape.kv_heads) + " key and value heads do not divide " +
                      format_count(shape.attention_heads) + " attention heads.",
                  "Choose kv_heads that divide attention_heads.");
          },
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "impossible_experts",
      .severity = Severity::refused,
      .keys = {"model.architecture.experts_per_token"},
      .ask = ask_experts,
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "impossible_dense_layers",
      .severity = Severity::refused,
      .keys = {"model.architecture.dense_layers"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const Architecture& shape = subject.plan.model.architecture;
            if (subject.plan.model.has_shape() && shape.has_experts() && shape.dense_layers > shape.layers)
              say("The model has " + format_count(shape.dense_layers) + " dense layers of " +
                      format_count(shape.layers) + " in all.",
                  "Choose dense_layers from 0 to layers.");
          },
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "impossible_encoder",
      .severity = Severity::refused,
      .keys = {"model.architecture.encoder_layers"},
      .ask = ask_encoder,
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true}}};

bool has_countable_size(const Subject& subject) { return parameter_range.holds(subject.sums().total); }

void ask_frozen(const Subject& subject, const FindingWriter& say) {
  const std::int64_t frozen = subject.plan.model.architecture.frozen_parameters;
  if (has_countable_size(subject) && static_cast<double>(frozen) > subject.sums().total)
    say(format_count(frozen) + " frozen parameters are more than the " +
            format_count(static_cast<std::int64_t>(subject.sums().total)) + " the model has.",
        "Freeze fewer.");
}

bool lora_has_shape(const Subject& subject) {
  return subject.training.lora.rank == 0 || subject.plan.model.has_shape();
}

void ask_trained(const Subject& subject, const FindingWriter& say) {
  const auto frozen = static_cast<double>(subject.plan.model.architecture.frozen_parameters);
  if (!has_countable_size(subject) || frozen > subject.sums().total || !lora_has_shape(subject) ||
      subject.sums().trainable >= 1)
    return;
  say("No parameter is trained, and an optimizer refuses an empty list.",
      subject.training.lora.rank > 0 ? "Choose training.lora.targets that the model has."
                                     : "Leave some parameters trainable.");
}

void ask_lora_targets(const Subject& subject, const FindingWriter& say) {
  const Lora& lora = subject.training.lora;
  if (lora.rank == 0 || !subject.plan.model.has_shape()) return;
  const Architecture& shape = subject.plan.model.architecture;
  const bool stacks = stacks_experts(subject.training, shape);
  unsigned present = 0, of_stacked = 0;
  const TensorList list = tensors_of(shape);
  for (const TensorKind& kind : list.kinds()) {
    const unsigned targets = lora_targets_of(kind.role, false);
    const bool is_stacked = stacks && traits_of(kind.role).of_expert;
    (is_stacked ? of_stacked : present) |= targets;
  }
  std::string unreached;
  for (const LoraTargetName& row : lora_target_names()) {
    if ((lora.targets & row.target) == 0) continue;
    if ((of_stacked & row.target) != 0)
      unreached += (unreached.empty() ? "" : ", ") + std::string(row.name);
    else if ((present & row.target) == 0)
      say("The model has no " + std::string(row.name) + ", so no adapter sits there.",
          "Remove it from training.lora.targets.");
  }
  if (unreached.empty()) return;
  say("The experts' weights are stacked in one tensor a projection, which no name of a module reaches: no "
      "adapter on them is counted for " +
          unreached + ".",
      subject.training.experts == Experts::grouped && !shape.expert_bias
          ? "Set training.experts to loop if each expert is a separate module."
          : "Remove what the rest of the model does not have from training.lora.targets.");
}

void ask_typical(const Subject& subject, const FindingWriter& say) {
  if (subject.plan.model.source != ModelSource::parameters) return;
  const Architecture& shape = subject.plan.model.architecture;
  say("A parameter count does not determine the shape: activations and the largest tensor are those of a "
      "typical model of " +
          format_count(shape.layers) + " layers, hidden size " + format_count(shape.hidden_size) + " and " +
          format_count(shape.attention_heads) + " heads.",
      "Give model.architecture or model.preset for its own.");
}

constexpr std::array<Rule, 7> models = {
    {{.code = "too_many_parameters",
      .severity = Severity::refused,
      .keys = {"model"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (!has_countable_size(subject))
              say("The model has more than the 10^15 parameters this planner counts.", "Make it smaller.");
          },
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "lora_without_shape",
      .severity = Severity::refused,
      .keys = {"training.lora.rank"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (has_countable_size(subject) && !lora_has_shape(subject))
              say("A list of tensors does not say which of them a LoRA adapter sits on.",
                  "List the adapters as tensors and mark the others \"trainable\": false.");
          },
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "too_many_frozen_parameters",
      .severity = Severity::refused,
      .keys = {"model.architecture.frozen_parameters"},
      .ask = ask_frozen,
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "nothing_to_train",
      .severity = Severity::refused,
      .keys = {"model"},
      .source = "torch.optim.Optimizer: \"optimizer got an empty parameter list\"",
      .ask = ask_trained,
      .needs = Subject::model,
      .at_export = ExportEffect::silent,
      .impossible = true},
     {.code = "lora_target_absent",
      .severity = Severity::ignored,
      .keys = {"training.lora.targets"},
      .source = "PEFT tuners/tuners_utils.py, check_target_module_exists: names of modules alone",
      .ask = ask_lora_targets,
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "activations_unknown",
      .severity = Severity::style,
      .keys = {"model.tensors"},
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (!subject.plan.model.has_shape())
              say("A list of tensors does not describe the forward pass: activations count as 0, and the "
                  "verdict covers model states only.",
                  "Give model.architecture or model.preset for activations.");
          },
      .needs = Subject::model,
      .at_export = ExportEffect::silent},
     {.code = "typical_shape",
      .severity = Severity::style,
      .keys = {"model.parameters"},
      .ask = ask_typical,
      .needs = Subject::model,
      .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> shape_rules() { return shapes; }
std::span<const Rule> model_rules() { return models; }

}  // namespace zp
