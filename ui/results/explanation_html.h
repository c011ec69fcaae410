// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/memory/ledger.h"
#include "ui/model/plan_results.h"
#include "ui/theme/theme.h"

namespace zp {

/// Returns the ledger of one plan in words, as rich text: every component of the peak with its entries, each
/// with bytes, share, formula with numbers, source and the setting that would shrink it; then what the GPU
/// holds at other moments, then host memory and drives. Components have the anchors below; settings are links
/// "plan:<plan key>", ds_config.json lines that affect an entry are links "config:<its key>".
QString explanationHtml(const PlanResults& results, const QString& title);

QString anchorOf(ChartComponent component);
QString anchorOfOtherMoments();  ///< anchor of the GPU entries that do not exist at the peak
QString anchorOf(Place place);

}  // namespace zp
