// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/cell_tips.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QStyle>
#include <QToolTip>

namespace zp {
namespace {

/// Returns the width that a cell's text needs. A delegate may ask for less.
int neededWidth(const QAbstractItemView& view, const QModelIndex& cell) {
  const QVariant own = cell.data(Qt::FontRole);
  const QFontMetrics metrics(own.isValid() ? own.value<QFont>() : view.font());
  const int margin = view.style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, &view) + 1;
  const int icon = cell.data(Qt::DecorationRole).isValid() ? view.iconSize().width() + 2 * margin : 0;
  return metrics.horizontalAdvance(cell.data().toString()) + 2 * margin + icon;
}

/// Returns the text of the cell at that point if it is cut off; "" if it is fully visible or the cell has its
/// own tip.
QString cutTextAt(const QAbstractItemView& view, QPoint at) {
  const QModelIndex cell = view.indexAt(at);
  if (!cell.isValid() || !cell.data(Qt::ToolTipRole).toString().isEmpty()) return {};
  const QRect shown = view.visualRect(cell) & view.viewport()->rect();
  return neededWidth(view, cell) > shown.width() ? cell.data().toString() : QString();
}

}  // namespace

CellTips::CellTips(QObject* parent) : QObject(parent) {
  QCoreApplication::instance()->installEventFilter(this);
}

bool CellTips::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ToolTip) return false;
  const auto* view = qobject_cast<const QAbstractItemView*>(watched->parent());
  if (view == nullptr || view->viewport() != watched) return false;
  const auto* help = static_cast<const QHelpEvent*>(event);
  const QString text = cutTextAt(*view, help->pos());
  if (text.isEmpty()) return false;
  QToolTip::showText(help->globalPos(), u"<qt>" + text.toHtmlEscaped() + u"</qt>", view->viewport(),
                     view->visualRect(view->indexAt(help->pos())));
  return true;
}

}  // namespace zp
