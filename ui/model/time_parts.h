// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/speed/step_time.h"
#include "core/speed/whole_run.h"
#include "ui/theme/theme.h"

/// Texts about the clock in tiles, charts and tables.
namespace zp {

ChartTime chartTimeOf(TimePart part);

/// "compute-bound", "network-bound" …
QString boundText(Resource resource);

/// Returns whole percents, with one decimal below ten: "46 %".
QString percentText(double fraction);

/// Returns "±25 %", or "−20/+40 %" if the range is not symmetric; "" if it is not known.
QString spreadText(const StepTime& time);
/// "2.74 s – 4.28 s", or "range not known"
QString rangeText(const StepTime& time);
/// Returns "×1.34", "fastest" for 1, "" for unknown (0).
QString slowdownText(double slowdown);
/// Returns "19.1 k", "500"; for an axis tick "20 k".
QString shortCountText(double count);
/// "19.1 k tok/s"
QString tokenRateText(double tokens_per_s);
/// "300 B tokens: 12.3 days, 2,360 GPU hours, 97 % of it training, price 4,720, 944 kWh", saves and
/// failures included; "" without a token budget or a step time.
QString runText(const Plan& plan, const WholeRun& run);

}  // namespace zp
