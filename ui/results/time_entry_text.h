// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/speed/explain_time.h"

namespace zp {

/// Returns the tool tip of clock entries, longest first: the first with formula and source, a few with their
/// results, and the number of remaining ones. Lines are separated by \n; "" if there are none.
QString timeEntriesText(const std::vector<const TimeExplanation*>& entries);

}  // namespace zp
