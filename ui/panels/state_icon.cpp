// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/state_icon.h"

#include <QPainter>

namespace zp {

StateIcon::StateIcon(QWidget* parent) : QWidget(parent) {
  setFixedSize(16, 16);
  setLevel(NoticeLevel::info);
}

void StateIcon::setLevel(NoticeLevel level) {
  switch (level) {
    case NoticeLevel::error:
      icon_ = IconName::error;
      setAccessibleName(tr("Error"));
      break;
    case NoticeLevel::warning:
      icon_ = IconName::warning;
      setAccessibleName(tr("Warning"));
      break;
    case NoticeLevel::info:
      icon_ = IconName::info;
      setAccessibleName(tr("Note"));
      break;
  }
  update();
}

void StateIcon::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  themeIcon(icon_).paint(&painter, rect());
}

}  // namespace zp
