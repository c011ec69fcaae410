// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include "core/units/quantity.h"

/// The example of the second document, "DeepSpeed ZeRO Optimization Stages: A Comprehensive Analysis",
/// section "Application Scenarios: Impact of ZeRO Stages on Memory Usage": 4 GPUs, 4 GB of parameters, 4 GB
/// of gradients and 4 GB of optimizer states (1 GB on each GPU), hence 9, 6 and 3 GB per GPU at stages 1, 2
/// and 3.
namespace zp {

/// The document names no model. Its figures imply that weights, gradients and optimizer states take the same
/// number of bytes per parameter: 2 each for a model of 2 × 10^9 parameters in 16 bits (4 each for 10^9 in 32
/// bits).
inline constexpr double second_document_bytes_per_parameter = 2;
inline constexpr Params second_document_parameters{2'000'000'000};
inline constexpr int second_document_gpus = 4;

/// The totals printed for stages 1, 2 and 3, in GB of 10^9 bytes.
inline constexpr std::array<double, 3> second_document_printed_total_gb{9, 6, 3};

/// The document's figure for stage 2, given one sentence after it adds up 6 GB: "approximately 5 GB per GPU".
inline constexpr double second_document_printed_stage_2_approximation_gb = 5;

/// One scenario, per GPU, in GB of 10^9 bytes.
struct SecondDocumentRow {
  int stage = 1;
  double parameters_gb = 0;
  double gradients_gb = 0;
  double optimizer_states_gb = 0;
  double total_gb = 0;
  bool operator==(const SecondDocumentRow&) const = default;
};

/// Returns the three scenarios for any model and GPU count, each kind of state at `bytes_per_parameter`
/// bytes: 2 for training in 16 bits, 4 in 32 bits. Source: the section named above. Precondition: gpus ≥ 1.
std::array<SecondDocumentRow, 3> second_document_rows(
    Params parameters, int gpus, double bytes_per_parameter = second_document_bytes_per_parameter);

}  // namespace zp
