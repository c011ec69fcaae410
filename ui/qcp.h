// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// The one place that includes QCustomPlot: the header alone costs 6 s and 540 MB a translation unit, so only
/// .cpp files below ui/charts and headers private to them include this; public chart headers forward-declare.
#include <qcustomplot.h>

static_assert(QCUSTOMPLOT_VERSION >= 0x020100, "plottableAt<T> and Qt 6 need QCustomPlot 2.1");
