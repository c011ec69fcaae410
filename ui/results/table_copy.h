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

/// Returns the rows as they are shown, separated by tabs, below the header, as spreadsheets accept them.
QString shownText(const QAbstractItemView& view, const QModelIndexList& rows);

/// Returns the selected rows in their order on screen, or all rows if none is selected.
QModelIndexList chosenRows(const QAbstractItemView& view);

using RowsText = std::function<QString(const QModelIndexList& rows)>;

/// Makes Ctrl+C copy the chosen rows, and the context menu also one cell or everything; as `text` formats
/// them, else as they are shown.
void makeCopyable(QAbstractItemView& view, const RowsText& text = {});

/// Returns a table for reading: whole rows are selected and can be copied, columns are as wide as their
/// contents, digits equally wide.
QTableView* makeReadOnlyTable(QAbstractItemModel* model, const QString& name, const QString& spoken,
                              const RowsText& copied = {});

}  // namespace zp
