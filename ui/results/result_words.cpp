// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/result_words.h"

#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

void setWords(ChartWords& words, const PlanResults& results, const QString& title, const QString& note,
              const QString& plan_name) {
  words.stale = results.stale;
  words.stale_text = u"showing last valid plan"_s;
  words.title = plan_name.isEmpty() ? title : title + u", "_s + plan_name;
  words.note = note;
}

QString usableText(const PlanResults& results) {
  return toQt(format_gib(results.evaluation.figures.estimate.gpu.capacity)) + u" usable"_s;
}

}  // namespace zp
