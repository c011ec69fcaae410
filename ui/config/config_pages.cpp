// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/config_pages.h"

#include <QApplication>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>

#include "ui/config/config_view.h"
#include "ui/config/file_view.h"
#include "ui/model/opened_config.h"
#include "ui/theme/icons.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int plan_page = 0;
constexpr int file_page = 1;

}  // namespace

ConfigPages::ConfigPages(PlanModel& model, OpenedConfig& file, QWidget* parent)
    : QWidget(parent),
      file_(file),
      plan_(new ConfigView(model)),
      view_(new FileView(file)),
      head_(new QWidget),
      pages_(new QTabBar),
      actions_(new QWidget),
      save_(new QPushButton(themeIcon(IconName::save), tr("Save"))),
      stack_(new QStackedWidget) {
  setObjectName(u"configPages"_s);
  setBackgroundRole(QPalette::Base);
  setAutoFillBackground(true);
  pages_->setObjectName(u"configPages.tabs"_s);
  pages_->setAccessibleName(tr("Which file"));
  pages_->setDrawBase(false);
  pages_->setExpanding(false);
  pages_->setElideMode(Qt::ElideMiddle);
  pages_->addTab(tr("The plan's"));
  pages_->addTab(QString());
  auto* copy = new QPushButton(themeIcon(IconName::copy), tr("Copy"));
  copy->setObjectName(u"fileCopy"_s);
  copy->setToolTip(tr("Copy the opened file's text"));
  save_->setObjectName(u"fileSave"_s);
  auto* save_as = new QPushButton(tr("Save as…"));
  save_as->setObjectName(u"fileSaveAs"_s);
  auto* close = new QToolButton;
  close->setObjectName(u"fileClose"_s);
  close->setText(u"✕"_s);
  close->setAutoRaise(true);
  close->setToolTip(tr("Close the opened file"));
  close->setAccessibleName(close->toolTip());
  auto* buttons = makeLine(actions_, 8);
  for (QWidget* button : {static_cast<QWidget*>(copy), static_cast<QWidget*>(save_),
                          static_cast<QWidget*>(save_as), static_cast<QWidget*>(close)})
    buttons->addWidget(button);
  addParts(*makeLine(head_, 8, {8, 6, 8, 0}), {{pages_, 1}, actions_});
  stack_->addWidget(plan_);
  stack_->addWidget(view_);
  addParts(*makeColumn(this, 0), {head_, {stack_, 1}});

  connect(pages_, &QTabBar::currentChanged, this, &ConfigPages::refresh);
  connect(&file_, &OpenedConfig::opened, this, &ConfigPages::showFile);
  connect(&file_, &OpenedConfig::checked, this, &ConfigPages::refresh);
  connect(&file_, &OpenedConfig::closed, this, &ConfigPages::showPlan);
  connect(copy, &QPushButton::clicked, this, &ConfigPages::copyRequested);
  connect(save_, &QPushButton::clicked, this, &ConfigPages::saveRequested);
  connect(save_as, &QPushButton::clicked, this, &ConfigPages::saveAsRequested);
  connect(close, &QToolButton::clicked, this, &ConfigPages::closeRequested);
  file_.isOpen() ? showFile() : refresh();
}

void ConfigPages::showFile() {
  pages_->setCurrentIndex(file_page);
  refresh();
}

void ConfigPages::showPlan() {
  pages_->setCurrentIndex(plan_page);
  refresh();
}

bool ConfigPages::isInFile() const {
  const QWidget* focus = QApplication::focusWidget();
  return focus != nullptr && focus->isVisible() &&
         (view_->isAncestorOf(focus) || actions_->isAncestorOf(focus));
}

void ConfigPages::refresh() {
  const bool in_file = file_.isOpen() && pages_->currentIndex() == file_page;
  head_->setVisible(file_.isOpen());
  pages_->setTabText(file_page, file_.name() + (file_.isModified() ? u"*"_s : QString()));
  pages_->setTabToolTip(file_page, file_.path());
  actions_->setVisible(in_file);
  save_->setEnabled(file_.isModified());
  stack_->setCurrentIndex(in_file ? file_page : plan_page);
}

}  // namespace zp
