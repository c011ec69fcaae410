// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/training.h"

namespace zp {

/// Where the optimizer runs, as far as its states depend on it.
enum class StateHome { gpu, cpu };

/// Bytes of optimizer state per element (memory-truth §1; master weights apart): Adam's two moments are 8,
/// SGD without momentum keeps none, 8-bit Adam two bytes and two fp32 scales per block of 2,048,
/// DeepSpeedCPULion a second buffer it never uses (deepspeed/ops/lion/cpu_lion.py). `muon_bytes` is the
/// element size of Muon's momentum buffer and `matrix_share` the share of elements Muon handles; the rest is
/// trained by its auxiliary Adam.
double optimizer_state_bytes(const Training& training, StateHome home, int weight_bytes, double muon_bytes,
                             double matrix_share);

/// True when DeepSpeed builds FusedAdam for it (no offload).
bool is_fused_adam(const Training& training);

}  // namespace zp
