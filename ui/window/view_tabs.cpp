// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/view_tabs.h"

#include <QDialog>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedLayout>
#include <QTabBar>
#include <QVBoxLayout>
#include <utility>

#include "ui/inputs/tab_order.h"
#include "ui/results/view_window.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize apart_size{900, 680};

}  // namespace

ViewTabs::ViewTabs(QWidget* parent) : QTabWidget(parent) {
  setObjectName(u"views"_s);
  setAccessibleName(tr("Views"));
  tabBar()->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(tabBar(), &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
    const int index = tabBar()->tabAt(at);
    if (index < 0) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const bool apart = isApart(index);
    menu->addAction(apart ? tr("Bring it back") : tr("In a separate window"), this,
                    [this, index, apart] { setApart(index, !apart); });
    menu->popup(tabBar()->mapToGlobal(at));
  });
  connect(tabBar(), &QTabBar::tabBarDoubleClicked, this, [this](int index) {
    if (index >= 0) setApart(index, true);
  });
  connect(this, &QTabWidget::currentChanged, this, [this](int index) {
    static_cast<void>(viewAt(index));
    emit placeChanged();
  });
}

ViewTabs::~ViewTabs() { disconnect(); }  // tabs being destroyed must not create views

void ViewTabs::addView(std::function<QWidget*()> make, const QString& title) {
  auto* page = new QWidget;
  tabs_.push_back({std::move(make), nullptr, new QStackedLayout(page), nullptr});
  addTab(page, title);
}

QWidget* ViewTabs::viewAt(int index) {
  Tab& tab = tabs_[static_cast<std::size_t>(index)];
  if (tab.view == nullptr) {
    tab.view = tab.make();
    tab.page->addWidget(tab.view);
    moveInTabOrder(*tab.page->parentWidget(), *tab.view);
  }
  return tab.view;
}

/// Returns the placeholder that a tab shows while its view is in a separate window.
QWidget* ViewTabs::makeAbsence(int index) {
  auto* words = new QLabel(tr("This view is in a separate window."));
  words->setAlignment(Qt::AlignCenter);
  words->setWordWrap(true);
  auto* back = new QPushButton(tr("Bring it back"));
  back->setObjectName(u"views.back.%1"_s.arg(index));
  connect(back, &QPushButton::clicked, this, [this, index] { setApart(index, false); });
  auto* absence = new QWidget;
  absence->setBackgroundRole(QPalette::Base);
  absence->setAutoFillBackground(true);
  auto* column = new QVBoxLayout(absence);
  addParts(*column, {empty_room, words, {back, 0, Qt::AlignHCenter}, empty_room});
  return absence;
}

void ViewTabs::bringToFront(const QWidget* view) {
  for (int i = 0; i < count(); ++i) {
    if (tabs_[static_cast<std::size_t>(i)].view != view) continue;
    setCurrentIndex(i);
    if (QDialog* window = tabs_[static_cast<std::size_t>(i)].window) raiseWindow(*window);
  }
}

void ViewTabs::setApart(int index, bool apart) {
  Tab& tab = tabs_[static_cast<std::size_t>(index)];
  if (apart == isApart(index)) return;
  if (!apart) {
    tab.window->close();
    return;
  }
  QWidget* view = viewAt(index);
  if (tab.page->count() == 1) tab.page->addWidget(makeAbsence(index));
  tab.window = makeViewWindow(view->objectName() + u".window", tabText(index) + u" — ZeRO Planner"_s,
                              apart_size, view, window());
  connect(tab.window, &QDialog::finished, this, [this, index] { takeBack(index); });
  emit windowOpened(tab.window);
  view->show();  // the page of a tab in the background is hidden
  tab.window->show();
  setCurrentIndex(index);
  emit placeChanged();
}

/// Moves a view back to its tab when its window is closed.
void ViewTabs::takeBack(int index) {
  Tab& tab = tabs_[static_cast<std::size_t>(index)];
  std::exchange(tab.window, nullptr)->disconnect(this);
  tab.page->insertWidget(0, tab.view);
  moveInTabOrder(*tab.page->parentWidget(), *tab.view);
  tab.page->setCurrentIndex(0);
  emit placeChanged();
}

}  // namespace zp
