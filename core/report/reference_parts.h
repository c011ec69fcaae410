// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/report/reference_figures.h"

namespace zp {

/// The bytes that an estimator gives one GPU, by what they hold.
struct EstimatorParts {
  double parameters = 0, gradients = 0, optimizer_states = 0, activations = 0;
  double overhead = 0;   ///< buffers, context, fragmentation
  double undivided = 0;  ///< of an estimator that gives one figure for all that it counts

  [[nodiscard]] double total() const {
    return parameters + gradients + optimizer_states + activations + overhead + undivided;
  }
};

/// Returns the parts of its figure of one GPU; nothing if it has none for this plan.
std::optional<EstimatorParts> gpu_parts(const EstimatorFigures& figures);

}  // namespace zp
