// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/speed/compute.h"
#include "core/speed/products.h"

/// The host beside the GPU in one pass over one micro batch: its constants are in host_time.h.
namespace zp {

/// What the framework runs in Python beside the model.
void count_hooks(const ClockInput& in, HostCalls& forward, HostCalls& backward);

/// How long the host takes for each pass, and how long the GPU waits for it.
template <class N>
void wait_for_host(ComputeWork<N>& work, const ClockInput& in, const FetchedProducts& fetched);

}  // namespace zp
