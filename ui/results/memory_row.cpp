// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/memory_row.h"

#include "core/units/format.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"

namespace zp {

MemoryRow memoryRow(const GpuMemory& gpu) {
  MemoryRow row;
  const ChartBytes parts = chartBytesOf(gpu.components);
  for (std::size_t i = 0; i < parts.size(); ++i)
    row.gib[i] = to_gib(parts[i]);
  row.low = to_gib(gpu.peak_range.low);
  row.high = to_gib(gpu.peak_range.high);
  row.fits = gpu.fits;
  row.tight = verdictOf(gpu.fits, gpu.peak, gpu.capacity) == Verdict::tight;
  if (!gpu.fits) row.overshootText = u'+' + toQt(format_gib_value(gpu.peak - gpu.capacity));
  return row;
}

}  // namespace zp
