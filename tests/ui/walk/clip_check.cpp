// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/clip_check.h"

#include <QAbstractScrollArea>
#include <QPointer>
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

/// Adds a sentence if the widget is cut off.
void checkWidget(const QWidget& widget, const QWidget& window, QStringList& found) {
  if (widget.testAttribute(Qt::WA_TransparentForMouseEvents))
    return;  // decoration, such as frames over a window, does not count
  QRect rect = widget.rect();
  const QWidget* child = &widget;
  while (child != &window) {
    const QWidget* above = child->parentWidget();
    rect.moveTopLeft(child->mapToParent(rect.topLeft()));
    if (scrolls(*above)) return;
    if (!above->rect().contains(rect)) {
      found << u"%1 at %2 is cut off by %3 of %4×%5"_s.arg(nameOf(widget), rectText(rect), nameOf(*above))
                   .arg(above->width())
                   .arg(above->height());
      return;
    }
    child = above;
  }
}

/// Returns a sentence for each part that is cut off, and for a window that does not fit the screen.
QStringList clippedIn(const QWidget& window) {
  QStringList found;
  if (!window.screen()->geometry().contains(window.frameGeometry()))
    found << u"the window %1 at %2 does not fit the screen"_s.arg(nameOf(window),
                                                                  rectText(window.frameGeometry()));
  for (const auto* widget : window.findChildren<QWidget*>())
    if (widget->window() == &window && widget->isVisible() && !widget->rect().isEmpty())
      checkWidget(*widget, window, found);
  return found;
}

void reportAll(const QStringList& found, Report& report) {
  for (const QString& sentence : found)
    report.fault(u"clipped"_s, sentence);
}

}  // namespace

void checkClipping(const QWidget& window, Report& report) {
  // The window manager, another process, may not have placed the window yet, or a layout may wait for its
  // turn; the window may close meanwhile.
  constexpr int patience = 2000;  // milliseconds
  const QPointer<const QWidget> kept = &window;
  QStringList found;
  const auto is_whole = [&] {
    found = kept ? clippedIn(*kept) : QStringList();
    return found.isEmpty();
  };
  if (QTest::qWaitFor(is_whole, patience)) return;
  reportAll(found, report);
}

void checkMenuClipping(const QWidget& menu, Report& report) { reportAll(clippedIn(menu), report); }

}  // namespace zp::walk
