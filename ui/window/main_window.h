// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMainWindow>

#include "ui/model/action_registry.h"
#include "ui/model/choice_model.h"
#include "ui/model/opened_config.h"
#include "ui/model/opened_import.h"
#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"
#include "ui/model/unstated_model.h"
#include "ui/theme/theme.h"

class QDialog;
class QMenu;
class QSplitter;
class QStackedWidget;

namespace zp {

class Chart;
class ChartView;
class CommandPalette;
class DropSign;
class ExportController;
class FileController;
class InputPanel;
class InputRouter;
class IssuesList;
class MessageBar;
struct PaletteItem;
class PresetController;
class RunController;
class ScenarioControl;
class Settings;
class SolveController;
class StatusLine;
class TutorialHelp;
class UndoSwitch;
class VerdictStrip;
class ViewTabs;
class WriteBackController;
class StartPage;

/// The main window: inputs on the left; verdict, views and issues on the right. It connects the parts, which
/// do the work.
class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  /// Opens on the example plan; `settings` must outlive it.
  explicit MainWindow(Settings& settings, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Returns the default size of the window, including title and border within that desktop.
  [[nodiscard]] static QSize firstSize(QSize desktop);

  [[nodiscard]] PlanModel& model() { return model_; }
  [[nodiscard]] ActionRegistry& actions() { return actions_; }
  [[nodiscard]] TutorialHelp& tutorialHelp() { return *tutorials_; }
  [[nodiscard]] OpenedConfig& openedConfig() { return opened_config_; }
  [[nodiscard]] OpenedImport& openedImport() { return opened_import_; }
  /// Shows a warning in the message bar.
  void warn(const QString& sentence);
  /// Opens a file as File ▸ Open does; returns false if the plan is unchanged.
  bool openFile(const QString& path);
  /// Opens a path, a file: URL (as desktop menus pass), or a plan link; returns false if the plan is
  /// unchanged.
  bool openUrl(const QString& text);
  /// Reads another program's file into the plan, and shows a ds_config.json with its problems, without a
  /// message; returns false for any other file.
  bool showFile(const QString& path);
  /// Returns the settings that the plan leaves open.
  [[nodiscard]] UnstatedModel& unstated() { return unstated_; }
  /// Returns the logs of runs that were given to the window.
  [[nodiscard]] RunModel& run() { return run_; }
  /// Shows what was read from the last imported file, in a separate window.
  QDialog* showImport();
  /// Shows the view with that id in views().
  void showView(const QString& id);
  [[nodiscard]] QString currentView() const;
  /// Shows examples and recent files instead of the panes until one is chosen.
  void showWelcome();
  /// Shows the first-run hint on the status line, where it moves nothing, until the plan changes.
  void showHint();
  /// Returns nullptr: a tool bar hidden with this menu could not be shown again.
  QMenu* createPopupMenu() override { return nullptr; }

 protected:
  void changeEvent(QEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void makePanes();
  void connectParts();
  void connectControllers();
  void makeViews();
  // window_actions.cpp
  void addFileActions();
  void addEditActions();
  void addViewActions();
  void addWindowActions();
  void addPlanActions();
  void addHelpActions();
  void makeMenus();
  void makeToolBar();
  void fillRecentMenu();
  // window_palette.cpp
  void openPalette();
  std::vector<PaletteItem> settingsTyped(const QString& typed);
  void addHelpItems(std::vector<PaletteItem>& items);

  [[nodiscard]] StartPage* makeWelcome();
  void showPanes();
  void openAssumptions(const QString& find = {});
  void openSettings(const QString& find = {});
  void chooseTheme(ThemeChoice choice);
  void cyclePanes();
  /// Return the chart of the current view, else of the first view that has one, and that view.
  [[nodiscard]] Chart& chartInFront();
  [[nodiscard]] ChartView& viewWithChart();
  void goToSetting(const QString& plan_path);
  void fail(const QString& sentence);
  void showDone(const QString& sentence, const QString& folder);
  /// Shows on the status line which change was undone or redone; nothing if `change` is "".
  void showChange(const QString& words, const QString& change);
  /// Starts with that plan and closes what belonged to the previous one: messages, the opened ds_config.json,
  /// logs.
  void beginNew(const PlanDocument& document);
  /// Closes the message about a file that cannot be read once the error it names is mended, and that about a
  /// file that was read once another plan has replaced it.
  void withdrawOutdated();
  void refreshTitle();
  void showRecomputed();

  Settings& settings_;
  PlanModel model_;
  RunModel run_{model_, this};
  ChoiceModel choice_{model_, settings_, this, ChoiceModel::FirstSearch::when_released};
  UnstatedModel unstated_{model_, this};
  OpenedConfig opened_config_{model_};
  OpenedImport opened_import_{model_};
  ActionRegistry actions_;
  PresetController* presets_;
  RunController* runs_;
  FileController* files_;
  InputRouter* intake_;
  WriteBackController* write_back_;
  ExportController* exports_ = nullptr;
  MessageBar* messages_ = nullptr;
  SolveController* solving_ = nullptr;
  ScenarioControl* scenarios_ = nullptr;
  QString unreadable_problem_;  ///< the problem that the message about an unreadable file names
  int unreadable_message_ = 0, read_message_ = 0;  ///< their numbers in the message bar; 0 for none
  PlanDocument read_plan_;                         ///< the plan after the last file was read
  QStackedWidget* pages_ = nullptr;                ///< the panes and the welcome page
  TutorialHelp* tutorials_ = nullptr;
  QSplitter* panes_ = nullptr;
  InputPanel* inputs_ = nullptr;
  VerdictStrip* verdict_ = nullptr;
  ViewTabs* views_ = nullptr;
  IssuesList* issues_ = nullptr;
  CommandPalette* palette_ = nullptr;
  UndoSwitch* histories_ = nullptr;
  QMenu* recent_menu_ = nullptr;
  StatusLine* status_ = nullptr;
  DropSign* drop_sign_ = nullptr;
  bool is_painted_ = false;  ///< true after the first paint event
};

}  // namespace zp
