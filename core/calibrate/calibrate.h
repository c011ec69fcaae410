// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/calibrate/constants.h"
#include "core/plan/plan.h"

/// A machine's physical constants, learnt from runs on it.
namespace zp {

/// Figures of a run that a plan predicts and that depend on physical constants.
enum class FigureKind : std::uint8_t {
  step_seconds,
  forward_seconds,    ///< of all micro batches of a step
  backward_seconds,   ///< of all micro batches of a step
  optimizer_seconds,  ///< after the last backward
  bytes_beside,       ///< memory that nvidia-smi shows beyond the allocator's reserve
  reserve_share,      ///< reserved ÷ allocated − 1, at their peaks
};

/// One figure of one run; `plan` describes that run.
struct RunFigure {
  Plan plan;
  FigureKind figure{};
  double value = 0;
};

/// Scatter of runs of one machine around a clock whose constants are that machine's, as the deviation of the
/// logarithm: the median machine of the open rows, its own bias taken out (tests/truth, calibration).
inline constexpr double scatter_of_one_machine = 0.09;

/// Returns the figure that the plan predicts with its own `cluster.measured`; 0 if it predicts none.
double predicted(const Plan& plan, FigureKind figure);

struct CalibratedConstant {
  const MeasuredConstant* constant = nullptr;
  double before = 1, after = 1;  ///< factors on the published value
};

struct Calibration {
  Measured measured;
  std::vector<CalibratedConstant> changed;  ///< constants that moved by more than a thousandth
  std::size_t used = 0;  ///< figures used, one for each plan and kind; no plan predicts the others
  double error_before = 0, error_after = 0;  ///< median of |predicted ÷ measured − 1| over those used
};

/// Fits the constants by least squares over the logarithms of the figures with the published values as prior,
/// so that one noisy line changes little; equal figures give equal bits. The fit goes on from `start`: the
/// value that `start` has learned of a constant is its prior, the surer the more figures it has seen. Figures
/// of one plan count as one, their median, because a repeated run tells no more about the next. Settings of
/// the plans are never touched.
Calibration calibrate(std::span<const RunFigure> figures, const Measured& start = {});

}  // namespace zp
