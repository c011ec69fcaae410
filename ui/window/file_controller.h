// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>
#include <functional>
#include <optional>

#include "core/plan/plan.h"
#include "ui/window/watched_file.h"

class QWidget;

namespace zp {

class OpenedConfig;
class PlanModel;
class RunController;
class Settings;

/// New, open, save and their questions, for the plan and for an opened ds_config.json. Every failure ends as
/// one sentence in failed(), and the plan as it was.
class FileController : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`.
  FileController(PlanModel& model, OpenedConfig& config, RunController& runs, Settings& settings,
                 QWidget& window);

  /// After asking about unsaved changes.
  void newPlan(const PlanDocument& document = example_plan());
  void openWithDialog();
  /// Opens a plan, after asking about unsaved changes; a ds_config.json, an accelerate YAML or a Hugging Face
  /// config.json changes the present plan by one undo step instead, and a ds_config.json is shown with its
  /// problems, even where no plan can be read from it; a log is handed on. True when the plan was opened or
  /// changed.
  bool open(const QString& path);
  /// A plan's link, alone or in a message: the present plan becomes it, by one undo step.
  bool openLink(const QString& text);
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

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  /// A file of others was read into the plan (`is_read`), or could not be; the sentence says what was left
  /// open or is wrong.
  void imported(bool is_read, const QString& sentence);
  /// A ds_config.json is open now.
  void configOpened();
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
  /// Shows the ds_config.json at `path`, of which `error` is why it cannot be read into the plan; false when
  /// it is none.
  bool showUnreadable(const QString& path, const QString& error);

  PlanModel& model_;
  OpenedConfig& config_;
  RunController& runs_;
  Settings& settings_;
  QWidget& window_;
  WatchedFile plan_file_, config_file_;
};

}  // namespace zp
