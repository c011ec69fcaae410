// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/speed/time_entry_text.h"

#include "core/speed/explain_time.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

QString timeEntryText(const Plan& plan, const TimeEntry& entry) {
  const TimeExplanation words = explain(plan, entry);
  return toQt(words.title) + u": " + toQt(words.formula) + u"\nSource: " + toQt(words.source);
}

}  // namespace zp
