// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include "ui/model/recovery_store.h"

namespace zp {

class MainWindow;

/// Keeps the unsaved work of a window, a moment after it changes, and offers the work left by a window that
/// ended without closing.
class Recovery : public QObject {
  Q_OBJECT

 public:
  /// `folder`: where all windows of the user keep their work.
  Recovery(MainWindow& window, const QString& folder);

  /// Asks about the work that earlier windows left, the latest first: it is restored (one of them, as a
  /// change that undo takes back), discarded, or left for the next start.
  void offerLeft();
  /// Keeps the work immediately, because the program has to end.
  void keepNow();
  /// Forgets the work, because the window was closed: nothing is unsaved, or the user discarded it.
  void forget();

 signals:
  /// The work cannot be kept; emitted once for each reason.
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
