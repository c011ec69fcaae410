// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/candidates.h"

namespace zp {

/// Returns true if the framework refuses the candidate or stops with it later, for another reason than
/// memory. Buffers for NVMe that are too small do not count: a search widens them too.
bool framework_stops(const Candidate& candidate);
/// Returns true if the candidate fits, and framework_stops().
bool is_stopped(const Candidate& candidate);

}  // namespace zp
