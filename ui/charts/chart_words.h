// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace zp {

/// What every chart says beside its figures.
struct ChartWords {
  bool stale = false;  ///< greyed: the last valid plan
  QString stale_text;
  QString title, note;  ///< on exported pictures only: what it is; plan, unit and assumptions
};

}  // namespace zp
