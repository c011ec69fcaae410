// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/diagnosis/card_parts.h"
#include "ui/charts/bar_chart_data.h"

namespace zp {

/// Returns the GPU memory of an out-of-memory message as one bar: this process, other processes, free memory,
/// and the request beyond it, hatched past the end of the memory. `label` names the GPU ("GPU of rank 3");
/// `title` and `note` are shown on exported pictures.
BarChartData cardPicture(const CardParts& parts, const QString& label, const QString& title,
                         const QString& note);

}  // namespace zp
