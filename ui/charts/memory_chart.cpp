// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_chart.h"

#include "core/units/format.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString valueText(double gib) { return QString::fromStdString(format_gib_value(from_gib(gib))); }

std::vector<BarSeries> allComponents() {
  std::vector<BarSeries> series;
  for (std::size_t c = 0; c < chart_component_count; ++c)
    series.push_back({nameOf(static_cast<ChartComponent>(c)), static_cast<ChartComponent>(c)});
  return series;
}

QString verdictWord(Verdict verdict) {
  switch (verdict) {
    case Verdict::fits:
      return MemoryChart::tr("fits");
    case Verdict::tight:
      return MemoryChart::tr("fits tightly");
    case Verdict::over:
      return MemoryChart::tr("does not fit");
    case Verdict::unknown:
      return MemoryChart::tr("not known to fit");
    default:
      return {};
  }
}

QString spokenRow(const MemoryChartData& data, const BarRow& bar) {
  QString text = bar.label + u": "_s + bar.total_text;
  const double capacity = bar.limit > 0 ? bar.limit : data.capacityGib;
  if (capacity > 0) text += MemoryChart::tr(" of %1").arg(valueText(capacity));
  text += MemoryChart::tr(" gibibytes");
  const QString verdict = verdictWord(bar.verdict);
  if (!verdict.isEmpty()) text += u", "_s + verdict;
  if (!bar.lack_text.isEmpty()) text += u", "_s + bar.lack_text;
  if (bar.selected) text += MemoryChart::tr(", selected");
  return text;
}

BarRow barOf(const MemoryChartData& data, const MemoryRow& row) {
  BarRow bar;
  bar.label = row.label;
  for (std::size_t c = 0; c < chart_component_count; ++c) {
    bar.parts.push_back({row.gib[c], QString::fromStdString(format_gib(from_gib(row.gib[c])))});
    if (row.details)
      bar.parts.back().details = [details = row.details, c] {
        return details(static_cast<ChartComponent>(c));
      };
  }
  bar.low = row.low;
  bar.high = row.high;
  bar.limit = row.capacityGib;
  bar.verdict = data.capacityGib > 0 || row.capacityGib > 0 ? row.verdict : Verdict::none;
  bar.selected = row.selected;
  bar.range_note = row.rangeNote;
  bar.total_text = row.totalText.isEmpty() ? valueText(bar.total()) : row.totalText;
  bar.lack_text = row.lackText;
  bar.spoken = spokenRow(data, bar);
  return bar;
}

}  // namespace

MemoryChart::MemoryChart(QWidget* parent) : BarChart(parent) {
  setAccessibleName(tr("Memory per GPU by strategy"));
}

void MemoryChart::setData(const MemoryChartData& memory) {
  BarChartData bars;
  static_cast<ChartWords&>(bars) = static_cast<const ChartWords&>(memory);
  bars.series = allComponents();
  for (const MemoryRow& row : memory.rows)
    bars.rows.push_back(barOf(memory, row));
  bars.limit = memory.capacityGib;
  bars.limit_text =
      memory.capacityText.isEmpty()
          ? tr("%1 usable").arg(QString::fromStdString(format_gib(from_gib(memory.capacityGib))))
          : memory.capacityText;
  bars.axis_title = memory.unitTitle;
  setBars(bars);
}

}  // namespace zp
