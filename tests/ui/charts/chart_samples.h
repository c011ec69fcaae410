// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "ui/charts/memory_chart.h"

/// Data for chart tests; the numbers are invented.
namespace zp {

/// Fills in the verdict and the missing memory of a row that needs `total` of `capacity` GiB.
inline void judge(MemoryRow& row, double total, double capacity) {
  const bool fits = total <= capacity;
  row.verdict = fits ? Verdict::fits : Verdict::over;
  row.lackText = fits ? QString() : QStringLiteral("+%1").arg(total - capacity, 0, 'f', 1);
}

/// Eight strategies of a 7 B model on 80 GB cards; the first does not fit, the third is selected.
inline MemoryChartData eightStrategies() {
  using namespace Qt::Literals::StringLiterals;
  MemoryChartData data;
  data.capacityGib = 79.2;
  data.unitTitle = u"GiB per GPU"_s;
  data.title = u"Memory per GPU <by> strategy"_s;
  data.note = u"1 GiB = 2³⁰ bytes"_s;
  const auto add = [&data](const QString& label, std::array<double, chart_component_count> gib) {
    MemoryRow row;
    row.label = label;
    row.gib = gib;
    double total = 0;
    for (const double part : gib)
      total += part;
    row.low = total * 0.95;
    row.high = total * 1.05;
    judge(row, total, data.capacityGib);
    row.selected = data.rows.size() == 2;
    row.details = [](ChartComponent component) {
      return component == ChartComponent{} ? u"2·P/N = 12.6 GiB\nsource <x> & y"_s : QString();
    };
    data.rows.push_back(row);
  };
  add(u"ZeRO-0 (DDP)"_s, {12.6, 12.6, 75.3, 14.2, 4.9, 4.8, 5.5});
  add(u"ZeRO-1"_s, {12.6, 12.6, 9.4, 14.2, 4.9, 4.8, 5.5});
  add(u"ZeRO-2"_s, {12.6, 4.6, 9.4, 14.2, 4.9, 4.8, 5.4});
  add(u"ZeRO-2 · opt→CPU"_s, {12.6, 4, 0, 14.2, 4.9, 5.2, 5.4});
  add(u"ZeRO-3"_s, {4.6, 4.6, 9.4, 14.2, 4.9, 4.2, 5.5});
  add(u"ZeRO-3 · opt→CPU"_s, {4.6, 4.1, 0, 14.2, 4.9, 4.2, 5.4});
  add(u"ZeRO-3 · all→CPU"_s, {4.4, 4.9, 0, 14.2, 4.9, 4.4, 5.5});
  add(u"ZeRO-3 · all→NVMe"_s, {4.4, 4.9, 0, 14.2, 4.9, 4.6, 5.6});
  return data;
}

/// All fourteen strategies, made by repeating those eight.
inline MemoryChartData fourteenStrategies() {
  MemoryChartData data = eightStrategies();
  for (std::size_t i = 0; data.rows.size() < 14; ++i) {
    MemoryRow row = data.rows[i];
    row.selected = false;
    data.rows.push_back(row);
  }
  return data;
}

/// Returns `data` with every amount multiplied by `factor`.
inline MemoryChartData scaled(MemoryChartData data, double factor) {
  for (MemoryRow& row : data.rows) {
    double total = 0;
    for (double& part : row.gib)
      total += part *= factor;
    row.low = row.high = 0;
    judge(row, total, data.capacityGib);
  }
  return data;
}

}  // namespace zp
