// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/reference_parts.h"

#include <array>

#include "core/units/quantity.h"

namespace zp {
namespace {

constexpr double one_byte = 1, one_gib = static_cast<double>(bytes_per_gib), one_gb = 1e9;

/// A figure that is one component of an estimator's figure per GPU.
struct PartRow {
  Estimator estimator;
  std::string_view figure;
  double unit;  ///< factor from the figure's unit to bytes
  double EstimatorParts::*part;
};

constexpr auto part_rows = std::to_array<PartRow>({
    {Estimator::zero_paper, "parameters_gpu_bytes", one_byte, &EstimatorParts::parameters},
    {Estimator::zero_paper, "gradients_gpu_bytes", one_byte, &EstimatorParts::gradients},
    {Estimator::zero_paper, "optimizer_states_gpu_bytes", one_byte, &EstimatorParts::optimizer_states},
    {Estimator::deepspeed, "gpu_bytes", one_byte, &EstimatorParts::undivided},
    {Estimator::article, "params_gib", one_gib, &EstimatorParts::parameters},
    {Estimator::article, "gradients_gib", one_gib, &EstimatorParts::gradients},
    {Estimator::article, "optimizer_states_gib", one_gib, &EstimatorParts::optimizer_states},
    {Estimator::article, "activations_gib", one_gib, &EstimatorParts::activations},
    {Estimator::article, "overhead_gib", one_gib, &EstimatorParts::overhead},
    {Estimator::second_document, "parameters_gb", one_gb, &EstimatorParts::parameters},
    {Estimator::second_document, "gradients_gb", one_gb, &EstimatorParts::gradients},
    {Estimator::second_document, "optimizer_states_gb", one_gb, &EstimatorParts::optimizer_states},
    {Estimator::zero_infinity, "model_state_working_gpu_bytes", one_byte, &EstimatorParts::parameters},
    {Estimator::zero_infinity, "activation_working_gpu_bytes", one_byte, &EstimatorParts::activations},
    {Estimator::korthikanti, "total_gpu_bytes", one_byte, &EstimatorParts::activations},
});

std::optional<double> value_named(std::string_view name, const FigureList& figures) {
  for (const Figure& figure : figures) {
    if (figure.name != name) continue;
    if (const auto* whole = std::get_if<std::int64_t>(&figure.value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&figure.value)) return *real;
  }
  return std::nullopt;
}

}  // namespace

std::optional<EstimatorParts> gpu_parts(const EstimatorFigures& figures) {
  EstimatorParts parts;
  for (const PartRow& row : part_rows) {
    if (row.estimator != figures.estimator) continue;
    const std::optional<double> value = value_named(row.figure, figures.figures);
    if (!value) return std::nullopt;
    parts.*row.part += *value * row.unit;
  }
  return parts;
}

}  // namespace zp
