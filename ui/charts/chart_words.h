// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace zp {

/// Texts that every chart has in addition to its figures.
struct ChartWords {
  bool stale = false;  ///< true to grey out the chart: the data are those of the last valid plan
  QString stale_text;
  QString title, note;  ///< shown only on exported pictures: title; plan, unit and assumptions
};

}  // namespace zp
