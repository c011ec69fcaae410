// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStatusBar>

class QLabel;
class QToolButton;

namespace zp {

/// The window's last line: what the figures are, how long the last recompute took, and what was just done,
/// with a button that opens the folder it was written to.
class StatusLine : public QStatusBar {
  Q_OBJECT

 public:
  explicit StatusLine(QWidget* parent = nullptr);

  /// `folder`: where something was written, "" for nowhere.
  void tellDone(const QString& sentence, const QString& folder);
  /// Shows the duration and removes the message about what was done, since the plan has changed.
  void tellRecomputed(double milliseconds);
  void hideDuration();

 private:
  QLabel* duration_;
  QToolButton* open_folder_;
  QString folder_;
};

}  // namespace zp
