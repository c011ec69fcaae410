// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"

namespace zp {

/// What a framework does tensor by tensor, counted over one rank's weight tensors in one pass. `leaf`: the
/// expert block of a layer, where stage 3 gathers it at once (TensorSums::leaf).
struct TensorTraffic {
  double trained = 0;   ///< tensors whose gradient is there at some time, adapters' where there are any
  double counted = 0;   ///< of these, those outside of leaf modules: what gradient hooks count, where they do
  double counting = 0;  ///< hooks that count: one of each counted tensor, and one of each leaf module

  // Stage 3. Large ones are those above the persistence threshold.
  double hooked = 0;             ///< tensors with hooks of their own, adapters' among them; a leaf has one
  double large = 0;              ///< large tensors outside of leaves
  double together = 0;           ///< tensors that are gathered in one message with others
  double together_elements = 0;  ///< of these
  double largest_expert = 0;     ///< elements of the largest tensor of routed experts

  // Tensors larger than the gradient bucket, which are reduced alone.
  double reduced_alone = 0;
  double alone_elements = 0;
};
TensorTraffic tensor_traffic(const Basis& basis);

}  // namespace zp
