// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/table_copy.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QTableView>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

void addRows(const QAbstractItemModel& model, const QModelIndex& above, QModelIndexList& rows) {
  for (int row = 0; row < model.rowCount(above); ++row) {
    rows << model.index(row, 0, above);
    addRows(model, rows.back(), rows);
  }
}

QModelIndexList allRows(const QAbstractItemView& view) {
  QModelIndexList rows;
  addRows(*view.model(), view.rootIndex(), rows);
  return rows;
}

QString oneLine(QString text) { return text.replace(u'\t', u' ').replace(u'\n', u' '); }

void copy(const QString& text) { QGuiApplication::clipboard()->setText(text); }

/// Copies rows of one view; lives as long as the view.
class TableCopy : public QObject {
 public:
  TableCopy(QAbstractItemView& view, const RowsText& text) : QObject(&view), view_(view), text_(text) {
    view_.installEventFilter(this);
    view_.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&view_, &QWidget::customContextMenuRequested, this, &TableCopy::openMenu);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() != QEvent::KeyPress || !static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy))
      return QObject::eventFilter(watched, event);
    copy(textOf(chosenRows(view_)));
    return true;
  }

 private:
  [[nodiscard]] QString textOf(const QModelIndexList& rows) const {
    return text_ ? text_(rows) : shownText(view_, rows);
  }
  void openMenu(const QPoint& at) {
    auto* menu = new QMenu(&view_);
    menu->setObjectName(u"tableMenu"_s);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QModelIndex cell = view_.indexAt(at);
    QAction* rows = menu->addAction(themeIcon(IconName::copy), QObject::tr("Copy &rows"), QKeySequence::Copy,
                                    this, [this] { copy(textOf(chosenRows(view_))); });
    rows->setEnabled(view_.selectionModel()->hasSelection());
    QAction* action =
        menu->addAction(QObject::tr("Copy &cell"), this, [text = cell.data().toString()] { copy(text); });
    action->setEnabled(cell.isValid() && !cell.data().toString().isEmpty());
    menu->addAction(QObject::tr("Copy &all"), this, [this] { copy(textOf(allRows(view_))); });
    if (!view_.actions().isEmpty()) menu->addSeparator();
    menu->addActions(view_.actions());  // actions of the table's owner, which outlive the menu
    menu->popup(view_.viewport()->mapToGlobal(at));
  }

  QAbstractItemView& view_;
  RowsText text_;
};

}  // namespace

QString shownText(const QAbstractItemView& view, const QModelIndexList& rows) {
  const QAbstractItemModel& model = *view.model();
  QStringList lines, cells;
  for (int column = 0; column < model.columnCount(); ++column)
    cells << oneLine(model.headerData(column, Qt::Horizontal).toString());
  lines << cells.join(u'\t');
  for (const QModelIndex& row : rows) {
    cells.clear();
    for (int column = 0; column < model.columnCount(); ++column)
      cells << oneLine(row.siblingAtColumn(column).data().toString());
    lines << cells.join(u'\t');
  }
  return lines.join(u'\n') + u'\n';
}

QModelIndexList chosenRows(const QAbstractItemView& view) {
  const QModelIndexList all = allRows(view);
  QModelIndexList chosen;
  for (const QModelIndex& row : all)
    if (view.selectionModel()->isRowSelected(row.row(), row.parent())) chosen << row;
  return chosen.isEmpty() ? all : chosen;
}

void makeCopyable(QAbstractItemView& view, const RowsText& text) { new TableCopy(view, text); }

QTableView* makeReadOnlyTable(QAbstractItemModel* model, const QString& name, const QString& spoken,
                              const RowsText& copied) {
  auto* view = new QTableView;
  view->setObjectName(name);
  view->setAccessibleName(spoken);
  view->setModel(model);
  view->setSelectionBehavior(QAbstractItemView::SelectRows);
  view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view->setFrameShape(QFrame::NoFrame);
  view->setFont(tabularFont(view->font()));
  view->setWordWrap(false);
  view->setTabKeyNavigation(false);
  view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view->verticalHeader()->hide();
  view->horizontalHeader()->setHighlightSections(false);
  view->horizontalHeader()->setTextElideMode(Qt::ElideRight);  // otherwise titles are cut inside a letter
  view->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  makeCopyable(*view, copied);
  return view;
}

}  // namespace zp
