// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/plain_table.h"

#include <QFont>
#include <QRect>
#include <algorithm>

namespace zp {
namespace {

QVariant alignmentOf(const PlainCell& cell) {
  return QVariant::fromValue(Qt::AlignVCenter | (cell.is_number ? Qt::AlignRight : Qt::AlignLeft));
}

}  // namespace

PlainCell numberCell(const QString& text, const QVariant& sort) {
  PlainCell cell;
  cell.text = text;
  cell.sort = sort;
  cell.is_number = true;
  return cell;
}

void PlainTable::setContents(PlainTableData data) {
  beginResetModel();
  data_ = std::move(data);
  endResetModel();
}

void PlainTable::changeContents(PlainTableData data) {
  if (data.header != data_.header || data.rows.size() != data_.rows.size())
    return setContents(std::move(data));
  std::swap(data, data_);
  // Emits one rectangle for all changes, because views with content-sized columns remeasure everything for
  // each signal.
  QRect changed;
  for (std::size_t r = 0; r < data.rows.size(); ++r)
    for (std::size_t c = 0; c < data.header.size(); ++c)
      if (data.rows[r].cells[c] != data_.rows[r].cells[c])
        changed |= QRect(static_cast<int>(c), static_cast<int>(r), 1, 1);
  if (!changed.isEmpty())
    emit dataChanged(index(changed.top(), changed.left()), index(changed.bottom(), changed.right()));
}

int PlainTable::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(data_.rows.size());
}

int PlainTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(data_.header.size());
}

QVariant PlainTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const PlainRow& row = data_.rows[static_cast<std::size_t>(index.row())];
  const PlainCell& cell = row.cells[static_cast<std::size_t>(index.column())];
  switch (role) {
    case Qt::DisplayRole:
      return cell.text;
    case SortRole:
      return cell.sort.isValid() ? cell.sort : QVariant(cell.text);
    case Qt::CheckStateRole:
      if (!cell.check) return {};
      return *cell.check ? Qt::Checked : Qt::Unchecked;
    case LinkRole:
      return cell.link;
    case FilterRole: {
      QStringList texts = {row.more};
      for (const PlainCell& each : row.cells)
        texts << each.text;
      return texts.join(u' ');
    }
    case Qt::TextAlignmentRole:
      return alignmentOf(cell);
    case Qt::ToolTipRole:
      return QString(u"<qt>" + (cell.tool_tip.isEmpty() ? cell.text : cell.tool_tip).toHtmlEscaped() +
                     u"</qt>");
    case Qt::ForegroundRole:
      if (!cell.link.isEmpty()) return themeColors().accent;
      return cell.verdict == Verdict::none ? QVariant() : QVariant(themeColors().state(cell.verdict));
    case Qt::FontRole: {
      if (cell.link.isEmpty()) return {};  // the view's own font applies
      QFont font;
      font.setUnderline(true);
      return font;
    }
    default:
      return {};
  }
}

Qt::ItemFlags PlainTable::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.data(Qt::CheckStateRole).isValid() ? flags | Qt::ItemIsUserCheckable : flags;
}

bool PlainTable::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !index.isValid()) return false;
  PlainCell& cell =
      data_.rows[static_cast<std::size_t>(index.row())].cells[static_cast<std::size_t>(index.column())];
  if (!cell.check) return false;
  cell.check = value.toInt() == Qt::Checked;
  emit dataChanged(index, index, {Qt::CheckStateRole});
  emit ticked(index.row(), *cell.check);
  return true;
}

QVariant PlainTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const PlainCell& cell = data_.header[static_cast<std::size_t>(section)];
  switch (role) {
    case Qt::DisplayRole:
      return cell.text;
    case Qt::ToolTipRole:
      return cell.tool_tip;
    case Qt::TextAlignmentRole:
      return alignmentOf(cell);
    default:
      return {};
  }
}

PlainTableFilter::PlainTableFilter(QObject* parent) : QSortFilterProxyModel(parent) {
  setSortRole(PlainTable::SortRole);
}

void PlainTableFilter::setWords(const QString& typed) {
  words_ = typed.split(u' ', Qt::SkipEmptyParts);
  invalidateFilter();
}

bool PlainTableFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
  const QString text = sourceModel()->index(row, 0, parent).data(PlainTable::FilterRole).toString();
  return std::ranges::all_of(
      words_, [&text](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
}

}  // namespace zp
