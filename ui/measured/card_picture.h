// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/card_parts.h"
#include "ui/charts/bar_chart_data.h"

namespace zp {

/// Returns the card of an out-of-memory message as one bar: this process, others, what is free, and what was
/// asked for beyond it, which is hatched past the card's end. `label` names the card ("GPU of rank 3"),
/// `title` and `note` stand on exported pictures.
BarChartData cardPicture(const CardParts& parts, const QString& label, const QString& title,
                         const QString& note);

}  // namespace zp
