// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference/zero_paper.h"

namespace zp {
namespace {

constexpr double weight_bytes = 2, gradient_bytes = 2;  // 16 bits each

/// Bytes per parameter that every GPU holds, and bytes that are divided among the GPUs.
struct Split {
  double replicated, partitioned;
};

Split split_of(int stage, double k) {
  switch (stage) {
    case 0:
      return {weight_bytes + gradient_bytes + k, 0};
    case 1:
      return {weight_bytes + gradient_bytes, k};
    case 2:
      return {weight_bytes, gradient_bytes + k};
    default:
      return {0, weight_bytes + gradient_bytes + k};
  }
}

}  // namespace

ZeroPaperNeeds zero_paper_needs(Params parameters, int gpus, int stage, double k) {
  const auto psi = static_cast<double>(parameters.value());
  const Split split = split_of(stage, k);
  return {.parameters_gpu_bytes = bytes_of(weight_bytes * psi / (stage >= 3 ? gpus : 1)),
          .gradients_gpu_bytes = bytes_of(gradient_bytes * psi / (stage >= 2 ? gpus : 1)),
          .optimizer_states_gpu_bytes = bytes_of(k * psi / (stage >= 1 ? gpus : 1)),
          .gpu_bytes = bytes_of(split.replicated * psi + split.partitioned * psi / gpus),
          .communication_vs_data_parallel = stage >= 3 ? 1.5 : 1.0};
}

Params zero_paper_max_parameters(Bytes gpu_memory, int gpus, int stage, int model_parallel, double k) {
  const Split split = split_of(stage, k);
  const double per_parameter = split.replicated + split.partitioned / gpus;
  const double held = static_cast<double>(gpu_memory.value()) / per_parameter * model_parallel;
  return Params(static_cast<Params::rep>(held));
}

}  // namespace zp
