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

#include "ui/results/view_window.h"

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
    menu->addAction(apart ? tr("Bring it back") : tr("In a window of its own"), this,
                    [this, index, apart] { setApart(index, !apart); });
    menu->popup(tabBar()->mapToGlobal(at));
  });
  connect(tabBar(), &QTabBar::tabBarDoubleClicked, this, [this](int index) {
    if (index >= 0) setApart(index, true);
  });
  connect(this, &QTabWidget::currentChanged, this, &ViewTabs::placeChanged);
}

void ViewTabs::addView(QWidget* view, const QString& title) {
  const int index = count();
  auto* page = new QWidget;
  auto* stack = new QStackedLayout(page);
  stack->addWidget(view);
  stack->addWidget(makeAbsence(index));
  tabs_.push_back({view, stack, nullptr});
  addTab(page, title);
}

/// What its tab shows while a view is in a window of its own.
QWidget* ViewTabs::makeAbsence(int index) {
  auto* words = new QLabel(tr("This view is in a window of its own."));
  words->setAlignment(Qt::AlignCenter);
  words->setWordWrap(true);
  auto* back = new QPushButton(tr("Bring it back"));
  back->setObjectName(u"views.back.%1"_s.arg(index));
  connect(back, &QPushButton::clicked, this, [this, index] { setApart(index, false); });
  auto* absence = new QWidget;
  absence->setBackgroundRole(QPalette::Base);
  absence->setAutoFillBackground(true);
  auto* column = new QVBoxLayout(absence);
  column->addStretch(1);
  column->addWidget(words);
  column->addWidget(back, 0, Qt::AlignHCenter);
  column->addStretch(1);
  return absence;
}

void ViewTabs::bringToFront(const QWidget* view) {
  for (int i = 0; i < count(); ++i) {
    if (viewAt(i) != view) continue;
    setCurrentIndex(i);
    if (QDialog* window = tabs_[static_cast<std::size_t>(i)].window) bringUp(*window);
  }
}

void ViewTabs::setApart(int index, bool apart) {
  Tab& tab = tabs_[static_cast<std::size_t>(index)];
  if (apart == isApart(index)) return;
  if (!apart) {
    tab.window->close();
    return;
  }
  tab.window = makeViewWindow(tab.view->objectName() + u".window", tabText(index) + u" — ZeRO Planner"_s,
                              apart_size, tab.view, window());
  connect(tab.window, &QDialog::finished, this, [this, index] { takeBack(index); });
  emit windowOpened(tab.window);
  tab.view->show();  // a page that was not in front is hidden
  tab.window->show();
  setCurrentIndex(index);
  emit placeChanged();
}

/// Its window is being closed.
void ViewTabs::takeBack(int index) {
  Tab& tab = tabs_[static_cast<std::size_t>(index)];
  std::exchange(tab.window, nullptr)->disconnect(this);
  tab.page->insertWidget(0, tab.view);
  tab.page->setCurrentIndex(0);
  emit placeChanged();
}

}  // namespace zp
