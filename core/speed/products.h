// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/catalog/tensors.h"

/// The matrix products of one pass over one micro batch.
namespace zp {

struct ClockInput;
struct StackTokens;

/// Total FLOP and seconds of several products.
struct Products {
  double flop = 0, seconds = 0;
  Products& operator+=(const Products& other) {
    flop += other.flop;
    seconds += other.seconds;
    return *this;
  }
  friend Products operator+(Products a, const Products& b) { return a += b; }
  friend Products operator*(Products products, double factor) {
    return {products.flop * factor, products.seconds * factor};
  }
};

/// Tensors that stage 3 gathers for their products, equal ones grouped; one gather precedes all products of a
/// leaf module.
class GatheredProducts {
 public:
  struct GatheredTensor {
    double count, seconds;  ///< seconds: of the products of each tensor
    bool is_head;           ///< the head, which is never recomputed
  };
  void add(double count, double seconds_together, bool is_head) {
    if (count <= 0 || size_ >= fetched_.size()) return;
    fetched_[size_++] = {count, seconds_together / count, is_head};
  }
  [[nodiscard]] std::span<const GatheredTensor> all() const { return {fetched_.data(), size_}; }

 private:
  std::array<GatheredTensor, TensorList::capacity> fetched_;
  std::size_t size_ = 0;
};

/// Products of one pass through the model.
struct ProductPass {
  Products blocks, head;
  Products last;  ///< products at the end of a block, whose outputs backward does not need
  double kernels = 0, last_kernels = 0;
  /// Bytes read and written by adapters' kernels and by kernels that cast or dequantise weights.
  double weight_bytes = 0;
};

struct ModelProducts {
  ProductPass forward, backward;
  GatheredProducts fetched;  ///< tensors gathered in a forward pass
};

/// Returns the number of backward products per forward product: one for the input's gradient, one for the
/// weight's if it is trained.
double products_per_forward(const ClockInput& in);

/// Returns `count` products of m × k by k × n in the model's type.
Products product_of(const ClockInput& in, double m, double n, double k, double count);

/// Returns the products of a forward and a backward pass over `tokens` of a micro batch on one rank.
ModelProducts products_of(const ClockInput& in, const StackTokens& tokens);

}  // namespace zp
