// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include "ui/model/recovery_store.h"

namespace zp {

class MainWindow;

/// Saves the unsaved work of a window shortly after each change, and offers the work of windows that ended
/// without being closed.
class Recovery : public QObject {
  Q_OBJECT

 public:
  /// `folder`: folder for the unsaved work of all of the user's windows.
  Recovery(MainWindow& window, const QString& folder);

  /// Asks about work left by earlier windows, the latest first: it can be restored (one of them, as an
  /// undoable change), discarded, or kept for the next start.
  void offerLeft();
  /// Saves the work immediately, because the program is about to end.
  void keepNow();
  /// Deletes the saved work, because the window was closed: nothing is unsaved, or the user discarded it.
  void forget();

 signals:
  /// The work cannot be saved; emitted once per reason.
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
