// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/calibrate/calibrate.h"

#include <algorithm>
#include <cmath>

#include "core/calibrate/least_squares.h"
#include "core/memory/estimate.h"
#include "core/speed/range.h"
#include "core/speed/step_time.h"

namespace zp {
namespace {

using Fit = LeastSquares<measured_constant_count>;
using Factors = Fit::Vector;  ///< logarithms of factors on `start`

/// Limits of a factor in a plan file: wide enough for any machine, narrow enough that no product overflows.
constexpr double least_factor = 0.05, largest_factor = 20;

Measured with_factors(const Measured& start, const Factors& logarithms) {
  Measured measured = start;
  for (std::size_t i = 0; const MeasuredConstant& constant : measured_constants())
    measured.*constant.factor =
        std::clamp(start.*constant.factor * std::exp(logarithms[i++]), least_factor, largest_factor);
  return measured;
}

double logarithm_of(RunFigure figure, const Measured& measured) {
  figure.plan.cluster.measured = measured;
  return std::log(predicted(figure.plan, figure.figure));
}

/// Noise of a figure, as the standard deviation of its logarithm, without the scatter of constants that no
/// figure measures.
double noise_of(FigureKind figure) {
  if (figure == FigureKind::bytes_beside) return context_spread.noise;
  return figure == FigureKind::reserve_share ? reserve_spread.noise : scatter_of_one_machine;
}

/// Precondition: there are values.
double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

double median_error(std::span<const RunFigure> figures, const Measured& measured) {
  std::vector<double> errors;
  for (const RunFigure& figure : figures)
    errors.push_back(std::abs(std::exp(logarithm_of(figure, measured)) / figure.value - 1));
  return median(std::move(errors));
}

/// Returns the figures that a plan predicts; several figures of one plan and kind are replaced by their
/// median.
std::vector<RunFigure> usable(std::span<const RunFigure> figures) {
  std::vector<RunFigure> kinds;
  std::vector<std::vector<double>> values;
  for (const RunFigure& run_figure : figures) {
    if (!(run_figure.value > 0) || !std::isfinite(run_figure.value) ||
        !(predicted(run_figure.plan, run_figure.figure) > 0))
      continue;
    const auto known = std::ranges::find_if(kinds, [&](const RunFigure& kind) {
      return kind.figure == run_figure.figure && kind.plan == run_figure.plan;
    });
    const auto at = static_cast<std::size_t>(known - kinds.begin());
    if (known == kinds.end()) {
      kinds.push_back(run_figure);
      values.emplace_back();
    }
    values[at].push_back(run_figure.value);
  }
  for (std::size_t i = 0; i < kinds.size(); ++i)
    kinds[i].value = median(values[i]);
  return kinds;
}

/// Standard deviations of the priors: the published ones, reduced by earlier figures.
Factors priors_of(const Measured& start) {
  Factors priors{};
  const int seen = start.runs.all();
  for (std::size_t i = 0; const MeasuredConstant& constant : measured_constants()) {
    const bool is_learned = seen > 0 && start.*constant.factor != 1;
    const Spread spread{constant.prior, scatter_of_one_machine};
    priors[i++] = constant.prior * (is_learned ? spread.remaining(seen) : 1);
  }
  return priors;
}

Factors fitted(std::span<const RunFigure> figures, const Measured& start) {
  const Factors priors = priors_of(start);
  constexpr int rounds = 6;      // by then every factor has converged to 0.001
  constexpr double step = 0.05;  // of the logarithm; not smaller, because bytes are counted in whole units
  Factors logarithms{};
  for (int round = 0; round < rounds; ++round) {
    Fit fit(priors);
    for (const RunFigure& figure : figures) {
      const double here = logarithm_of(figure, with_factors(start, logarithms));
      Factors gradient{};
      double y = std::log(figure.value) - here;
      for (std::size_t i = 0; i < gradient.size(); ++i) {
        Factors moved = logarithms;
        moved[i] += step;
        gradient[i] = (logarithm_of(figure, with_factors(start, moved)) - here) / step;
        y += gradient[i] * logarithms[i];
      }
      fit.add(gradient, y, noise_of(figure.figure));
    }
    logarithms = fit.solved();
  }
  return logarithms;
}

void count(MeasuredRuns& runs, const RunFigure& figure) {
  if (figure.figure == FigureKind::bytes_beside)
    ++runs.driver;
  else if (figure.figure == FigureKind::reserve_share)
    ++runs.reserve;
  else
    ++(runs.*runs_in(regime_of(figure.plan)));
}

/// Rounds a factor to the digits written to a file.
double rounded(double factor) { return std::round(factor * 1e4) / 1e4; }

}  // namespace

double predicted(const Plan& plan, FigureKind figure) {
  if (figure == FigureKind::bytes_beside || figure == FigureKind::reserve_share) {
    const GpuMemory gpu = estimate_memory(plan).gpu;
    if (figure == FigureKind::bytes_beside)
      return static_cast<double>((gpu.peak - gpu.peak_reserved).value());
    return ratio(gpu.peak_reserved, gpu.peak_allocated) - 1;
  }
  const StepTime time = estimate_speed(plan);
  if (!time.is_known) return 0;
  switch (figure) {
    case FigureKind::forward_seconds:
      return time.forward;
    case FigureKind::backward_seconds:
      return time.backward;
    case FigureKind::optimizer_seconds:
      return time.step;
    default:
      return time.total;
  }
}

Calibration calibrate(std::span<const RunFigure> figures, const Measured& start) {
  Calibration result;
  result.measured = start;
  const std::vector<RunFigure> used = usable(figures);
  result.used = used.size();
  if (used.empty()) return result;

  const Factors logarithms = fitted(used, start);
  const Measured learned = with_factors(start, logarithms);
  constexpr double least_change = 1e-3;
  for (std::size_t i = 0; const MeasuredConstant& constant : measured_constants()) {
    if (std::abs(logarithms[i++]) < least_change) continue;
    double& after = result.measured.*constant.factor;
    after = rounded(learned.*constant.factor);
    result.changed.push_back({&constant, start.*constant.factor, after});
  }
  for (const RunFigure& figure : used)
    count(result.measured.runs, figure);
  result.error_before = median_error(used, start);
  result.error_after = median_error(used, result.measured);
  return result;
}

}  // namespace zp
