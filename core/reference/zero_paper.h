// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/units/quantity.h"

/// The formulas of "ZeRO: Memory Optimizations Toward Training Trillion Parameter Models", Rajbhandari et al.
/// 2020, arXiv 1910.02054. Ψ = parameters, N_d = GPUs that share the data, K = bytes of optimizer state per
/// parameter.
namespace zp {

/// K of mixed-precision Adam: fp32 master weights, momentum and variance, 4 bytes each (arXiv 1910.02054,
/// section 3.1).
inline constexpr double zero_paper_adam_k = 12;

/// Model states of one GPU. Each part is rounded to whole bytes, and so is `gpu_bytes`, independently of the
/// parts.
struct ZeroPaperNeeds {
  Bytes parameters_gpu_bytes{};
  Bytes gradients_gpu_bytes{};
  Bytes optimizer_states_gpu_bytes{};
  Bytes gpu_bytes{};
  double communication_vs_data_parallel = 1;  ///< volume of a step ÷ that of plain data parallelism
  bool operator==(const ZeroPaperNeeds&) const = default;
};

/// Returns the model states of one GPU. `stage` 0 is plain data parallelism, (2+2+K)Ψ; 1 is P_os, 4Ψ +
/// KΨ/N_d; 2 is P_os+g, 2Ψ + (2+K)Ψ/N_d; 3 is P_os+g+p, (4+K)Ψ/N_d. Source: arXiv 1910.02054, section 5,
/// Figure 1 and Table 1; the communication volume 1, 1, 1, 1.5 is from section 7. Precondition: gpus ≥ 1,
/// stage 0 … 3.
ZeroPaperNeeds zero_paper_needs(Params parameters, int gpus, int stage, double k = zero_paper_adam_k);

/// Returns the largest number of parameters, rounded down, whose model states fit in `gpu_memory` of each
/// GPU, if `model_parallel` GPUs hold one copy and `gpus` such groups share the data. Source: arXiv
/// 1910.02054, Table 2, theoretical columns (32 GB counted as 32 × 10^9 bytes, gpus = 64). Precondition: gpus
/// and model_parallel ≥ 1.
Params zero_paper_max_parameters(Bytes gpu_memory, int gpus, int stage, int model_parallel = 1,
                                 double k = zero_paper_adam_k);

}  // namespace zp
