// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/units/quantity.h"

/// DeepSpeed's own estimators of model states: the functions estimate_zero2_model_states_mem_needs and
/// estimate_zero3_model_states_mem_needs of deepspeed/runtime/zero/stage_1_and_2.py and stage3.py (commit
/// edaa7221, 0.19.6). Results agree to the byte: IEEE double, evaluated left to right, truncated; exact up to
/// 10^14 parameters.
namespace zp {

/// Arguments of both functions, with DeepSpeed's defaults. Precondition: gpus_per_node and nodes ≥ 1.
struct DeepSpeedEstimatorInput {
  Params total_params{};          ///< tensors that share storage counted once
  Params largest_layer_params{};  ///< parameters directly owned by the largest single module; stage 3 only
  int gpus_per_node = 1;
  int nodes = 1;
  bool cpu_offload = true;
  bool cpu_offload_params = true;  ///< stage 3 only, and only with cpu_offload
  bool zero_init = true;           ///< stage 3 only
  double additional_buffer_factor = 1.5;
  bool operator==(const DeepSpeedEstimatorInput&) const = default;
};

struct DeepSpeedEstimate {
  Bytes gpu_bytes{};  ///< of one GPU
  Bytes cpu_bytes{};  ///< of one node
  /// 4 × largest_layer_params, the part of gpu_bytes for gathered weights; 0 at stage 2.
  Bytes largest_layer_bytes{};
  bool operator==(const DeepSpeedEstimate&) const = default;
};

/// The GPU formula of stage 2 without offload changed in v0.14.3 (commit f4cb866c2, PR 5099).
enum class DeepSpeedStage2Formula {
  current,       ///< 2·P + trunc(18·P / G)
  up_to_0_14_2,  ///< 4·P + trunc(16·P / G), still shown in the tables of DeepSpeed's documentation
};

/// Source: stage_1_and_2.py, estimate_zero2_model_states_mem_needs.
DeepSpeedEstimate deepspeed_stage_2_estimate(
    const DeepSpeedEstimatorInput& input, DeepSpeedStage2Formula formula = DeepSpeedStage2Formula::current);

/// Source: stage3.py, estimate_zero3_model_states_mem_needs.
DeepSpeedEstimate deepspeed_stage_3_estimate(const DeepSpeedEstimatorInput& input);

/// One line that DeepSpeed's *_all_cold helpers print.
struct DeepSpeedEstimateRow {
  DeepSpeedEstimatorInput input;
  DeepSpeedEstimate estimate;
  bool operator==(const DeepSpeedEstimateRow&) const = default;
};

/// Returns the lines in DeepSpeed's order, for the input with other offload flags in each line. Stage 2:
/// optimizer on the CPU, then no offload. Stage 3: parameters and optimizer on the CPU, optimizer only, no
/// offload; each with zero.Init, then without. Source: the printing loops of
/// estimate_zero{2,3}_model_states_mem_needs_all_cold.
std::array<DeepSpeedEstimateRow, 2> deepspeed_stage_2_rows(
    const DeepSpeedEstimatorInput& input, DeepSpeedStage2Formula formula = DeepSpeedStage2Formula::current);
std::array<DeepSpeedEstimateRow, 6> deepspeed_stage_3_rows(const DeepSpeedEstimatorInput& input);

}  // namespace zp
