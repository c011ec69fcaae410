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

/// Compares logs and memory snapshots with the plan, without changing it, and saves and opens what was learnt
/// from them as machine profiles. Every failure is reported as one sentence by failed().
class RunController : public QObject {
  Q_OBJECT

 public:
  /// `window` is the parent of its dialogs.
  RunController(PlanModel& model, RunModel& run, Settings& settings, QWidget& window);

  void openWithDialog();
  /// Opens a log, or text copied from one; `name` is its origin.
  void openText(const QString& text, const QString& name);
  /// Lines by which a file counts as a log: any that are known, or only those that a run prints, because a
  /// script or a configuration states the same settings.
  enum class Lines : std::uint8_t { any, of_a_run };
  /// If the file is a log, shows it next to the plan and returns true. A JSON or YAML file counts only if a
  /// program wrote it as a log.
  bool take(const QString& path, Lines lines = Lines::any);
  /// Shows the text next to the plan and returns true if it has lines that only a run prints. `name` is its
  /// origin.
  bool takeText(const QString& text, const QString& name);
  /// If the file contains tools' measurements of a machine (core/probe), sets the plan's keys from it and
  /// returns true.
  bool takeProbe(const QString& path);
  /// Save the measured constants of the plan's machine to a file, which the plan then names, or read them
  /// from one.
  void saveProfile();
  void openProfile();

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  /// A log is now shown next to the plan.
  void opened();

 private:
  PlanModel& model_;
  RunModel& run_;
  Settings& settings_;
  QWidget& window_;
};

}  // namespace zp
