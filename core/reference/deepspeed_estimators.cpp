// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference/deepspeed_estimators.h"

#include <algorithm>
#include <cstddef>

namespace zp {
namespace {

/// Truncates toward zero, as Python's int() does. Clamps results whose 64-bit sum could overflow.
Bytes truncated(double bytes) {
  if (!(bytes > 0)) return Bytes(0);
  if (bytes >= static_cast<double>(largest_amount)) return Bytes(largest_amount);
  return Bytes(static_cast<Bytes::rep>(bytes));
}

}  // namespace

DeepSpeedEstimate deepspeed_stage_2_estimate(const DeepSpeedEstimatorInput& input,
                                             DeepSpeedStage2Formula formula) {
  const auto p = static_cast<double>(input.total_params.value());
  const double g = input.gpus_per_node;
  const double all_gpus = g * input.nodes;
  const double f = input.additional_buffer_factor;
  if (input.cpu_offload)
    return {.gpu_bytes = truncated(2 * p), .cpu_bytes = truncated(p * std::max(4 * all_gpus, 16.0) * f)};
  const bool legacy = formula == DeepSpeedStage2Formula::up_to_0_14_2;
  const Bytes gpu = legacy ? truncated(4 * p) + truncated(16 * p / all_gpus)
                           : truncated(2 * p) + truncated(18 * p / all_gpus);
  return {.gpu_bytes = gpu, .cpu_bytes = truncated(p * 4 * g * f)};
}

DeepSpeedEstimate deepspeed_stage_3_estimate(const DeepSpeedEstimatorInput& input) {
  const auto p = static_cast<double>(input.total_params.value());
  const auto largest = static_cast<double>(input.largest_layer_params.value());
  const double g = input.gpus_per_node;
  const double all_gpus = g * input.nodes;
  const double per_node = 1.0 / input.nodes;
  const double f = input.additional_buffer_factor;
  const Bytes largest_layer = truncated(4 * largest);
  if (!input.cpu_offload)
    return {.gpu_bytes = largest_layer + truncated(18 * p / all_gpus),
            .cpu_bytes = truncated((input.zero_init ? largest : p) * 4 * g * f),
            .largest_layer_bytes = largest_layer};
  // Host memory takes 18 bytes per parameter, or 16 if the 16-bit weights stay on the GPU.
  const double host = input.cpu_offload_params ? 18 : 16;
  const Bytes cpu = input.zero_init ? truncated(p * host * per_node * f)
                                    : truncated(p * std::max(4 * g, host * per_node) * f);
  const Bytes weights = input.cpu_offload_params ? Bytes(0) : truncated(2 * p / all_gpus);
  return {.gpu_bytes = largest_layer + weights, .cpu_bytes = cpu, .largest_layer_bytes = largest_layer};
}

std::array<DeepSpeedEstimateRow, 2> deepspeed_stage_2_rows(const DeepSpeedEstimatorInput& input,
                                                           DeepSpeedStage2Formula formula) {
  std::array<DeepSpeedEstimateRow, 2> rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].input = input;
    rows[i].input.cpu_offload = i == 0;
    rows[i].estimate = deepspeed_stage_2_estimate(rows[i].input, formula);
  }
  return rows;
}

std::array<DeepSpeedEstimateRow, 6> deepspeed_stage_3_rows(const DeepSpeedEstimatorInput& input) {
  std::array<DeepSpeedEstimateRow, 6> rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i].input = input;
    rows[i].input.cpu_offload = i < 4;
    rows[i].input.cpu_offload_params = i < 2;
    rows[i].input.zero_init = i % 2 == 0;
    rows[i].estimate = deepspeed_stage_3_estimate(rows[i].input);
  }
  return rows;
}

}  // namespace zp
