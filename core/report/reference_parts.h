// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/report/reference_figures.h"

namespace zp {

/// An estimator's bytes per GPU by component.
struct EstimatorParts {
  double parameters = 0, gradients = 0, optimizer_states = 0, activations = 0;
  double overhead = 0;   ///< buffers, context, fragmentation
  double undivided = 0;  ///< for an estimator with a single figure for everything

  [[nodiscard]] double total() const {
    return parameters + gradients + optimizer_states + activations + overhead + undivided;
  }
};

/// Returns the components of its figure per GPU; nullopt if it has none for this plan.
std::optional<EstimatorParts> gpu_parts(const EstimatorFigures& figures);

}  // namespace zp
