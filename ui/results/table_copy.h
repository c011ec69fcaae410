// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QString>
#include <functional>

class QAbstractItemView;

namespace zp {

/// The rows as they are shown, separated by tabs, below the header: what a spreadsheet takes.
QString shownText(const QAbstractItemView& view, const QModelIndexList& rows);

/// Those selected, in their order on screen; all of them where none is.
QModelIndexList chosenRows(const QAbstractItemView& view);

using RowsText = std::function<QString(const QModelIndexList& rows)>;

/// Ctrl+C copies the chosen rows, the context menu also one cell or everything; as `text` says them, else as
/// they are shown.
void makeCopyable(QAbstractItemView& view, const RowsText& text = {});

}  // namespace zp
