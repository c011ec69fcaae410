// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/candidates.h"

namespace zp {

/// Returns true if the framework refuses the candidate or fails with it later, for a reason other than
/// memory. NVMe buffers that are too small are ignored, because a search enlarges them.
bool framework_stops(const Candidate& candidate);
/// Returns true if the candidate fits and framework_stops() is true.
bool is_stopped(const Candidate& candidate);

}  // namespace zp
