// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

class QWidget;

namespace zp {

class PlanModel;
class Settings;

/// New, open, save and their questions. Every failure ends as one sentence in failed(), and the plan as it
/// was.
class FileController : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`.
  FileController(PlanModel& model, Settings& settings, QWidget& window);

  void newPlan();
  void openWithDialog();
  /// Opens a plan, after asking about unsaved changes; a ds_config.json, an accelerate YAML or a Hugging Face
  /// config.json changes the present plan by one undo step instead. True when either was done.
  bool open(const QString& path);
  /// False when the user cancelled or it failed.
  bool save();
  bool saveAs();
  /// Asks where to, and writes the ds_config.json at `path` there with the fixes that need no choice.
  bool saveFixed(const QString& path);
  /// What closing asks: true when nothing would be lost, or the user says so.
  bool mayDiscard();

  /// The plan's name as title and exports show it: its file's, or "Untitled plan".
  [[nodiscard]] QString displayName() const;
  /// A path beside the plan with another ending: "…/llama.ds_config.json".
  [[nodiscard]] QString proposedPath(const QString& ending) const;

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  /// A file of others was read into the plan (`is_read`), or DeepSpeed would refuse it; the sentence says
  /// what was left open or is wrong. `can_be_fixed`: saveFixed() has something to mend.
  void imported(bool is_read, const QString& sentence, const QString& path, bool can_be_fixed);
  void recentFilesChanged();

 private:
  bool saveTo(const QString& path);
  bool importFrom(const QString& path);
  /// Tells what DeepSpeed would stop at in the ds_config.json at `path`; false when it is none, or is taken.
  bool tellProblems(const QString& path);

  PlanModel& model_;
  Settings& settings_;
  QWidget& window_;
};

}  // namespace zp
