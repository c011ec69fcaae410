// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>
#include <functional>
#include <optional>

#include "ui/model/notice.h"

class QPushButton;
class QToolButton;

namespace zp {

class ElidedText;
class MessageText;
class StateIcon;

/// A message over the window's status line, where it moves nothing and hides nothing clickable: an error with
/// a file, or what was read. It stays until Esc, its button, or another message. A text too long for the line
/// is cut off; a button expands it upwards over the panes.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  /// Covers `line`, a child of `window`, and follows its geometry.
  MessageBar(QWidget& line, QWidget& window);

  /// Returns the line's minimum height for the collapsed bar.
  [[nodiscard]] int lineHeight() const;

  /// Shows a message. `action`: text of a button, "" for none; `run` is called once when it is pressed, and
  /// the bar closes. Returns the message's number.
  int showMessage(NoticeLevel level, const QString& sentence, const QString& action = {},
                  std::function<void()> run = {});
  /// Shows that work is in progress, until another message follows. A button cancels it, as does Esc unless
  /// the focused field uses it.
  void showWork(const QString& sentence, std::function<void()> stop);
  /// Shows the share done of that work, 0 … 1; ignored if another message has followed.
  void setDone(double done);
  /// Closes the bar if it still shows the message of that number.
  void withdraw(int message);
  /// Closes the bar unless it shows work in progress, because its message was about another plan.
  void closeMessage();
  /// Closes the bar if it only informs, because the line shows something newer.
  void closeNote();
  [[nodiscard]] QString sentence() const;

 signals:
  /// The user closed the bar.
  void dismissed();

 protected:
  bool event(QEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void act();
  void close();
  void setSentence(const QString& sentence);
  void unfold(bool unfolded);
  /// Moves the bar over the line, plus the height above it that an expanded text needs.
  void place();

  QWidget& line_;
  StateIcon* icon_;
  ElidedText* summary_;  ///< the beginning of the text while collapsed
  MessageText* sentence_;
  QPushButton* action_;
  QToolButton* more_;
  QPointer<QWidget> focus_before_;  ///< widget that had the focus before a part of the bar took it
  std::function<void()> run_;
  NoticeLevel level_ = NoticeLevel::info;
  int message_ = 0;             ///< number of the last message
  QString work_;                ///< message about the work in progress
  std::optional<double> done_;  ///< share done of that work
};

}  // namespace zp
