// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/config_lines.h"

#include <QObject>
#include <algorithm>

#include "core/export/key_entries.h"
#include "core/memory/timeline.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

template <class Keep>
std::vector<EntryId> gpuEntries(const PlanResults& results, ChartComponent component, const Keep& keep) {
  std::vector<EntryId> entries;
  for (const Entry& entry : results.evaluation.figures.estimate.ledger.entries())
    if (entry.place == Place::gpu && chartComponentOf(entry.component) == component && keep(entry))
      entries.push_back(entry.id);
  return entries;
}

}  // namespace

QString GoverningLine::name() const {
  const QStringList parts = path.split(u'.');
  const QString& key = parts.back();
  const bool says_nothing_alone =
      parts.size() > 1 && (key == u"enabled" || key == u"device" || key == u"type");
  return QObject::tr("%1 (line %2)")
      .arg(says_nothing_alone ? parts[parts.size() - 2] + u'.' + key : key)
      .arg(number);
}

bool GoverningLine::governs(std::span<const EntryId> entries) const {
  return std::ranges::find_first_of(decides, entries) != decides.end();
}

std::vector<GoverningLine> governingLines(const PlanResults& results) {
  std::vector<GoverningLine> lines;
  for (std::size_t i = 0; i < results.evaluation.config.lines.size(); ++i) {
    const std::string& path = results.evaluation.config.lines[i].config_path;
    if (const auto decides = entries_of_key(path); !decides.empty())
      lines.push_back({toQt(path), static_cast<int>(i) + 1, decides});
  }
  return lines;
}

std::vector<GoverningLine> governingLines(const PlanResults& results, std::span<const EntryId> entries) {
  std::vector<GoverningLine> lines = governingLines(results);
  std::erase_if(lines, [entries](const GoverningLine& line) { return !line.governs(entries); });
  return lines;
}

Moment momentFor(const PlanResults& results, std::span<const EntryId> entries) {
  const Timeline line = timeline(results.evaluation.figures.estimate, Place::gpu);
  Moments present;
  for (const Entry& entry : results.evaluation.figures.estimate.ledger.entries())
    if (entry.place == Place::gpu && std::ranges::find(entries, entry.id) != entries.end())
      present = present | entry.moments;
  if (present == Moments() || present.has(line.peak)) return line.peak;
  Moment fullest = line.peak;
  Bytes most;
  for (const Moment moment : line.moments()) {
    const Bytes total = line.totals[static_cast<std::size_t>(moment)];
    if (!present.has(moment) || total <= most) continue;
    fullest = moment;
    most = total;
  }
  return fullest;
}

std::vector<EntryId> entriesOf(const PlanResults& results, ChartComponent component) {
  const Phase peak = results.evaluation.figures.estimate.gpu.peak_phase;
  return gpuEntries(results, component, [peak](const Entry& entry) { return entry.counts_in(peak); });
}

std::vector<EntryId> entriesOf(const PlanResults& results, ChartComponent component, Moment moment) {
  return gpuEntries(results, component, [moment](const Entry& entry) { return entry.moments.has(moment); });
}

}  // namespace zp
