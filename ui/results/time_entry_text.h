// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/speed/explain_time.h"

namespace zp {

/// What lines of the clock, the longest first, say in a tool tip: the first with its formula and source, a
/// few with what they come to, of the rest how many there are. Lines are separated by \n; "" for none.
QString timeEntriesText(const std::vector<const TimeExplanation*>& entries);

}  // namespace zp
