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

/// What many products do and take together.
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

/// Tensors that stage 3 gathers for their products, equal ones together; the products of a leaf's tensors
/// follow one gather.
class FetchedProducts {
 public:
  struct Fetched {
    double count, seconds;  ///< seconds of the products of each
    bool is_head;           ///< which no recomputation runs
  };
  void add(double count, double seconds_together, bool is_head) {
    if (count <= 0 || size_ >= fetched_.size()) return;
    fetched_[size_++] = {count, seconds_together / count, is_head};
  }
  [[nodiscard]] std::span<const Fetched> all() const { return {fetched_.data(), size_}; }

 private:
  std::array<Fetched, TensorList::capacity> fetched_;
  std::size_t size_ = 0;
};

/// One way through the model.
struct ProductPass {
  Products blocks, head;
  Products last;  ///< of the blocks', those whose outputs no backward pass needs: what a block ends with
  double kernels = 0, last_kernels = 0;
  double weight_bytes =
      0;  ///< that adapters' kernels and those that cast or dequantise weights read and write
};

struct ModelProducts {
  ProductPass forward, backward;
  FetchedProducts fetched;  ///< of a forward pass
};

/// Of a backward pass, how many products there are for each of a forward pass: the gradient of the input, and
/// that of the weight where it is trained.
double products_per_forward(const ClockInput& in);

/// `tokens`: of a micro batch, on one rank.
ModelProducts products_of(const ClockInput& in, double tokens);

}  // namespace zp
