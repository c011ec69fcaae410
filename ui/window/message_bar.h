// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>

#include "ui/model/notice.h"

class QLabel;
class QPushButton;

namespace zp {

class StateIcon;

/// One sentence inserted above the panes, never over them: what went wrong with a file, or the hint of the
/// first run. It stays until it is closed or replaced.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);

  /// `action`: text of a button, "" for none; `run` is called once when it is pressed, and the bar closes.
  void showMessage(NoticeLevel level, const QString& sentence, const QString& action = {},
                   std::function<void()> run = {});
  [[nodiscard]] QString sentence() const;

 signals:
  /// The user closed it.
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  StateIcon* icon_;
  QLabel* sentence_;
  QPushButton* action_;
  std::function<void()> run_;
  NoticeLevel level_ = NoticeLevel::info;
};

}  // namespace zp
