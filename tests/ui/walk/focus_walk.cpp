// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/focus_walk.h"

#include <QApplication>
#include <QRadioButton>
#include <QScrollArea>
#include <QWidget>
#include <QWindow>
#include <QtTest>

#include "tests/ui/walk/hand.h"
#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

constexpr int most_links = 2000;  // a text with links keeps the focus while Tab goes from link to link

bool takesTab(const QWidget& widget, const QWidget& window) {
  return widget.window() == &window && widget.isVisible() && widget.isEnabled() &&
         widget.focusProxy() == nullptr && (widget.focusPolicy() & Qt::TabFocus) == Qt::TabFocus;
}

QWidget* firstField(QWidget& window) {
  for (QWidget* next = window.nextInFocusChain(); next != nullptr && next != &window;
       next = next->nextInFocusChain())
    if (takesTab(*next, window)) return next;
  return nullptr;
}

bool isOnlyField(const QWidget& widget, const QWidget& window) {
  for (const auto* other : window.findChildren<QWidget*>())
    if (other != &widget && takesTab(*other, window)) return false;
  return true;
}

/// Returns true for the unchecked radio buttons of a group, because Tab reaches only the checked one.
bool isOneOfGroup(const QWidget& widget) {
  const auto* radio = qobject_cast<const QRadioButton*>(&widget);
  return radio != nullptr && !radio->isChecked();
}

/// Returns all widgets that take Tab now.
QSet<const QWidget*> stopsOf(const QWidget& window) {
  QSet<const QWidget*> stops;
  for (const auto* widget : window.findChildren<QWidget*>())
    if (takesTab(*widget, window) && !isOneOfGroup(*widget)) stops.insert(widget);
  return stops;
}

/// Complains of widgets that Tab did not reach; one that work in the background enabled on the way is none.
void checkReached(const QWidget& window, const QSet<const QWidget*>& before,
                  const QSet<const QWidget*>& reached, Report& report) {
  for (const QWidget* widget : stopsOf(window))
    if (before.contains(widget) && !reached.contains(widget))
      report.fault(u"focus"_s, u"Tab does not reach %1"_s.arg(nameOf(*widget)));
}

}  // namespace

QStringList walkFocus(QWidget& window, Report& report) {
  QWidget* first = firstField(window);
  if (first == nullptr) return {};
  const auto isActive = [&window] {
    window.activateWindow();
    return window.isActiveWindow();
  };
  constexpr int patience = 10'000;  // milliseconds; the window manager is another process
  if (!QTest::qWaitFor(isActive, patience)) {
    report.fault(u"focus"_s, nameOf(window) + u" does not come to the front"_s);
    return {};
  }
  const QSet<const QWidget*> before = stopsOf(window);
  first->setFocus(Qt::TabFocusReason);
  QStringList fields;
  QSet<const QWidget*> reached;
  const QWidget* at = QApplication::focusWidget();
  if (at == nullptr) {
    report.fault(u"focus"_s, u"%1 of %2 does not take it"_s.arg(nameOf(*first), nameOf(window)));
    return {};
  }
  first = QApplication::focusWidget();
  for (int links = 0; links < most_links;) {
    fields << nameOf(*at);
    reached.insert(at);
    pressAndRelease(window.windowHandle(), Qt::Key_Tab, {});
    const QWidget* next = QApplication::focusWidget();
    if (next == nullptr || next->window() != &window) {
      report.fault(u"focus"_s, u"Tab leads out of %1 from %2"_s.arg(nameOf(window), nameOf(*at)));
      return fields;
    }
    if (next == at && !isOnlyField(*at, window)) {
      ++links;
      fields.removeLast();
      continue;
    }
    if (next == first) {
      checkReached(window, before, reached, report);
      return fields;
    }
    if (reached.contains(next)) {
      report.fault(u"focus"_s, u"Tab goes from %1 to %2 again and never back to %3"_s.arg(
                                   nameOf(*at), nameOf(*next), nameOf(*first)));
      return fields;
    }
    links = 0;
    at = next;
  }
  report.fault(u"focus"_s, u"Tab does not leave %1"_s.arg(nameOf(*at)));
  return fields;
}

}  // namespace zp::walk
