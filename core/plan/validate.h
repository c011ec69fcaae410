// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/plan/issue.h"
#include "core/plan/plan.h"

namespace zp {

/// What makes a plan impossible or pointless before any byte is counted: sizes out of range, a hidden size
/// its heads do not divide, parallel sizes that do not divide the ranks, offload the stage ignores. An issue
/// of severity `refused` means that no estimate can be made (is_usable is false).
std::vector<Issue> check(const Plan& plan);

/// True when estimate_memory may be called: nothing `refused` among the issues.
bool is_usable(const std::vector<Issue>& issues);

}  // namespace zp
