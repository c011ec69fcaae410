// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

#include "core/plan/training.h"

/// The tensors that are trained beside a frozen model, and the part of the model that is stored in
/// fewer bits.
namespace zp {

/// Returns true if the plan puts an adapter on tensors of that role.
constexpr bool has_adapter(const Training& training, const TensorTraits& traits) {
  return training.has_adapters() && (traits.lora_targets & training.lora.targets) != 0;
}

/// The tensors that are trained because of one kind of frozen tensor: LoRA's A and B, DoRA's magnitudes, and
/// the copy that modules_to_save makes (PEFT tuners/lora/layer.py, dora.py; utils/other.py,
/// ModulesToSaveWrapper). A tied embedding is also the head, which gets a copy of its own.
class AdapterTensors {
 public:
  AdapterTensors(const Lora& lora, bool tied_embeddings, const TensorKind& kind) {
    if (lora.rank <= 0) return;
    if ((traits_of(kind.role).lora_targets & lora.targets) != 0) {
      add({lora.rank, kind.columns, kind.count, TensorRole::lora_a, true});
      add({kind.rows, lora.rank, kind.count, TensorRole::lora_b, true});
      if (lora.dora) add({kind.rows, 1, kind.count, TensorRole::lora_b, true});
    }
    const bool is_embedding = kind.role == TensorRole::embedding;
    if (is_embedding && lora.saves_embedding()) add(kind);
    if (lora.saves_head() && (kind.role == TensorRole::lm_head || (is_embedding && tied_embeddings)))
      add(kind);
  }
  [[nodiscard]] const TensorKind* begin() const { return kinds_.data(); }
  [[nodiscard]] const TensorKind* end() const { return kinds_.data() + size_; }

 private:
  void add(const TensorKind& kind) { kinds_[size_++] = kind; }

  std::array<TensorKind, 3> kinds_;
  std::size_t size_ = 0;
};

/// Returns the number of bits that one quantised weight is stored in.
constexpr int bits_of(FrozenPrecision precision) { return precision == FrozenPrecision::nf4 ? 4 : 8; }

/// Returns true if bitsandbytes quantises tensors of that kind: it replaces linear layers except the head
/// (transformers integrations/bitsandbytes.py, replace_with_bnb_linear). Stacked experts are parameters, not
/// linear layers.
constexpr bool is_linear_layer(const TensorKind& kind, bool stacks_experts) {
  const TensorTraits& traits = traits_of(kind.role);
  const bool is_matrix = kind.role == TensorRole::vision_matrix ||
                         kind.role == TensorRole::projector_matrix ||
                         (traits.part == ModelPart::blocks && kind.role < TensorRole::lora_a);
  return kind.columns > 1 && is_matrix && !(traits.of_expert && stacks_experts);
}

}  // namespace zp
