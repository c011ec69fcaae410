// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/calibrate/constants.h"
#include "core/plan/plan.h"

/// Learns a machine's physical constants from runs on it.
namespace zp {

/// Figures of a run that a plan predicts from physical constants.
enum class FigureKind : std::uint8_t {
  step_seconds,
  forward_seconds,    ///< of all micro batches of a step
  backward_seconds,   ///< of all micro batches of a step
  optimizer_seconds,  ///< after the last backward pass
  bytes_beside,       ///< memory shown by nvidia-smi beyond the allocator's reserve
  reserve_share,      ///< reserved ÷ allocated − 1, at their peaks
};

/// One figure of one run, whose settings are in `plan`.
struct RunFigure {
  Plan plan;
  FigureKind figure{};
  double value = 0;
};

/// Scatter of runs on one machine around a clock calibrated to it, as the standard deviation of the
/// logarithm: the median over the machines of the open rows, without each machine's own bias (tests/truth,
/// calibration).
inline constexpr double scatter_of_one_machine = 0.09;

/// Returns the plan's prediction of the figure with its `cluster.measured`; 0 if it predicts none.
double predicted(const Plan& plan, FigureKind figure);

struct CalibratedConstant {
  const MeasuredConstant* constant = nullptr;
  double before = 1, after = 1;  ///< factors on the published value
};

struct Calibration {
  Measured measured;
  std::vector<CalibratedConstant> changed;   ///< constants that changed by more than a thousandth
  std::size_t used = 0;                      ///< number of figures used, one per plan and kind
  double error_before = 0, error_after = 0;  ///< median of |predicted ÷ measured − 1| over those used
};

/// Fits the constants by least squares on the logarithms of the figures, with the published values as prior,
/// so that a single noisy figure changes little; equal figures give bitwise equal results. Continues from
/// `start`: its value of a constant is the prior, tighter the more figures it is based on. Several figures of
/// one plan count as one, their median, because repetitions say nothing about other runs. Settings of the
/// plans are never changed.
Calibration calibrate(std::span<const RunFigure> figures, const Measured& start = {});

}  // namespace zp
