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

struct Imported;
struct ImportFile;
class OpenedConfig;
class OpenedImport;
class PlanModel;
struct PlanFile;
class RunController;
class Settings;

/// New, open, save and the related dialogs, for the plan and for an opened ds_config.json. Every failure is
/// reported as one sentence by failed() and leaves the plan unchanged.
class FileController : public QObject {
  Q_OBJECT

 public:
  /// Dialogs are children of `window`.
  FileController(PlanModel& model, OpenedConfig& config, OpenedImport& import, RunController& runs,
                 Settings& settings, QWidget& window);

  /// Starts a new plan and closes the ds_config.json, after asking once about unsaved changes of either;
  /// returns false if the user keeps the present ones.
  bool newPlan(const PlanDocument& document = example_plan());
  void openWithDialog();
  /// Opens a plan, after asking about unsaved changes. A ds_config.json, an accelerate YAML or a Hugging Face
  /// config.json instead changes the present plan by one undo step; a ds_config.json is also shown with its
  /// problems, even if no plan can be read from it. A log is passed on. Returns true if the plan was opened
  /// or changed.
  bool open(const QString& path);
  /// Replaces the present plan by that of a link, alone or in a message, as one undo step.
  bool openLink(const QString& text);
  /// Reads pasted or dropped text as a file of that content: a plan, a ds_config.json, which is also shown
  /// with its problems, or a file of a training program. Returns false if it is none of these.
  bool openText(const QString& text);
  /// Return false if the user cancelled or saving failed.
  bool save();
  bool saveAs();
  /// Save the opened ds_config.json to its own file (pasted text has none, so a dialog asks for it), or to
  /// another one, which becomes its file. Return false if that failed or was cancelled.
  bool saveConfig();
  bool saveConfigAs();
  void copyConfig();
  /// Closes the ds_config.json, after asking about unsaved changes to it.
  void closeConfig();
  /// Reads the present text of the opened ds_config.json into the plan.
  void readConfig();
  /// Ask before unsaved changes are discarded; return true if there are none, or the user agrees. The last
  /// one asks once about the plan and the ds_config.json.
  bool mayDiscard();
  bool mayDiscardConfig();
  bool mayDiscardAll();

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  /// A file of another program was read into the plan, key by key (`OpenedImport`); the sentence says what
  /// was not decided.
  void fileRead(const QString& sentence);
  /// A plan was read from a link, or a file was reloaded; the sentence states the changes.
  void imported(const QString& sentence);
  /// The opened ds_config.json cannot be read into the plan; the sentence says why.
  void unreadable(const QString& sentence);
  /// A different plan was started: a new one, one from a plan file or a link, or one from another program's
  /// file that names its model.
  void planBegun();
  /// A ds_config.json was opened.
  void configOpened();
  void recentFilesChanged();

  /// Offers an action that the user may want to take about a file.
  void offered(const QString& sentence, const QString& action, const std::function<void()>& run);

 private:
  using Reload = void (FileController::*)();
  /// Reacts to a file that another program has changed: reloads it if it is not modified here,
  /// else offers to.
  void noticeChange(bool is_modified, const QString& name, Reload reload);
  /// Asks the user if another program has changed the file; returns false if it must not be written.
  bool mayReplace(const WatchedFile& file, const QString& name, Reload reload);
  /// Returns the notes on an opened plan: its own, and what has changed since it was saved.
  [[nodiscard]] QString noteOn(const PlanFile& file) const;
  void reloadPlan();
  void reloadConfig();
  bool saveTo(const QString& path);
  bool saveConfigTo(const QString& path);
  /// Returns why the file cannot be read into the plan; nullopt if it was read, or the user cancelled.
  std::optional<QString> importFrom(const QString& path);
  /// Makes the imported plan the present one, and shows a ds_config.json. Throws FileError for one that only
  /// an older DeepSpeed accepts.
  void importRead(const QString& path, const ImportFile& file, const Imported& found, bool is_pasted = false);
  /// Sets the plan to the one in the text, as one undo step. Returns false if the text is no plan.
  bool openPlanText(const std::string& text);
  /// Shows the ds_config.json. Saving pasted text asks for a path.
  void showConfig(const QString& path, const std::string& bytes, bool is_pasted = false);
  void rememberFile(const QString& path);
  /// Shows the ds_config.json at `path`, which cannot be read into the plan because of `error`; returns false
  /// if it is no ds_config.json.
  bool showUnreadable(const QString& path, const QString& error);

  PlanModel& model_;
  OpenedConfig& config_;
  OpenedImport& import_;
  RunController& runs_;
  Settings& settings_;
  QWidget& window_;
  WatchedFile plan_file_, config_file_;
  QString watched_plan_;  ///< path that plan_file_ follows since the plan has this file
  bool is_config_pasted_ = false;
};

}  // namespace zp
