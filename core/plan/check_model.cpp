// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "core/catalog/catalog.h"
#include "core/plan/checks.h"
#include "core/plan/fields.h"
#include "core/plan/validate.h"
#include "core/units/format.h"

namespace zp::plan_io {
namespace {

void add_kinds(std::span<const TensorKind> kinds, const Lora& lora, ModelSums& sums) {
  for (const TensorKind& kind : kinds) {
    const auto rows = static_cast<double>(kind.rows), columns = static_cast<double>(kind.columns);
    const auto count = static_cast<double>(kind.count);
    sums.total += rows * columns * count;
    sums.largest = std::max(sums.largest, rows * columns);
    if (lora.rank == 0) {
      if (kind.trainable) sums.trainable += rows * columns * count;
    } else if ((traits_of(kind.role).lora_targets & lora.targets) != 0) {
      sums.trainable += static_cast<double>(lora.rank) * (rows + columns) * count;
    }
  }
}

void check_lora(const Plan& plan, Findings& issues) {
  const Lora& lora = plan.training.lora;
  if (plan.model.source == ModelSource::tensors) {
    issues.add(Severity::refused, "lora_without_shape", "training.lora.rank",
               "A list of tensors does not say which of them a LoRA adapter sits on.",
               "List the adapters as tensors and mark the others \"trainable\": false.");
    return;
  }
  unsigned present = 0;
  const TensorList list = tensors_of(plan.model.architecture);
  for (const TensorKind& kind : list.kinds())
    present |= traits_of(kind.role).lora_targets;
  for (const LoraTargetName& row : lora_target_names())
    if ((lora.targets & row.target) != 0 && (present & row.target) == 0)
      issues.add(Severity::ignored, "lora_target_absent", "training.lora.targets",
                 "The model has no " + std::string(row.name) + ", so no adapter sits there.",
                 "Remove it from training.lora.targets.");
}

void check_experts(const Architecture& shape, Findings& issues) {
  if (shape.experts_per_token < 1 || shape.experts_per_token > shape.experts)
    issues.add(Severity::refused, "impossible_experts", "model.architecture.experts_per_token",
               "A token cannot visit " + format_count(shape.experts_per_token) + " of " +
                   format_count(shape.experts) + " experts.",
               "Choose experts_per_token from 1 to the number of experts.");
  if (shape.expert_intermediate_size < 1)
    issues.add(Severity::refused, "impossible_experts", "model.architecture.expert_intermediate_size",
               "The experts have no width.", "Give expert_intermediate_size.");
  if (shape.dense_layers > shape.layers)
    issues.add(Severity::refused, "impossible_dense_layers", "model.architecture.dense_layers",
               "The model has " + format_count(shape.dense_layers) + " dense layers of " +
                   format_count(shape.layers) + " in all.",
               "Choose dense_layers from 0 to layers.");
}

}  // namespace

ModelSums sums_of(const Plan& plan) {
  ModelSums sums;
  const Model& model = plan.model;
  if (model.source == ModelSource::tensors) {
    add_kinds(model.tensors.kinds(), plan.training.lora, sums);
    return sums;
  }
  const TensorList list = tensors_of(model.architecture);
  add_kinds(list.kinds(), plan.training.lora, sums);
  if (model.source == ModelSource::parameters) {
    sums.total = static_cast<double>(model.stated_parameters.value());
    if (plan.training.lora.rank == 0) sums.trainable = sums.total;
  }
  if (plan.training.lora.rank == 0)
    sums.trainable -= static_cast<double>(model.architecture.frozen_parameters);
  return sums;
}

double partition_of(const Plan& plan, const ModelSums& sums) {
  return sums.trainable / static_cast<double>(std::max(1, plan.cluster.ranks()));
}

void check_shape(const Plan& plan, Findings& issues) {
  const Architecture& shape = plan.model.architecture;
  if (shape.head_dim == 0)
    issues.add(Severity::refused, "heads_do_not_divide_hidden_size", "model.architecture.attention_heads",
               format_count(shape.attention_heads) + " heads do not divide a hidden size of " +
                   format_count(shape.hidden_size) + ".",
               "Choose a hidden size that is a multiple of the heads, or give head_dim.");
  if (shape.attention_heads % shape.kv_heads != 0 && !shape.has_latent_attention())
    issues.add(Severity::refused, "kv_heads_do_not_divide_heads", "model.architecture.kv_heads",
               format_count(shape.kv_heads) + " key and value heads do not divide " +
                   format_count(shape.attention_heads) + " attention heads.",
               "Choose kv_heads that divide attention_heads.");
  if (shape.has_experts()) check_experts(shape, issues);
}

void check_model(const Plan& plan, const ModelSums& sums, Findings& issues) {
  const Model& model = plan.model;
  if (!parameter_range.holds(sums.total)) {
    issues.add(Severity::refused, "too_many_parameters", "model",
               "The model has more than the 10^15 parameters this planner counts.", "Make it smaller.");
    return;
  }
  const auto frozen = static_cast<double>(model.architecture.frozen_parameters);
  if (plan.training.lora.rank > 0) check_lora(plan, issues);
  if (frozen > sums.total)
    issues.add(Severity::refused, "too_many_frozen_parameters", "model.architecture.frozen_parameters",
               format_count(model.architecture.frozen_parameters) + " frozen parameters are more than the " +
                   format_count(static_cast<std::int64_t>(sums.total)) + " the model has.",
               "Freeze fewer.");
  else if (sums.trainable < 1 && is_usable(issues.list()))
    issues.add(Severity::refused, "nothing_to_train", "model",
               "No parameter is trained, and an optimizer refuses an empty list.",
               plan.training.lora.rank > 0 ? "Choose training.lora.targets that the model has."
                                           : "Leave some parameters trainable.");
  if (model.source == ModelSource::tensors)
    issues.add(
        Severity::style, "activations_unknown", "model.tensors",
        "A list of tensors does not say what the forward pass keeps: activations count as 0, and whether it "
        "fits speaks of model states only.",
        "Give model.architecture or model.preset for activations.");
  if (model.source == ModelSource::parameters) {
    const Architecture& shape = model.architecture;
    issues.add(
        Severity::style, "typical_shape", "model.parameters",
        "A count alone fixes no shape: activations and the largest tensor are those of a typical model of " +
            format_count(shape.layers) + " layers, hidden size " + format_count(shape.hidden_size) + " and " +
            format_count(shape.attention_heads) + " heads.",
        "Give model.architecture or model.preset for its own.");
  }
}

}  // namespace zp::plan_io
