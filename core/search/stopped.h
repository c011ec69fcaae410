// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/search/candidates.h"

namespace zp {

/// Returns true if the candidate fits, but the framework refuses it or stops with it later. Buffers for NVMe
/// that are too small do not count: a search widens them too.
bool is_stopped(const Candidate& candidate);

}  // namespace zp
