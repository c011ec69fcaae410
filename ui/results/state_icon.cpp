// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/state_icon.h"

#include <QPainter>

#include "ui/theme/theme.h"

namespace zp {

IconName iconOf(NoticeLevel level) {
  return level == NoticeLevel::error     ? IconName::error
         : level == NoticeLevel::warning ? IconName::warning
                                         : IconName::info;
}

QColor colorOf(NoticeLevel level) {
  const ThemeColors& colors = themeColors();
  return level == NoticeLevel::error     ? colors.over
         : level == NoticeLevel::warning ? colors.tight
                                         : colors.accent;
}

StateIcon::StateIcon(QWidget* parent) : QWidget(parent) {
  setFixedSize(16, 16);
  setLevel(NoticeLevel::info);
}

void StateIcon::setLevel(NoticeLevel level) {
  if (!accessibleName().isEmpty() && icon_ == iconOf(level)) return;
  icon_ = iconOf(level);
  switch (level) {
    case NoticeLevel::error:
      setAccessibleName(tr("Error"));
      break;
    case NoticeLevel::warning:
      setAccessibleName(tr("Warning"));
      break;
    case NoticeLevel::info:
      setAccessibleName(tr("Note"));
      break;
  }
  update();
}

void StateIcon::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.drawPixmap(rect(), themePixmap(icon_, width(), devicePixelRatioF()));
}

}  // namespace zp
