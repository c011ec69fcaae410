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

/// A message in the place of the window's last line, so that it moves nothing and covers nothing that can be
/// clicked: an error with a file, or what was read. It stays until Esc or its button closes it, or another
/// one replaces it. A text that is too long for the line is cut; a button unfolds it upwards, over the panes.
class MessageBar : public QFrame {
  Q_OBJECT

 public:
  /// Lies over `line`, a child of `window`, and follows it.
  MessageBar(QWidget& line, QWidget& window);

  /// Returns the height that the line must have so that the folded bar does not stand out of it.
  [[nodiscard]] int lineHeight() const;

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
  /// Closes the bar if it only informs, since something newer is written on the line.
  void giveWay();
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
  /// Takes the place of the line, and the room above it that the unfolded text needs.
  void place();

  QWidget& line_;
  StateIcon* icon_;
  ElidedText* summary_;  ///< the beginning of the text, while it is folded
  MessageText* sentence_;
  QPushButton* action_;
  QToolButton* more_;
  QPointer<QWidget> focus_before_;  ///< widget that had the focus before a part of the bar took it
  std::function<void()> run_;
  NoticeLevel level_ = NoticeLevel::info;
  int message_ = 0;             ///< number of the last message
  QString work_;                ///< sentence about the work under way
  std::optional<double> done_;  ///< share done of that work
};

}  // namespace zp
