// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include "core/catalog/architecture.h"
#include "core/plan/training.h"

/// The tensors trained in addition to a frozen model, and the part of the model that is quantised.
namespace zp {

/// Returns the targets whose adapters are on tensors of that role, as bits. PEFT matches the ends of module
/// names (tuners/tuners_utils.py, check_target_module_exists), which includes shared experts and routed
/// experts that are separate modules (transformers before 5, models/qwen3_moe/modeling_qwen3_moe.py). Stacked
/// experts are parameters, which module names do not match.
constexpr unsigned lora_targets_of(TensorRole role, bool stacks_experts) {
  const bool is_routed = traits_of(role).of_expert;
  if (is_routed && stacks_experts) return 0;
  switch (role) {
    case TensorRole::expert_gate:
    case TensorRole::shared_gate:
      return lora_gate;
    case TensorRole::expert_up:
    case TensorRole::shared_up:
      return lora_up;
    case TensorRole::expert_down:
    case TensorRole::shared_down:
      return lora_down;
    default:
      return traits_of(role).lora_targets;
  }
}

/// Returns true if a model's experts are stacked in one tensor per projection: because the plan says so, or
/// because the model stores them so (those with biases, as in GPT-OSS).
constexpr bool stacks_experts(const Training& training, const Architecture& shape) {
  return training.stacks_experts() || shape.expert_bias;
}

/// First release of transformers whose mixtures of experts store the experts of a layer as one parameter for
/// each projection (integrations/moe.py; models/qwen3_moe/modeling_qwen3_moe.py, Qwen3MoeExperts).
inline constexpr ReleaseBound stores_stacked_experts{Library::transformers, {5, 0}, 20260126};

/// Returns true if the experts of a quantised base are quantised. bitsandbytes replaces linear layers alone
/// (transformers integrations/bitsandbytes.py, replace_with_bnb_linear). Axolotl's quantize_moe_experts and
/// Unsloth's own classes (unsloth_zoo temporary_patches/gpt_oss.py, GptOssExpertsBnb4bit) reach stacked
/// experts.
[[nodiscard]] inline bool quantizes_experts(const Training& training, const Architecture& shape) {
  return training.quantize_experts ||
         !(stacks_experts(training, shape) || stores_stacked_experts.is_reached(training.releases));
}

/// Returns true if the plan puts an adapter on tensors of that role.
constexpr bool has_adapter(const Training& training, const Architecture& shape, TensorRole role) {
  return training.has_adapters() &&
         (lora_targets_of(role, stacks_experts(training, shape)) & training.lora.targets) != 0;
}

/// The tensors trained for one kind of frozen tensor: LoRA's A and B, DoRA's magnitudes, and the copy for
/// modules_to_save (PEFT tuners/lora/layer.py, dora.py; utils/other.py, ModulesToSaveWrapper). A tied
/// embedding is also the head, which gets its own copy.
class AdapterTensors {
 public:
  AdapterTensors(const Training& training, const Architecture& shape, const TensorKind& kind) {
    const Lora& lora = training.lora;
    if (lora.rank <= 0) return;
    if (has_adapter(training, shape, kind.role)) {
      add({lora.rank, kind.columns, kind.count, TensorRole::lora_a, true});
      add({kind.rows, lora.rank, kind.count, TensorRole::lora_b, true});
      if (lora.dora) add({kind.rows, 1, kind.count, TensorRole::lora_b, true});
    }
    const bool is_embedding = kind.role == TensorRole::embedding;
    if (is_embedding && lora.saves_embedding()) add(kind);
    if (lora.saves_head() && (kind.role == TensorRole::lm_head || (is_embedding && shape.tied_embeddings)))
      add(kind);
  }
  [[nodiscard]] const TensorKind* begin() const { return kinds_.data(); }
  [[nodiscard]] const TensorKind* end() const { return kinds_.data() + size_; }

 private:
  void add(const TensorKind& kind) { kinds_[size_++] = kind; }

  std::array<TensorKind, 3> kinds_;
  std::size_t size_ = 0;
};

/// Returns the bits per quantised weight.
constexpr int bits_of(FrozenPrecision precision) { return precision == FrozenPrecision::nf4 ? 4 : 8; }

/// Returns true if bitsandbytes quantises tensors of that kind: it replaces linear layers except the head
/// (transformers integrations/bitsandbytes.py, replace_with_bnb_linear). `has_linear_experts` is that of
/// quantizes_experts.
constexpr bool is_linear_layer(const TensorKind& kind, bool has_linear_experts) {
  const TensorTraits& traits = traits_of(kind.role);
  const bool is_matrix = kind.role == TensorRole::vision_matrix ||
                         kind.role == TensorRole::projector_matrix ||
                         (traits.part == ModelPart::blocks && kind.role < TensorRole::lora_a);
  return kind.columns > 1 && is_matrix && (has_linear_experts || !traits.of_expert);
}

}  // namespace zp
