// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/memory/estimate.h"
#include "core/search/candidates.h"
#include "ui/charts/memory_chart.h"

namespace zp {

/// Returns a bar of the memory chart for one plan, without its label and texts.
MemoryRow memoryRow(const MemoryEstimate& estimate);
/// Returns the bar of one strategy of a comparison. A strategy that fits but cannot run has Verdict::over and
/// the reason.
MemoryRow memoryRow(const Candidate& candidate);

/// Returns "refused", or "stops" if the framework fails with it later; "" if it runs or does not fit.
QString stopText(const Candidate& candidate);
/// Returns the verdict of its memory, but Verdict::over for one with a stopText().
Verdict verdictOf(const Candidate& candidate);

}  // namespace zp
