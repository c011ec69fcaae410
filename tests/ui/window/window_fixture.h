// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QtTest>
#include <memory>

#include "tests/ui/plan_fixture.h"
#include "ui/inputs/collapsible_group.h"
#include "ui/window/main_window.h"
#include "ui/window/view_tabs.h"

namespace zp::test {

/// A window on the example plan, with settings and a folder of its own. Parts are looked up by object name; a
/// missing one ends the test with its name.
class WindowFixture : public Desk {
 public:
  WindowFixture() {
    settings.dismissHint();
    window = std::make_unique<MainWindow>(settings);
  }

  /// Shows the window at that size. Returns true once it is active.
  bool show(int width = 1280, int height = 800) {
    window->resize(width, height);
    window->show();
    return QTest::qWaitForWindowActive(window.get());
  }

  template <class T>
  T* find(const QString& name) {
    T* found = window->findChild<T*>(name);
    if (found == nullptr) {
      makeAll();
      found = window->findChild<T*>(name);
    }
    if (found == nullptr) qFatal("there is no %s", qPrintable(name));
    return found;
  }
  /// Makes the views that were never in front, and the rows that were never unfolded.
  void makeAll() {
    auto* views = window->findChild<ViewTabs*>();
    for (int i = 0; i < views->count(); ++i)
      static_cast<void>(views->viewAt(i));
    for (auto* folded : window->findChildren<CollapsibleGroup*>())
      folded->makeRows();
  }
  /// Triggers an action as the menu does; ends the test if the action is missing or disabled.
  void trigger(const QString& id) {
    QAction* action = window->actions().find(id);
    if (action == nullptr) qFatal("there is no action %s", qPrintable(id));
    if (!action->isEnabled()) qFatal("the action %s is disabled", qPrintable(id));
    action->trigger();
  }
  QByteArray contentOf(const QString& file) {
    QFile opened(file);
    return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
  }
  QString write(const QString& name, const QByteArray& content) {
    QFile file(path(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
      qFatal("cannot write %s", qPrintable(name));
    return path(name);
  }

  /// Drops data as a file manager or a browser does. Returns false if the window does not take it.
  bool drop(const QMimeData& data) {
    constexpr QPoint at(600, 300);
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(window.get(), &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window.get(), &event);
    return event.isAccepted();
  }
  bool drop(const QList<QUrl>& urls) {
    QMimeData data;
    data.setUrls(urls);
    return drop(data);
  }
  bool dropFile(const QString& file) { return drop({QUrl::fromLocalFile(file)}); }

  PlanModel& model() { return window->model(); }

  std::unique_ptr<MainWindow> window;
};

}  // namespace zp::test
