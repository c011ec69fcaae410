// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan/plan.h"

/// Sentences about host memory, phase by phase.
namespace zp {

/// Returns "loading 108 GiB, training 177 GiB, saving 285 GiB", per node.
std::string host_phases_words(const HostMemory& cpu);
/// Returns two sentences: the phase that needs most memory per node, and its components, with the reason for
/// parts that only this phase has.
std::vector<std::string> host_sentences(const Plan& plan, const MemoryEstimate& estimate);

}  // namespace zp
