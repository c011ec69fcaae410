// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include "ui/model/recovery_store.h"

namespace zp {

class MainWindow;

/// Keeps what is unsaved in a window, a moment after it changes, and offers what one left that ended without
/// closing.
class Recovery : public QObject {
  Q_OBJECT

 public:
  /// `folder`: where all windows of the user keep it.
  Recovery(MainWindow& window, const QString& folder);

  /// Asks about what earlier windows left, the latest first: restored (one of them, as a change that undo
  /// takes back), discarded, or left for the next start.
  void offerLeft();
  /// Now, not in a moment: the program has to end.
  void keepNow();
  /// The window was closed: nothing is unsaved, or nobody wants it.
  void forget();

 signals:
  /// It cannot be kept; once for each reason.
  void failed(const QString& sentence);

 private:
  void keepSoon();
  [[nodiscard]] Unsaved unsaved() const;
  void restore(const Unsaved& unsaved);

  MainWindow& window_;
  RecoveryStore store_;
  QTimer soon_;
  QString told_;
};

}  // namespace zp
