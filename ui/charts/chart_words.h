// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace zp {

/// The texts that every chart has beside its figures.
struct ChartWords {
  bool stale = false;  ///< true if greyed: the data are those of the last valid plan
  QString stale_text;
  QString title, note;  ///< on exported pictures only: title; plan, unit and assumptions
};

}  // namespace zp
