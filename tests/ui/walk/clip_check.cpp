// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/clip_check.h"

#include <QAbstractScrollArea>
#include <QScreen>
#include <QWidget>
#include <QtTest>

#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

QString rectText(QRect rect) {
  return u"%1,%2 %3×%4"_s.arg(rect.x()).arg(rect.y()).arg(rect.width()).arg(rect.height());
}

/// Returns true if the widget is the viewport of a scroll area that can bring its contents into view.
bool scrolls(const QWidget& widget) {
  const auto* area = qobject_cast<const QAbstractScrollArea*>(widget.parentWidget());
  return area != nullptr && area->viewport() == &widget &&
         (area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff ||
          area->verticalScrollBarPolicy() != Qt::ScrollBarAlwaysOff);
}

void checkWidget(const QWidget& widget, const QWidget& window, Report& report) {
  if (widget.testAttribute(Qt::WA_TransparentForMouseEvents))
    return;  // decoration, such as frames over a window, does not count
  QRect rect = widget.rect();
  const QWidget* child = &widget;
  while (child != &window) {
    const QWidget* above = child->parentWidget();
    rect.moveTopLeft(child->mapToParent(rect.topLeft()));
    if (scrolls(*above)) return;
    if (!above->rect().contains(rect)) {
      report.fault(u"clipped"_s,
                   u"%1 at %2 is cut off by %3 of %4×%5"_s.arg(nameOf(widget), rectText(rect), nameOf(*above))
                       .arg(above->width())
                       .arg(above->height()));
      return;
    }
    child = above;
  }
}

}  // namespace

void checkClipping(const QWidget& window, Report& report) {
  const QRect room = window.screen()->geometry();
  // The window manager, another process, may not have placed the window and told its frame yet.
  constexpr int patience = 2000;  // milliseconds
  if (!QTest::qWaitFor([&] { return room.contains(window.frameGeometry()); }, patience))
    report.fault(u"clipped"_s, u"the window %1 at %2 does not fit the screen"_s.arg(
                                   nameOf(window), rectText(window.frameGeometry())));
  for (const auto* widget : window.findChildren<QWidget*>())
    if (widget->window() == &window && widget->isVisible() && !widget->rect().isEmpty())
      checkWidget(*widget, window, report);
}

}  // namespace zp::walk
