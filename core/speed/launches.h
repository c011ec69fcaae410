// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/speed/compute.h"
#include "core/speed/products.h"

/// Host time next to the GPU's in one pass over one micro batch; constants are in host_time.h.
namespace zp {

/// Counts the Python hooks that the framework runs around the model's modules.
void count_hooks(const ClockInput& in, HostCalls& forward, HostCalls& backward);

/// Sets, for each pass, the host's seconds and how long the GPU waits for the host.
template <class N>
void wait_for_host(ComputeWork<N>& work, const ClockInput& in, const GatheredProducts& fetched);

}  // namespace zp
