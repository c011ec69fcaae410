// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/memory/estimate.h"
#include "core/search/candidates.h"
#include "ui/model/notice.h"

namespace zp {

/// What the numbers of a plan say in words: what does not fit and the best strategy that does, what is tight, the
/// micro batch that would use what is left, the batch a step comes to. Worst first.
std::vector<Notice> findings(const Plan& plan, const MemoryEstimate& estimate, const std::vector<Candidate>& candidates,
                             std::int64_t largest_micro_batch);

}  // namespace zp
