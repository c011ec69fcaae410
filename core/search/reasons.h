// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/search/candidates.h"

/// Sentences about a candidate's rank, with figures from ledger and clock. Internal to search/.
namespace zp {

/// Returns "fits the GPU: 38.1 GiB of 79.2 GiB in the backward phase; largest: states.weights …".
std::string gpu_reason(const MemoryEstimate& estimate);
/// Returns "step 3.42 s (2.90 s to 4.30 s): compute 2.90 s, exposed communication 0.41 s (gather_forward 0.30
/// s …) …".
std::string speed_reason(const Candidate& candidate);
std::vector<std::string> reasons_of(const Candidate& candidate);

}  // namespace zp
