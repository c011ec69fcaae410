// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/speed/step_time.h"

namespace zp {

/// One line of the clock in words: what it is, how its seconds come about, and the source, lines separated by
/// \n.
QString timeEntryText(const Plan& plan, const TimeEntry& entry);

}  // namespace zp
