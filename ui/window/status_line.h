// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

class QLabel;
class QToolButton;

namespace zp {

/// The window's last line: what the figures are for, and what was just done, with a button that opens the
/// folder it was written to.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent = nullptr);

  /// `folder`: where something was written, "" for nowhere.
  void tellDone(const QString& sentence, const QString& folder);
  /// Shows what the figures are for ("TRL 1.10 on DeepSpeed 0.19.6"), and removes the message about what was
  /// done, since the plan has changed. The time that they took stands in the tip.
  void tellRecomputed(const QString& subject, double milliseconds);

 private:
  QLabel* subject_;
  QToolButton* open_folder_;
  QString folder_;
};

}  // namespace zp
