// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QString>
#include <functional>

class QAbstractItemModel;
class QAbstractItemView;
class QTableView;

namespace zp {

/// Returns the header and the rows as displayed, separated by tabs, for spreadsheets.
QString shownText(const QAbstractItemView& view, const QModelIndexList& rows);

/// Returns the selected rows in display order; all rows if none is selected.
QModelIndexList chosenRows(const QAbstractItemView& view);

using RowsText = std::function<QString(const QModelIndexList& rows)>;

/// Makes Ctrl+C copy the chosen rows, and the context menu a single cell or everything; formatted by `text`,
/// else as displayed.
void makeCopyable(QAbstractItemView& view, const RowsText& text = {});

/// Returns a read-only table: whole rows are selected and can be copied, columns fit their contents, digits
/// have equal width.
QTableView* makeReadOnlyTable(QAbstractItemModel* model, const QString& name, const QString& spoken,
                              const RowsText& copied = {});

}  // namespace zp
