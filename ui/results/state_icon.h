// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QWidget>

#include "ui/model/notice.h"
#include "ui/theme/icons.h"

namespace zp {

/// Return icon and colour of a level; always used together.
IconName iconOf(NoticeLevel level);
QColor colorOf(NoticeLevel level);

/// The icon before a sentence, repainted each time so that it follows the theme.
class StateIcon : public QWidget {
 public:
  explicit StateIcon(QWidget* parent = nullptr);
  void setLevel(NoticeLevel level);
  [[nodiscard]] QSize sizeHint() const override { return {16, 16}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  IconName icon_ = IconName::info;
};

}  // namespace zp
