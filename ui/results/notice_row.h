// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/model/notice.h"

class QLabel;
class QPushButton;

namespace zp {

class StateIcon;

/// One notice: sign, sentence, buttons. Its parts are named "notice.<number>.apply" and so on.
class NoticeRow : public QWidget {
  Q_OBJECT

 public:
  explicit NoticeRow(std::size_t number, QWidget* parent = nullptr);

  /// `can_show`: there is a control to lead to.
  void setNotice(const Notice& notice, bool can_show);

 signals:
  void applyClicked();
  void showClicked();

 private:
  StateIcon* icon_;
  QLabel* sentence_;
  QPushButton* apply_;
  QPushButton* show_;
};

}  // namespace zp
