// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/snapshot_flame.h"

#include <QCoreApplication>

#include "core/measure/snapshot_tree.h"
#include "core/report/measure_words.h"
#include "core/units/format.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString flameWords(const char* words) { return QCoreApplication::translate("SnapshotFlame", words); }

QString bytesText(Bytes bytes) { return toQt(format_bytes(bytes)); }

FlameNode flameNode(const SnapshotNode& node) {
  FlameNode shown;
  shown.parent = node.parent;
  shown.name = toQt(node.name);
  if (!shown.name.isEmpty() && node.parent <= 0) shown.name.front() = shown.name.front().toUpper();
  shown.value = static_cast<double>(node.bytes.value());
  shown.text = bytesText(node.bytes);
  if (node.predicted) shown.text += flameWords(", predicted %1").arg(bytesText(*node.predicted));
  shown.color = node.component ? SeriesColor(chartComponentOf(*node.component)) : SeriesColor(CardPart::free);
  shown.tip = flameWords("%1 blocks").arg(toQt(format_count(node.blocks)));
  return shown;
}

}  // namespace

FlameChartData snapshotFlame(const MeasuredSnapshot& snapshot, const MemoryEstimate* estimate,
                             std::span<const NamedLog> logs) {
  FlameChartData flame;
  for (const SnapshotNode& node : snapshot_tree(snapshot, estimate))
    if (node.parent < 0 || node.bytes > Bytes(0)) flame.nodes.push_back(flameNode(node));
  flame.value_title = flameWords("bytes");
  flame.title = flameWords("Memory at its peak: %1").arg(snapshotName(snapshot, logs));
  QStringList parts;
  for (const FlameNode& node : flame.nodes)
    if (node.parent <= 0) parts << node.name + u' ' + node.text;
  flame.spoken = parts.join(u", "_s);
  return flame;
}

QString snapshotName(const MeasuredSnapshot& snapshot, std::span<const NamedLog> logs) {
  return flameWords("GPU %1, %2").arg(snapshot.peak.device).arg(toQt(short_name(logs[snapshot.log])));
}

}  // namespace zp
