// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "core/catalog/architecture.h"
#include "core/catalog/tensor_roles.h"
#include "core/units/quantity.h"

namespace zp {

/// Returns a · b for sizes. Negative sizes count as 0, and the product is capped at `largest_amount`, so that
/// shapes which core/rules rejects still have defined, enormous counts.
constexpr std::int64_t size_product(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(std::max<std::int64_t>(a, 0), std::max<std::int64_t>(b, 0), &result))
    return largest_amount;
  return std::min(result, largest_amount);
}

/// `count` equal weight matrices of `rows` × `columns` elements (columns is 1 for a vector): rows are outputs
/// and columns inputs, as in torch.nn.Linear. Fused experts are one matrix with concatenated outputs.
struct TensorKind {
  std::int64_t rows = 0;
  std::int64_t columns = 1;
  std::int64_t count = 0;
  TensorRole role = TensorRole::other;
  bool trainable = true;

  [[nodiscard]] constexpr std::int64_t numel() const { return size_product(rows, columns); }
  [[nodiscard]] constexpr std::int64_t total() const { return size_product(numel(), count); }
  bool operator==(const TensorKind&) const = default;
};

/// The weight tensors of a model, with equal tensors grouped. Its fixed capacity avoids allocations.
class TensorList {
 public:
  static constexpr std::size_t capacity = 64;
  TensorList() {}  // NOLINT(modernize-use-equals-default): a defaulted one is deleted by the union
  void add(TensorRole role, std::int64_t rows, std::int64_t columns, std::int64_t count,
           bool trainable = true) {
    if (rows > 0 && columns > 0 && count > 0 && size_ < capacity)
      std::construct_at(kinds_ + size_++, TensorKind{rows, columns, count, role, trainable});
  }
  [[nodiscard]] std::span<const TensorKind> kinds() const { return {kinds_, size_}; }
  [[nodiscard]] std::span<TensorKind> kinds() { return {kinds_, size_}; }

 private:
  /// The union prevents initialisation of unused elements, which took two thirds of the time.
  union {
    TensorKind kinds_[capacity];
  };
  std::size_t size_ = 0;
};

/// Returns every weight tensor of a completed `shape` (see `complete`). Tied embeddings appear once. The
/// llama block has separate q, k, v; the gpt block has one fused qkv matrix. Routed experts are separate
/// tensors, unless `expert_bias` marks the family (gpt-oss) that stores them fused. All tensors are marked
/// trainable, because `frozen_parameters` is a number that names no tensors. Source of the sum:
/// presets/model-presets-check.md, "From columns to the parameter count" (bias, norms, q/k norms, learned
/// positions, experts, MLA); checked against 154 published counts.
TensorList tensors_of(const Architecture& shape);

Params total_parameters(std::span<const TensorKind> kinds);

/// Returns the parameters that one token uses: experts_per_token of the routed experts, and all others.
Params active_parameters(const Architecture& shape);
/// Returns the parameters in `kinds` (all tensors of `shape`, or some of them) that belong to routed experts
/// which a single token does not visit.
Params unvisited_parameters(const Architecture& shape, std::span<const TensorKind> kinds);

/// Returns the shape for a parameter count without a model ("7e9"): a llama-type decoder in which every head
/// has its own keys and values. Its ratio hidden/layers is interpolated, over the logarithm of the count,
/// between published models: GPT-3 125M and 1.3B (Brown 2020, Table 2.1), LLaMA 7B to 65B (Touvron 2023,
/// Table 2), Llama 3.1 405B and Megatron 1T (Narayanan 2021, Table 1). Above this range the ratio is
/// constant, and below it falls to 16 at 1 M (a choice, so that tiny models have a few layers). The hidden
/// size that this ratio gives at 12·hidden² parameters per layer is rounded to whole heads of 128 (of 64
/// below 1,024, of 16 below 256); the number of layers is then rounded; and the MLP width, around 8/3·hidden,
/// absorbs the remainder in steps of 256 or less. The vocabulary is 32,000, and less below about 70 M, where
/// embedding and head would take more than half. From 300,000 parameters on, the count of the shape is within
/// 1 % of `parameters`; below, it is as close as these steps allow. Between two steps of the hidden size a
/// larger count means more layers, so the number of layers does not grow monotonically with the count.
Architecture typical_shape(Params parameters);

}  // namespace zp
