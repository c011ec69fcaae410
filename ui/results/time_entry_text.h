// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/speed/explain_time.h"

namespace zp {

/// An entry of the clock in words: what it is and takes, its formula and symbols, and the source, lines
/// separated by \n.
QString timeEntryText(const TimeExplanation& words);

}  // namespace zp
