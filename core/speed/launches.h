// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/speed/compute.h"
#include "core/speed/products.h"

/// Time of the host beside the GPU in one pass over one micro batch; its constants are in host_time.h.
namespace zp {

/// Counts the hooks that the framework runs in Python beside the model.
void count_hooks(const ClockInput& in, HostCalls& forward, HostCalls& backward);

/// Writes into each pass how long the host takes for it, and how long the GPU waits for the host.
template <class N>
void wait_for_host(ComputeWork<N>& work, const ClockInput& in, const GatheredProducts& fetched);

}  // namespace zp
