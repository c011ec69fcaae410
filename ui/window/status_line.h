// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

class QLabel;
class QToolButton;

namespace zp {

/// The window's last line: the software that the figures refer to, and the last action, with a button that
/// opens the folder that was written to.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent = nullptr);

  /// `folder`: the folder that was written to; "" for none.
  void showDone(const QString& sentence, const QString& folder);
  /// Shows the software that the figures refer to ("TRL 1.10 on DeepSpeed 0.19.6"), and removes the last
  /// message, because the plan has changed. The tip shows the computation time.
  void showRecomputed(const QString& subject, double milliseconds);

 private:
  QLabel* subject_;
  QToolButton* open_folder_;
  QString folder_;
};

}  // namespace zp
