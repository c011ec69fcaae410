// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "core/plan/plan.h"

namespace zp {

/// Returns the number of buffers in use while one sub-group of an optimizer on NVMe is stepped: one per
/// swapped tensor (master weight, gradient, states), as many again for a concurrent read and for a concurrent
/// write. Returns 0 if the optimizer cannot be swapped. `sub_groups` is the number per rank; pipelining needs
/// at least two. Source: deepspeed/runtime/swap_tensor/pipelined_optimizer_swapper.py:102-216.
std::int64_t optimizer_buffers_needed(const Plan& plan, std::int64_t sub_groups);

}  // namespace zp
