// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"

namespace zp {

/// What makes a plan impossible or pointless before any byte is counted: sizes out of range, a hidden size
/// its heads do not divide, parallel sizes that do not divide the ranks, offload the stage ignores. Worst
/// first, and within a severity in the order of the plan file's sections.
std::vector<Finding> check(const Plan& plan);

/// True when estimate_memory may be called: among the issues is none that leaves nothing to count (a size out
/// of range, an impossible shape, ranks that do not divide). What DeepSpeed alone refuses, such as Muon with
/// reduce_scatter at stage 3, is `refused` too, but can be estimated.
bool is_usable(const std::vector<Finding>& issues);

}  // namespace zp
