// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>
#include <optional>

#include "ui/model/notice.h"

class QPushButton;

namespace zp {

class MessageText;
class StateIcon;

/// A message inserted above the panes, never over them: an error with a file, what was read, or the hint of
/// the first run. It stays until it is closed or replaced.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);

  /// Shows a message. `action`: text of a button, "" for none; `run` is called once when it is pressed, and
  /// the bar closes. Returns the message's number.
  int showMessage(NoticeLevel level, const QString& sentence, const QString& action = {},
                  std::function<void()> run = {});
  /// Says that something is under way, until another message follows: a button stops it, and so does Esc if
  /// what is being typed has no use for it.
  void showWork(const QString& sentence, std::function<void()> stop);
  /// Shows the share done of that work, 0 … 1; does nothing if another message has followed.
  void setDone(double done);
  /// Closes the bar if it still shows the message of that number.
  void withdraw(int message);
  [[nodiscard]] QString sentence() const;

 signals:
  /// The user closed the bar.
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void act();

  StateIcon* icon_;
  MessageText* sentence_;
  QPushButton* action_;
  std::function<void()> run_;
  NoticeLevel level_ = NoticeLevel::info;
  int message_ = 0;             ///< number of the last message
  QString work_;                ///< sentence about the work under way
  std::optional<double> done_;  ///< share done of that work
};

}  // namespace zp
