// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/speed/explain_time.h"

namespace zp {

/// Returns the tool tip of entries of the clock, the longest first: the first with its formula and source, a
/// few with their results, and the number of the rest. Lines are separated by \n; "" for no entries.
QString timeEntriesText(const std::vector<const TimeExplanation*>& entries);

}  // namespace zp
