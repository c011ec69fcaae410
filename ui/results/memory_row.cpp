// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/memory_row.h"

#include "ui/model/memory_parts.h"

namespace zp {

MemoryRow memoryRow(const MemoryEstimate& estimate) {
  const GpuMemory& gpu = estimate.gpu;
  MemoryRow row;
  const ChartBytes parts = chartBytesOf(gpu.components);
  for (std::size_t i = 0; i < parts.size(); ++i)
    row.gib[i] = to_gib(parts[i]);
  row.low = to_gib(gpu.likely_peak.low);
  row.high = to_gib(gpu.likely_peak.high);
  row.verdict = verdictOf(estimate);
  row.lackText = lackText(estimate);
  return row;
}

}  // namespace zp
