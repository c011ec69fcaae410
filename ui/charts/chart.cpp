// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QMenu>

#include "ui/theme/icons.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

void Chart::copyPicture() const { QGuiApplication::clipboard()->setImage(toImage(2)); }

void Chart::contextMenuEvent(QContextMenuEvent* event) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  QAction* copy = menu->addAction(themeIcon(IconName::copy), tr("Copy picture"));
  copy->setObjectName(u"copy"_s);
  connect(copy, &QAction::triggered, this, &Chart::copyPicture);
  menu->addSeparator();
  const auto offer = [this, menu](const QString& text, const QString& suffix, double scale) {
    QAction* action = menu->addAction(text);
    action->setObjectName(u"save."_s + suffix + (scale > 1 ? u".2x"_s : QString()));
    connect(action, &QAction::triggered, this, [this, suffix, scale] { emit saveRequested(suffix, scale); });
  };
  offer(tr("Save as PNG…"), u"png"_s, 1);
  offer(tr("Save as PNG, double size…"), u"png"_s, 2);
  offer(tr("Save as SVG…"), u"svg"_s, 1);
  offer(tr("Save as PDF…"), u"pdf"_s, 1);
  menu->popup(event->globalPos());
}

}  // namespace zp
