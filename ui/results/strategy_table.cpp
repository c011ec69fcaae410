// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/strategy_table.h"

#include <QBrush>
#include <QFont>
#include <algorithm>
#include <functional>
#include <iterator>

#include "core/memory/odds.h"
#include "core/report/words.h"
#include "core/units/format.h"
#include "ui/model/memory_parts.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/memory_row.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// A column of the table, on screen and in both exports.
struct Column {
  QString id;     ///< id in CSV: "gpu_parameters_bytes"
  QString title;  ///< title on screen
  QString tool_tip;
  std::function<QVariant(const Candidate&)> value;  ///< a whole number or a double; invalid if unknown
  std::function<QString(const Candidate&)> text;
};

QString orUnknown(const QString& text) { return text.isEmpty() ? u"–"_s : text; }
QVariant orUnknown(double value) { return value > 0 ? QVariant(value) : QVariant(); }

std::vector<Column> speedColumns() {
  return {{u"step_seconds"_s, u"Step time"_s, u"Seconds of one optimizer step, an estimate"_s,
           [](const Candidate& r) { return orUnknown(r.time.total); },
           [](const Candidate& r) {
             return orUnknown(r.time.is_known ? toQt(format_seconds(r.time.total)) : QString());
           }},
          {u"slowdown"_s, u"Slowdown"_s, u"Against the fastest strategy that fits"_s,
           [](const Candidate& r) { return orUnknown(r.slowdown); },
           [](const Candidate& r) { return orUnknown(slowdownText(r.slowdown)); }},
          {u"tokens_per_s"_s, u"Tokens/s"_s, u"Sum over all GPUs"_s,
           [](const Candidate& r) { return orUnknown(r.throughput.tokens_per_s); },
           [](const Candidate& r) {
             const double rate = r.throughput.tokens_per_s;
             return orUnknown(rate > 0 ? toQt(format_number(rate)) : QString());
           }}};
}

Column bytesColumn(const QString& id, const QString& title, const QString& tool_tip,
                   const std::function<Bytes(const Candidate&)>& bytes) {
  return {id, title, tool_tip, [bytes](const Candidate& r) { return QVariant(qint64{bytes(r).value()}); },
          [bytes](const Candidate& r) { return toQt(format_gib_value(bytes(r))).replace(u'-', u'−'); }};
}

/// Returns the verdict, with the odds where the plan has room: "✓ fits, 88 %".
QString fitsText(const Candidate& candidate) {
  const Verdict verdict = verdictOf(candidate);
  const QString glyph = glyphOf(verdict) + u' ';
  const QString odds = u", "_s + toQt(odds_percent(fit_odds(candidate.plan, candidate.estimate).both));
  if (const QString stop = stopText(candidate); !stop.isEmpty()) return glyph + stop;
  switch (verdict) {
    case Verdict::fits:
      return glyph + u"fits"_s + odds;
    case Verdict::tight:
      return glyph + u"tight"_s + odds;
    case Verdict::unknown:
      return glyph + lackText(candidate.estimate);
    default:
      return glyph + u"too big"_s;
  }
}

std::vector<Column> makeColumns() {
  std::vector<Column> columns = {
      {u"strategy"_s, u"Strategy"_s, u"ZeRO stage, and where optimizer states and parameters are"_s,
       [](const Candidate& c) {
         return QVariant(c.strategy.stage * 16 + static_cast<int>(c.strategy.optimizer) * 4 +
                         static_cast<int>(c.strategy.parameters));
       },
       [](const Candidate& c) { return toQt(label_of(c.strategy)); }}};
  columns.push_back(bytesColumn(u"gpu_peak_bytes"_s, u"GPU peak"_s,
                                u"Memory that one GPU needs at the peak, GiB"_s,
                                [](const Candidate& c) { return c.estimate.gpu.peak; }));
  columns.push_back(bytesColumn(u"gpu_headroom_bytes"_s, u"Free"_s, u"Usable memory less the peak, GiB"_s,
                                [](const Candidate& c) { return c.estimate.gpu.headroom; }));
  columns.push_back(
      {u"fits"_s, u"Fits"_s,
       u"Yes if GPU, host and drives have room for it; the odds come from the errors of published runs"_s,
       [](const Candidate& c) { return qint64{c.estimate.fits()}; }, fitsText});
  std::ranges::copy(speedColumns(), std::back_inserter(columns));
  for (std::size_t i = 0; i < chart_component_count; ++i) {
    const QString name = nameOf(static_cast<ChartComponent>(i));
    columns.push_back(bytesColumn(u"gpu_"_s + name.toLower().replace(u' ', u'_') + u"_bytes", name,
                                  name + u" of one GPU at the peak, GiB", [i](const Candidate& c) {
                                    return chartBytesOf(c.estimate.gpu.components)[i];
                                  }));
  }
  columns.push_back(bytesColumn(u"cpu_node_bytes"_s, u"CPU / node"_s,
                                u"Host memory that one node needs, GiB"_s,
                                [](const Candidate& c) { return c.estimate.cpu.needed_per_node(); }));
  columns.push_back(bytesColumn(u"nvme_node_bytes"_s, u"NVMe / node"_s, u"Drive space of one node, GiB"_s,
                                [](const Candidate& c) { return c.estimate.nvme.per_node; }));
  columns.push_back({u"largest_micro_batch"_s, u"Max. micro batch"_s,
                     u"The largest micro batch that still fits"_s,
                     [](const Candidate& c) { return qint64{c.largest_micro_batch}; },
                     [](const Candidate& c) { return toQt(format_count(c.largest_micro_batch)); }});
  columns.push_back(
      {u"rank"_s, u"Rank"_s, u"1 is the best: it fits and slows the least; one that is refused has none"_s,
       [](const Candidate& c) { return c.rank > 0 ? QVariant(qint64{c.rank}) : QVariant(); },
       [](const Candidate& c) { return orUnknown(c.rank > 0 ? toQt(format_count(c.rank)) : QString()); }});
  return columns;
}

const std::vector<Column>& allColumns() {
  static const std::vector<Column> columns = makeColumns();
  return columns;
}

}  // namespace

void StrategyTable::setResults(const PlanResults& results) {
  const bool same_shape = candidates_.size() == results.evaluation.candidates.size();
  if (!same_shape) beginResetModel();
  candidates_ = results.evaluation.candidates;
  selected_ = results.evaluation.selected;
  if (!same_shape) {
    endResetModel();
  } else if (!candidates_.empty()) {
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  }
}

void StrategyTable::setPointed(std::optional<Strategy> strategy) {
  if (strategy == pointed_) return;
  pointed_ = strategy;
  if (!candidates_.empty())
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::BackgroundRole});
}

int StrategyTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(candidates_.size());
}

int StrategyTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(allColumns().size());
}

QVariant StrategyTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Candidate& candidate = candidates_[static_cast<std::size_t>(index.row())];
  const Column& column = allColumns()[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole:
      return column.text(candidate);
    case SortRole:
      return column.value(candidate);
    case CandidateRole:
      return index.row();
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (index.column() == 0 ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::FontRole: {
      if (index.row() != selected_) return {};
      QFont font;
      font.setBold(true);
      return font;
    }
    case Qt::BackgroundRole:
      if (index.row() != selected_ && candidate.strategy != pointed_) return {};
      return QBrush(themeColors().rowTint(index.row() == selected_));
    case Qt::ForegroundRole:
      if (column.id == u"fits") return themeColors().state(verdictOf(candidate));
      return {};
    case Qt::ToolTipRole:
      return column.tool_tip;
    default:
      return {};
  }
}

QVariant StrategyTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const Column& column = allColumns()[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return column.title;
    case Qt::ToolTipRole:
      return column.tool_tip;
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (section == 0 ? Qt::AlignLeft : Qt::AlignRight));
    default:
      return {};
  }
}

QString strategyCsv(const PlanResults& results) {
  QStringList lines(1);
  for (const Column& column : allColumns())
    lines[0] += (lines[0].isEmpty() ? u""_s : u","_s) + column.id;
  for (const Candidate& candidate : results.evaluation.candidates) {
    QStringList cells;
    for (const Column& column : allColumns())
      cells << (column.id == u"strategy" ? toQt(name_of(candidate.strategy))
                                         : column.value(candidate).toString());
    lines << cells.join(u',');
  }
  return lines.join(u'\n') + u'\n';
}

QString strategyMarkdown(const PlanResults& results) {
  QString header, rule, body;
  for (const Column& column : allColumns()) {
    header += u"| "_s + column.title + u' ';
    rule += column.id == u"strategy" ? u"|---"_s : u"|---:"_s;
  }
  for (const Candidate& candidate : results.evaluation.candidates) {
    for (const Column& column : allColumns())
      body += u"| "_s + column.text(candidate) + u' ';
    body += u"|\n"_s;
  }
  return header + u"|\n" + rule + u"|\n" + body + u"\nMemory in GiB, 1 GiB = 2³⁰ bytes.\n";
}

}  // namespace zp
