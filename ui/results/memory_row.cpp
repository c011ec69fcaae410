// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/memory_row.h"

#include "core/search/stopped.h"
#include "ui/model/memory_parts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

MemoryRow memoryRow(const MemoryEstimate& estimate) {
  const GpuMemory& gpu = estimate.gpu;
  MemoryRow row;
  const ChartBytes parts = chartBytesOf(gpu.components);
  for (std::size_t i = 0; i < parts.size(); ++i)
    row.gib[i] = to_gib(parts[i]);
  row.low = to_gib(gpu.likely_peak.low);
  row.high = to_gib(gpu.likely_peak.high);
  if (gpu.fits && gpu.capacity > Bytes(0) && gpu.likely_peak.high == gpu.capacity)
    row.rangeNote = QObject::tr(
        "The range ends at the memory of the card: what a run may take beyond it is PyTorch's cache, which "
        "it releases there.");
  row.verdict = verdictOf(estimate);
  row.lackText = lackText(estimate);
  return row;
}

MemoryRow memoryRow(const Candidate& candidate) {
  MemoryRow row = memoryRow(candidate.estimate);
  const QString stop = stopText(candidate);
  if (stop.isEmpty()) return row;
  row.verdict = Verdict::over;
  row.lackText = stop;
  return row;
}

QString stopText(const Candidate& candidate) {
  if (!is_stopped(candidate)) return {};
  return is_refused(candidate.findings) ? u"refused"_s : u"stops"_s;
}

Verdict verdictOf(const Candidate& candidate) {
  return stopText(candidate).isEmpty() ? verdictOf(candidate.estimate) : Verdict::over;
}

}  // namespace zp
