// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"

namespace zp {

/// Counts of per-tensor framework work over one rank's weight tensors in one pass. `leaf`: the expert block
/// of a layer, if stage 3 gathers it as a whole (TensorSums::leaf).
struct TensorTraffic {
  double trained = 0;   ///< tensors that get a gradient, including adapters
  double counted = 0;   ///< of these, tensors outside leaf modules, which counting hooks count
  double counting = 0;  ///< hooks that count: one per counted tensor and one per leaf module

  // Stage 3. Large tensors are above the persistence threshold.
  double hooked = 0;             ///< tensors with separate hooks, including adapters; a leaf module has one
  double large = 0;              ///< large tensors outside of leaves
  double together = 0;           ///< tensors gathered in one message with others
  double together_elements = 0;  ///< elements of those
  double largest_expert = 0;     ///< elements of the largest tensor of routed experts

  // Tensors larger than the gradient bucket, which are reduced separately.
  double reduced_alone = 0;
  double alone_elements = 0;
};
TensorTraffic tensor_traffic(const Basis& basis);

}  // namespace zp
