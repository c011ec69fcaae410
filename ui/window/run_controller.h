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

/// Shows logs and memory snapshots beside the plan, which stays as it is, and saves and opens what was
/// learned from them as machine profiles. Every failure ends as one sentence in failed().
class RunController : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`.
  RunController(PlanModel& model, RunModel& run, Settings& settings, QWidget& window);

  void openWithDialog();
  /// Opens a log, or text copied out of one; `name` says where it came from.
  void openText(const QString& text, const QString& name);
  /// Returns true if the file is a log, and then shows it beside the plan. A JSON or YAML file is one only if
  /// a program wrote it as such.
  bool take(const QString& path);
  /// Returns true if the file is what tools measured of a machine (core/probe), and then has taken its keys
  /// into the plan.
  bool takeProbe(const QString& path);
  /// These save the measured constants of the plan's machine to a file that the plan names from then on, and
  /// read them from one.
  void saveProfile();
  void openProfile();

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  /// A log now stands beside the plan.
  void opened();

 private:
  PlanModel& model_;
  RunModel& run_;
  Settings& settings_;
  QWidget& window_;
};

}  // namespace zp
