// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/parts_walk.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialogButtonBox>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

#include "tests/ui/walk/action_finder.h"
#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

QList<QPointer<QWidget>> visibleParts(const QWidget& window) {
  QList<QPointer<QWidget>> parts;
  for (auto* widget : window.findChildren<QWidget*>())
    if (widget->window() == &window && widget->isVisible() && widget->isEnabled() &&
        !widget->visibleRegion().isEmpty())
      parts << widget;
  return parts;
}

/// Returns a visible point of the widget: the middle of the largest visible rectangle.
QPoint visiblePoint(const QWidget& widget) {
  QRect largest;
  for (const QRect& rect : widget.visibleRegion())
    if (rect.width() * rect.height() > largest.width() * largest.height()) largest = rect;
  return largest.center();
}

/// Returns the points at which to ask for a menu: a chart has other menus over other parts.
QList<QPoint> pointsOf(const QWidget& widget) {
  const QPoint middle = visiblePoint(widget);
  if (!widget.inherits("zp::Chart")) return {middle};
  QList<QPoint> points = {middle};
  for (const int x : {1, 2, 3})
    for (const int y : {1, 2, 3})
      points << QPoint(widget.width() * x / 4, widget.height() * y / 4);
  return points;
}

bool opensMenu(const QAbstractButton& button) {
  const auto* tool = qobject_cast<const QToolButton*>(&button);
  const auto* push = qobject_cast<const QPushButton*>(&button);
  return (tool != nullptr && tool->menu() != nullptr) || (push != nullptr && push->menu() != nullptr);
}

}  // namespace

PartsWalk::PartsWalk(Report& report, std::function<void()> after)
    : report_(report), after_(std::move(after)) {}

/// Uses the menu from within a timer, because some menus stop the program until they are closed.
void PartsWalk::openContextMenu(QWidget& widget, QPoint at) {
  const QString place = nameOf(widget), owner = QString::fromLatin1(widget.metaObject()->className());
  const QPointer<QWidget> kept = &widget;
  for (bool is_new = true; is_new && kept && kept->isVisible();) {
    report_.at(u"context menu of "_s + place);
    is_new = false;
    const auto use = [&] {
      auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
      if (menu == nullptr || !menu->isVisible()) return;
      is_new = pressNewEntry(*menu, owner);
      closePopups();
    };
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&] {
      timer.stop();
      use();
    });
    constexpr int until_it_is_open = 20;  // milliseconds
    timer.start(until_it_is_open);
    click(widget, at, Qt::RightButton);
    timer.stop();
    if (!is_new) use();
    if (is_new) after_();
  }
}

/// Parts of one kind have the same menu, so the first of them stands for all.
bool PartsWalk::pressNewEntry(QMenu& menu, const QString& owner) {
  for (const FoundAction& found : actionsIn(menu, owner, report_)) {
    if (!found.action || done_.contains(found.path)) continue;
    done_.insert(found.path);
    report_.saw(u"entries of context menus"_s, found.path);
    if (!found.action->isEnabled()) continue;
    report_.at(found.path);
    found.action->trigger();
    return true;
  }
  return false;
}

void PartsWalk::openContextMenus(QWidget& window) {
  for (const QPointer<QWidget>& part : visibleParts(window)) {
    const QString once = u"at "_s + (part ? nameOf(*part) : QString());
    if (!part || done_.contains(once)) continue;
    done_.insert(once);
    for (const QPoint at : pointsOf(*part))
      if (part && part->isVisible() && part->rect().contains(at)) openContextMenu(*part, at);
  }
}

void PartsWalk::pressButtons(QWidget& window) {
  for (const QPointer<QWidget>& part : visibleParts(window)) {
    auto* button = qobject_cast<QAbstractButton*>(part.data());
    if (button == nullptr || !button->isVisible() || !button->isEnabled() || opensMenu(*button)) continue;
    if (qobject_cast<QDialogButtonBox*>(button->parentWidget()) != nullptr &&
        button->text().contains(u"Close"_s))
      continue;
    const QString name = u"%1 “%2”"_s.arg(nameOf(*button), button->text());
    if (!report_.saw(u"buttons"_s, name) && done_.contains(name)) continue;
    done_.insert(name);
    report_.at(name);
    click(*button, visiblePoint(*button));
    after_();
  }
}

}  // namespace zp::walk
