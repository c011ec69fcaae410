// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/choice/plan_bars.h"

#include <cmath>

#include "core/units/format.h"
#include "ui/model/text.h"
#include "ui/results/memory_row.h"
#include "ui/results/result_words.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double least_told_change = 0.001;

QString figuresText(const Figures& figures, const Figures& present, bool is_comparable) {
  QStringList words = {toQt(format_gib(figures.estimate.gpu.peak))};
  if (!figures.time.is_known) return words.front();
  const double rate = figures.throughput.tokens_per_s;
  words << toQt(format_seconds(figures.time.total)) << toQt(format_per_s(rate, "tokens"));
  if (is_comparable && present.time.is_known && present.throughput.tokens_per_s > 0) {
    const double change = rate / present.throughput.tokens_per_s - 1;
    if (std::abs(change) >= least_told_change)
      words << (change < 0 ? u"−"_s : u"+"_s) + toQt(format_percent(std::abs(change)));
  }
  return words.join(u", "_s);
}

}  // namespace

MemoryChartData planBars(const PlanResults& present, const QString& title) {
  MemoryChartData bars;
  setWords(bars, present, title, {}, {});
  bars.capacityGib = to_gib(present.evaluation.figures.estimate.gpu.capacity);
  bars.capacityText = usableText(present);
  return bars;
}

MemoryRow planBar(const QString& label, const Figures& figures, const PlanResults& present,
                  bool is_comparable) {
  MemoryRow row = memoryRow(figures.estimate);
  row.label = label;
  row.totalText = figuresText(figures, present.evaluation.figures, is_comparable);
  return row;
}

MemoryRow missingPlanBar(const QString& label) {
  MemoryRow row;
  row.label = label;
  row.verdict = Verdict::none;
  row.totalText = QObject::tr("cannot be estimated");
  return row;
}

}  // namespace zp
