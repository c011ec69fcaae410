// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/calibrate/constants.h"
#include "core/plan/plan.h"

/// What runs on a machine show of its physical constants.
namespace zp {

/// Figures of a run that a plan predicts and physical constants decide on.
enum class FigureKind : std::uint8_t {
  step_seconds,
  forward_seconds,    ///< of all micro batches of a step
  backward_seconds,   ///< likewise
  optimizer_seconds,  ///< after the last backward
  bytes_beside,       ///< what nvidia-smi shows beyond what the allocator reserves
  reserve_share,      ///< reserved ÷ allocated − 1, at their peaks
};

/// One figure of one run, `plan` being what that run was.
struct RunFigure {
  Plan plan;
  FigureKind figure{};
  double value = 0;
};

/// How far runs of one machine scatter around a clock whose constants are that machine's, as the deviation of
/// the logarithm: the median machine of the open rows, its own bias taken out (tests/truth, calibration).
inline constexpr double scatter_of_one_machine = 0.09;

/// What the plan predicts of it, with its own `cluster.measured`; 0 where it knows none.
double predicted(const Plan& plan, FigureKind figure);

struct CalibratedConstant {
  const MeasuredConstant* constant = nullptr;
  double before = 1, after = 1;  ///< × the published
};

struct Calibration {
  Measured measured;
  std::vector<CalibratedConstant> changed;   ///< those that moved by more than a thousandth
  std::size_t used = 0;                      ///< figures; the others no plan predicts
  double error_before = 0, error_after = 0;  ///< median of |predicted ÷ measured − 1| over them
};

/// Least squares over the logarithms of the figures with the published values as prior, so that one noisy
/// line bends little; the same bits for the same figures. It goes on from `start`: what that has learned of a
/// constant is its prior, the surer the more figures it has seen. Figures of one plan count as one, their
/// median: run twice they tell no more of the next. Settings of the plans are never touched.
Calibration calibrate(std::span<const RunFigure> figures, const Measured& start = {});

}  // namespace zp
