// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>

#include "ui/window/watched_file.h"

class QWidget;

namespace zp {

class OpenedConfig;
class PlanModel;
class RunModel;
class Settings;

/// New, open, save and their questions, for the plan and for an opened ds_config.json. Every failure ends as
/// one sentence in failed(), and the plan as it was.
class FileController : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`.
  FileController(PlanModel& model, OpenedConfig& config, RunModel& run, Settings& settings, QWidget& window);

  void newPlan();
  void openWithDialog();
  /// Opens a plan, after asking about unsaved changes; a ds_config.json, an accelerate YAML or a Hugging Face
  /// config.json changes the present plan by one undo step instead, and a ds_config.json is shown with its
  /// problems, even where no plan can be read from it. True when the plan was opened or changed.
  bool open(const QString& path);
  /// A log, what was copied out of one, or a memory snapshot, put beside the plan; the plan stays. False
  /// where nothing in it is known or it cannot be read.
  bool openLog(const QString& path);
  bool openLogText(const QString& text, const QString& name);
  void openLogWithDialog();
  /// What is on the clipboard.
  void pasteLog();
  /// What was learned of the plan's machine, to a file that the plan names from then on; and from one.
  void saveProfile();
  void openProfile();
  /// False when the user cancelled or it failed.
  bool save();
  bool saveAs();
  /// The opened ds_config.json, to its own file; or to another, which it then is. False when it failed or was
  /// cancelled.
  bool saveConfig();
  bool saveConfigAs();
  void copyConfig();
  /// After asking about unsaved changes to it.
  void closeConfig();
  /// The plan takes what the opened ds_config.json says now.
  void readConfig();
  /// What closing asks: true when nothing would be lost, or the user says so.
  bool mayDiscard();
  bool mayDiscardConfig();

  /// The plan's name as title and exports show it: its file's, or "Untitled plan".
  [[nodiscard]] QString displayName() const;
  /// A path beside the plan with another ending: "…/llama.ds_config.json".
  [[nodiscard]] QString proposedPath(const QString& ending) const;

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  /// A file of others was read into the plan (`is_read`), or could not be; the sentence says what was left
  /// open or is wrong.
  void imported(bool is_read, const QString& sentence);
  /// A ds_config.json is open now.
  void configOpened();
  /// A log stands beside the plan now.
  void logOpened();
  void recentFilesChanged();

  /// Something one may want to do about a file.
  void offered(const QString& sentence, const QString& action, const std::function<void()>& run);

 private:
  using Reload = void (FileController::*)();
  /// Another program has changed a file: what is not modified here follows it, else it is offered.
  void noticeChange(bool is_modified, const QString& name, Reload reload);
  /// Asks where another program has changed the file; false when it is not to be written.
  bool mayReplace(const WatchedFile& file, const QString& name, Reload reload);
  void reloadPlan();
  void reloadConfig();
  bool saveTo(const QString& path);
  bool saveConfigTo(const QString& path);
  /// Why it cannot be read into the plan; nothing where it was, or the user cancelled.
  std::optional<QString> importFrom(const QString& path);
  /// How the plan's file names that one: beside it by its name alone.
  [[nodiscard]] QString namedFromPlan(const QString& path) const;
  /// Whether it is a log, and now stands beside the plan.
  bool takeLog(const QString& path);
  /// Shows the ds_config.json at `path`, of which `error` is why it cannot be read into the plan; false when
  /// it is none.
  bool showUnreadable(const QString& path, const QString& error);

  PlanModel& model_;
  OpenedConfig& config_;
  RunModel& run_;
  Settings& settings_;
  QWidget& window_;
  WatchedFile plan_file_, config_file_;
};

}  // namespace zp
