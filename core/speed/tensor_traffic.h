// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/basis.h"

namespace zp {

/// Counts of work that a framework does tensor by tensor, over one rank's weight tensors in one pass. `leaf`:
/// the expert block of a layer, if stage 3 gathers it at once (TensorSums::leaf).
struct TensorTraffic {
  double trained = 0;   ///< tensors that have a gradient at some time, adapters' if there are any
  double counted = 0;   ///< those of them outside leaf modules, which counting hooks count
  double counting = 0;  ///< hooks that count: one for each counted tensor and one for each leaf module

  // Stage 3. Large tensors are those above the persistence threshold.
  double hooked = 0;             ///< tensors with hooks of their own, adapters' among them; a leaf has one
  double large = 0;              ///< large tensors outside of leaves
  double together = 0;           ///< tensors that are gathered in one message with others
  double together_elements = 0;  ///< elements of these
  double largest_expert = 0;     ///< elements of the largest tensor of routed experts

  // Tensors larger than the gradient bucket, which are reduced alone.
  double reduced_alone = 0;
  double alone_elements = 0;
};
TensorTraffic tensor_traffic(const Basis& basis);

}  // namespace zp
