// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace zp {

class PlanModel;
class RunModel;
class Settings;

/// Logs and memory snapshots put beside the plan, which stays as it is, and what was learned from them as
/// machine profiles. Every failure ends as one sentence in failed().
class RunController : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`.
  RunController(PlanModel& model, RunModel& run, Settings& settings, QWidget& window);

  void openWithDialog();
  /// A log, or what was copied out of one; `name` says where it came from.
  void openText(const QString& text, const QString& name);
  /// Whether it is a log, and now stands beside the plan. A file that may be anything is one only where a
  /// program wrote it as such.
  bool take(const QString& path);
  /// What was learned of the plan's machine, to a file that the plan names from then on; and from one.
  void saveProfile();
  void openProfile();

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  /// A log stands beside the plan now.
  void opened();

 private:
  PlanModel& model_;
  RunModel& run_;
  Settings& settings_;
  QWidget& window_;
};

}  // namespace zp
