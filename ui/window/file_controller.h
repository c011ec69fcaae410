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
  /// What closing asks: true when nothing would be lost, or the user says so.
  bool mayDiscard();

  /// The plan's name as title and exports show it: its file's, or "Untitled plan".
  [[nodiscard]] QString displayName() const;
  /// A path beside the plan with another ending: "…/llama.ds_config.json".
  [[nodiscard]] QString proposedPath(const QString& ending) const;

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void imported(const QString& sentence);  ///< with what the file left open
  void recentFilesChanged();

 private:
  bool saveTo(const QString& path);
  bool importFrom(const QString& path);
  /// Why DeepSpeed would refuse the ds_config.json at `path`; "" when it is none, or is taken.
  [[nodiscard]] QString problemsOfFile(const QString& path) const;

  PlanModel& model_;
  Settings& settings_;
  QWidget& window_;
};

}  // namespace zp
