// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/time_entry_text.h"

#include "core/formula/legend.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

QString timeEntryText(const TimeExplanation& words) {
  return toQt(words.title) + u": " + toQt(words.outcome) + u"\n" + toQt(words.formula) + u"\nwhere " +
         toQt(legend(words.symbols)) + u"\nSource: " + toQt(words.source);
}

}  // namespace zp
