// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/controls.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QRadioButton>
#include <QScrollArea>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QTextEdit>
#include <QToolBar>

#include "ui/charts/chart.h"
#include "ui/inputs/collapsible_group.h"
#include "ui/inputs/elided_text.h"
#include "ui/inputs/fact_label.h"
#include "ui/inputs/input_row.h"
#include "ui/theme/access_key.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// A part of a control: its rectangle and its text.
struct Part {
  QRect rect;
  QString text;
};

QWidget* visibleWidget(QWidget& root, const QString& name) {
  if (root.objectName() == name) return &root;
  const QList<QWidget*> found = root.findChildren<QWidget*>(name);
  for (QWidget* widget : found)
    if (widget->isVisible()) return widget;
  return found.isEmpty() ? nullptr : found.front();
}

/// Expands and scrolls the widgets around it.
void bringIntoView(QWidget& widget) {
  for (QWidget* above = widget.parentWidget(); above != nullptr; above = above->parentWidget()) {
    if (auto* folded = qobject_cast<CollapsibleGroup*>(above)) folded->setExpanded(true);
    if (auto* area = qobject_cast<QScrollArea*>(above)) {
      if (QLayout* lines = area->widget()->layout()) lines->activate();
      area->ensureWidgetVisible(&widget);
    }
  }
}

std::optional<Part> partOfChart(const Chart& chart, const QStringList& path) {
  const QRectF rect = chart.rectOf(path[0], path.value(1));
  if (rect.isEmpty()) return std::nullopt;
  return Part{rect.toAlignedRect(), path.join(u' ')};
}

std::optional<Part> partOfTabs(const QTabWidget& tabs, const QString& title) {
  for (int i = 0; i < tabs.count(); ++i)
    if (tabs.tabText(i) == title) {
      const QRect tab = tabs.tabBar()->tabRect(i);
      return Part{tab.translated(tabs.tabBar()->pos()), title};
    }
  return std::nullopt;
}

std::optional<Part> partOfToolBar(const QToolBar& bar, const QString& id) {
  for (QAction* action : bar.actions())
    if (action->objectName() == id) return Part{bar.widgetForAction(action)->geometry(), action->iconText()};
  return std::nullopt;
}

/// Returns the matching rows of a table or branches of a tree, as whole lines.
std::optional<Part> partOfItems(QAbstractItemView& view, const QString& words) {
  const QAbstractItemModel& model = *view.model();
  const QModelIndexList found =
      model.match(model.index(0, 0), Qt::DisplayRole, words, 1, Qt::MatchContains | Qt::MatchRecursive);
  if (found.isEmpty()) return std::nullopt;
  view.scrollTo(found.front());
  QRect line = view.visualRect(found.front());
  QStringList texts;
  for (int column = 0; column < model.columnCount(found.front().parent()); ++column) {
    const QModelIndex cell = found.front().siblingAtColumn(column);
    line |= view.visualRect(cell);
    texts << cell.data().toString();
  }
  return Part{(line & view.viewport()->rect()).translated(view.viewport()->pos()),
              texts.join(u' ').simplified()};
}

template <class Edit>
std::optional<Part> partOfText(Edit& edit, const QString& words) {
  QTextCursor cursor = edit.document()->find(words);
  if (cursor.isNull()) return std::nullopt;
  cursor.setPosition(cursor.selectionStart());
  edit.setTextCursor(cursor);
  edit.ensureCursorVisible();
  const QRect at = edit.cursorRect(cursor);
  const int width = QFontMetrics(edit.font()).horizontalAdvance(cursor.block().text());
  const QRect line(4, at.top() + 2, std::min(width + 26, edit.viewport()->width() - 8), at.height() - 4);
  return Part{line.translated(edit.viewport()->pos()), cursor.block().text().simplified()};
}

std::optional<Part> partOf(QWidget& widget, const QStringList& path) {
  const QString name = path.join(u'/');
  if (const auto* chart = qobject_cast<Chart*>(&widget)) return partOfChart(*chart, path);
  if (const auto* tabs = qobject_cast<QTabWidget*>(&widget)) return partOfTabs(*tabs, name);
  if (const auto* bar = qobject_cast<QToolBar*>(&widget)) return partOfToolBar(*bar, name);
  if (auto* view = qobject_cast<QAbstractItemView*>(&widget)) return partOfItems(*view, name);
  if (auto* edit = qobject_cast<QPlainTextEdit*>(&widget)) return partOfText(*edit, name);
  if (auto* edit = qobject_cast<QTextEdit*>(&widget)) return partOfText(*edit, name);
  return std::nullopt;
}

QString textOfRow(const InputRow& row) {
  for (const QRadioButton* segment : row.findChildren<QRadioButton*>())
    if (segment->isChecked()) return segment->text();
  if (const auto* combo = row.findChild<QComboBox*>()) return combo->currentText();
  if (const auto* spin = row.findChild<QAbstractSpinBox*>()) return spin->text();
  const auto* box = row.findChild<QAbstractButton*>();
  return box != nullptr ? box->text() : QString();
}

}  // namespace

QString textOf(const QWidget& widget) {
  QString text;
  if (const auto* fact = qobject_cast<const FactLabel*>(&widget))
    text = fact->fullText();
  else if (const auto* label = qobject_cast<const QLabel*>(&widget))
    text = QTextDocumentFragment::fromHtml(label->text()).toPlainText();
  else if (const auto* elided = dynamic_cast<const ElidedText*>(&widget))
    text = elided->text();
  else if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
    text = withoutAccessKey(button->text());
  else if (const auto* row = qobject_cast<const InputRow*>(&widget))
    text = textOfRow(*row);
  else if (const auto* combo = qobject_cast<const QComboBox*>(&widget))
    text = combo->currentText();
  else if (const auto* spin = qobject_cast<const QAbstractSpinBox*>(&widget))
    text = spin->text();
  else if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
    text = line->text();
  else if (const auto* edit = qobject_cast<const QPlainTextEdit*>(&widget))
    text = edit->toPlainText();
  else if (const auto* rich = qobject_cast<const QTextEdit*>(&widget))
    text = rich->toPlainText();
  else
    text = widget.accessibleName();
  return text.simplified();
}

std::optional<Control> findControl(QWidget& root, const QString& name) {
  QStringList path = name.split(u'/');
  const QString first = path.takeFirst();
  QWidget* widget = visibleWidget(root, first);
  if (widget == nullptr) {  // the row may be in a group that was still collapsed
    for (auto* folded : root.findChildren<CollapsibleGroup*>())
      folded->makeRows();
    widget = visibleWidget(root, first);
  }
  if (widget == nullptr) return std::nullopt;
  bringIntoView(*widget);
  if (path.isEmpty()) return Control{widget, widget->rect(), textOf(*widget), {}};
  const std::optional<Part> part = partOf(*widget, path);
  if (!part) return std::nullopt;
  return Control{widget, part->rect, part->text, path};
}

QRect visiblePlace(const Control& control, const QWidget& window) {
  constexpr int least = 6;
  const QWidget* widget = control.widget;
  if (widget == nullptr || !widget->isVisible()) return {};
  QRect rect = control.part.isEmpty() ? widget->rect() : control.rect;
  if (const auto* chart = qobject_cast<const Chart*>(widget); chart != nullptr && !control.part.isEmpty())
    rect = chart->rectOf(control.part[0], control.part.value(1)).toAlignedRect();
  rect &= widget->visibleRegion().boundingRect();
  if (rect.width() < least || rect.height() < least) return {};
  return {widget->mapTo(&window, rect.topLeft()), rect.size()};
}

}  // namespace zp
