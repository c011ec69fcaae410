// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QActionGroup>
#include <QFileInfo>
#include <QMenuBar>
#include <QPushButton>
#include <QToolBar>
#include <QToolButton>
#include <QWhatsThis>
#include <chrono>
#include <iterator>

#include "core/accuracy/accuracy.h"
#include "core/export/flavours.h"
#include "core/plan_file/examples.h"
#include "ui/accuracy/accuracy_window.h"
#include "ui/claims/claims_window.h"
#include "ui/lesson/lesson_window.h"
#include "ui/model/in_time.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/theme/access_key.h"
#include "ui/theme/icons.h"
#include "ui/unstated/unstated_window.h"
#include "ui/window/export_controller.h"
#include "ui/window/file_controller.h"
#include "ui/window/help.h"
#include "ui/window/input_router.h"
#include "ui/window/main_window.h"
#include "ui/window/preset_controller.h"
#include "ui/window/run_controller.h"
#include "ui/window/scenario_control.h"
#include "ui/window/solve_controller.h"
#include "ui/window/tutorial_help.h"
#include "ui/window/undo_switch.h"
#include "ui/window/view_tabs.h"
#include "ui/window/views.h"
#include "ui/window/whats_this.h"
#include "ui/window/write_back_controller.h"

using namespace Qt::Literals::StringLiterals;

/// The actions of the window, and the menus, toolbar and palette that show them.
namespace zp {
namespace {

const auto file_section = u"File"_s;
const auto edit_section = u"Edit"_s;
const auto plan_section = u"Plan"_s;
const auto help_section = u"Help"_s;

constexpr double picture_scale = 2;

/// Returns the files that do not exist; none if a drive does not respond.
QStringList missingOf(const QStringList& files) {
  constexpr std::chrono::milliseconds longest_exists{300};
  return in_time<QStringList>(longest_exists,
                              [files] {
                                QStringList missing;
                                for (const QString& file : files)
                                  if (!QFileInfo::exists(file)) missing << file;
                                return missing;
                              })
      .value_or(QStringList());
}

}  // namespace

void MainWindow::addFileActions() {
  const auto add = [this](const QString& id, const QString& text, const QList<QKeySequence>& keys,
                          std::function<void()> run) {
    return actions_.add(file_section, id, text, keys, std::move(run));
  };
  add(u"file.new"_s, tr("&New"), {QKeySequence::New}, [this] {
    beginNew(example_plan());
  })->setIcon(themeIcon(IconName::new_plan));
  add(u"file.open"_s, tr("&Open…"), {QKeySequence::Open}, [this] {
    files_->openWithDialog();
  })->setIcon(themeIcon(IconName::open));
  QAction* read =
      add(u"file.read"_s, tr("&What was read…"), {QKeySequence(u"Ctrl+Shift+I"_s)}, [this] { showImport(); });
  read->setEnabled(false);
  connect(&opened_import_, &OpenedImport::changed, read,
          [this, read] { read->setEnabled(opened_import_.isOpen()); });
  QAction* write = add(u"file.writeBack"_s, tr("Write &back…"), {}, [this] { write_back_->begin(); });
  write->setEnabled(false);
  write->setToolTip(tr("Write the plan's values into the file that it was imported from"));
  connect(&opened_import_, &OpenedImport::changed, write,
          [this, write] { write->setEnabled(opened_import_.isOpen()); });
  add(u"file.addLog"_s, tr("Add a lo&g of a run…"), {QKeySequence(u"Ctrl+L"_s)},
      [this] { runs_->openWithDialog(); });
  add(u"file.save"_s, tr("&Save"), {QKeySequence::Save}, [this] {
    histories_->isInFile() ? files_->saveConfig() : files_->save();
  })->setIcon(themeIcon(IconName::save));
  add(u"file.saveAs"_s, tr("Save &as…"), {QKeySequence(u"Ctrl+Shift+S"_s)},
      [this] { histories_->isInFile() ? files_->saveConfigAs() : files_->saveAs(); });
  add(u"export.config"_s, tr("&Export ds_config.json…"), {QKeySequence(u"Ctrl+E"_s)}, [this] {
    exports_->exportConfig();
  })->setIcon(themeIcon(IconName::export_file));
  add(u"export.bundle"_s, tr("Export everything for a &launch…"), {QKeySequence(u"Ctrl+Shift+E"_s)},
      [this] { exports_->exportBundle(); });
  for (const ExportFlavour& flavour : export_flavours().subspan(1))
    add(u"export.for."_s + toQt(flavour.name), tr("Export for %1…").arg(toQt(flavour.title)), {},
        [this, &flavour] { exports_->showProgram(flavour); })
        ->setToolTip(toQt(flavour.makes));
  add(u"export.chart"_s, tr("Export &chart…"), {},
      [this] { exports_->exportChart(u"png"_s, picture_scale); });
  add(u"export.charts"_s, tr("Export all charts of t&his view…"), {}, [this] { exports_->exportCharts(); });
  add(u"export.table"_s, tr("Export &table…"), {}, [this] { exports_->exportTable(); });
  add(u"file.quit"_s, tr("&Quit"), {QKeySequence(u"Ctrl+Q"_s)}, [this] { close(); });
}

void MainWindow::addEditActions() {
  QAction* undo = actions_.add(edit_section, u"edit.undo"_s, tr("&Undo"), {QKeySequence(u"Ctrl+Z"_s)},
                               [this] { showChange(tr("Taken back: %1"), histories_->undo()); });
  QAction* redo = actions_.add(edit_section, u"edit.redo"_s, tr("&Redo"),
                               {QKeySequence(u"Ctrl+Shift+Z"_s), QKeySequence(u"Ctrl+Y"_s)},
                               [this] { showChange(tr("Made again: %1"), histories_->redo()); });
  undo->setIcon(themeIcon(IconName::undo));
  redo->setIcon(themeIcon(IconName::redo));
  histories_ = new UndoSwitch(*undo, *redo, model_.undoStack());
  QAction* copy = actions_.add(edit_section, u"edit.copyConfig"_s, tr("&Copy ds_config.json"),
                               {QKeySequence(u"Ctrl+Shift+C"_s)}, [this] { exports_->copyConfig(); });
  copy->setIcon(themeIcon(IconName::copy));
  copy->setIconText(tr("Copy JSON"));
  actions_.add(edit_section, u"edit.pasteLog"_s, tr("&Paste a plan, a file, a log or a message"),
               {QKeySequence::Paste}, [this] { intake_->paste(); });
  actions_.add(edit_section, u"edit.copySummary"_s, tr("Copy &summary and link"), {},
               [this] { exports_->copySummary(); });
  actions_.add(edit_section, u"edit.copyLaunch"_s, tr("Copy &launch command"), {},
               [this] { exports_->copyLaunchCommand(); });
  actions_.add(edit_section, u"edit.copyChart"_s, tr("Copy c&hart"), {}, [this] { exports_->copyChart(); });
  actions_.add(edit_section, u"edit.copyFigures"_s, tr("Copy the chart's &figures"), {},
               [this] { exports_->copyFigures(); });
}

void MainWindow::addViewActions() {
  for (int number = 1; const ViewRow& row : views())
    actions_.add(view_section, u"view."_s + row.id, QObject::tr(row.title),
                 {QKeySequence(u"Ctrl+%1"_s.arg(number++))}, [this, &row] { showView(row.id); });
}

void MainWindow::addWindowActions() {
  actions_.add(view_section, u"view.nextPane"_s, tr("&Next pane"), {QKeySequence(u"F6"_s)},
               [this] { cyclePanes(); });
  QAction* apart = actions_.add(
      view_section, u"view.apart"_s, tr("In a separate &window"), {QKeySequence(u"Ctrl+Shift+W"_s)},
      [this] { views_->setApart(views_->currentIndex(), !views_->isApart(views_->currentIndex())); });
  apart->setCheckable(true);
  connect(views_, &ViewTabs::placeChanged, apart,
          [this, apart] { apart->setChecked(views_->isApart(views_->currentIndex())); });
  auto* themes = new QActionGroup(this);
  const std::pair<QString, QString> choices[] = {{u"theme.system"_s, tr("&System theme")},
                                                 {u"theme.light"_s, tr("&Light theme")},
                                                 {u"theme.dark"_s, tr("&Dark theme")},
                                                 {u"theme.contrast"_s, tr("&High contrast")},
                                                 {u"theme.darkContrast"_s, tr("High &contrast, dark")}};
  for (int i = 0; i < static_cast<int>(std::size(choices)); ++i) {
    const auto choice = static_cast<ThemeChoice>(i);
    QAction* action = actions_.add(view_section, choices[i].first, choices[i].second, {},
                                   [this, choice] { chooseTheme(choice); });
    action->setCheckable(true);
    action->setChecked(settings_.theme() == choice);
    themes->addAction(action);
  }
}

void MainWindow::addPlanActions() {
  for (int stage = 0; stage <= 3; ++stage)
    actions_.add(plan_section, u"plan.stage%1"_s.arg(stage), tr("Stage &%1").arg(stage),
                 {QKeySequence(u"Alt+%1"_s.arg(stage))}, [this, stage] {
                   Plan next = model_.plan();
                   const QString from = QString::number(next.zero.stage);
                   next.zero.stage = stage;
                   model_.propose(next, {tr("Stage"), from, QString::number(stage)});
                 });
  actions_.add(plan_section, u"plan.settings"_s, tr("&All settings…"), {QKeySequence(u"Ctrl+,"_s)},
               [this] { openSettings(); });
  actions_.add(plan_section, u"plan.unstated"_s, tr("&Not stated…"), {QKeySequence(u"Ctrl+U"_s)},
               [this] { showUnstatedWindow(unstated_, this); });
  presets_->addActions(actions_);
  actions_.add(plan_section, u"plan.best"_s, tr("Adopt the &best plan"), {QKeySequence(u"Ctrl+B"_s)}, [this] {
    choice_.finish();
    const std::optional<Option> best = choice_.choice().best;
    best ? choice_.adopt(*best) : choice_.adoptWayOut();
  });
  scenarios_ = new ScenarioControl(model_, actions_, *this);
  for (const UnknownRow& row : unknown_rows()) {
    if (row.needs_limits) continue;
    QAction* solve = actions_.add(plan_section, idOf(row), toQt(row.title), {},
                                  [this, unknown = row.unknown] { solving_->solveFor(unknown); });
    solve->setToolTip(tr("%1, over every plan: %2").arg(toQt(row.title), toQt(row.meaning)));
  }
}

void MainWindow::addHelpActions() {
  actions_
      .add(help_section, u"help.palette"_s, tr("&Find a command…"), {QKeySequence(u"Ctrl+K"_s)},
           [this] { openPalette(); })
      ->setIcon(themeIcon(IconName::search));
  actions_.add(help_section, u"help.welcome"_s, tr("&Welcome"), {}, [this] { showWelcome(); });
  actions_.add(help_section, u"help.lesson"_s, tr("&ZeRO explained…"), {},
               [this] { showLessonWindow(model_, this); });
  actions_.add(help_section, u"help.tutorials"_s, tr("&Tutorials…"), {}, [this] { tutorials_->open(); });
  actions_.add(help_section, u"help.whatsThis"_s, tr("&What's this?"), {QKeySequence(u"Shift+F1"_s)},
               [] { QWhatsThis::enterWhatsThisMode(); });
  actions_.add(help_section, u"help.explain"_s, tr("&Explain what is under the mouse"),
               {QKeySequence(u"F1"_s)}, [this] {
                 if (!explainUnderMouse(*this)) openAssumptions();
               });
  actions_.add(help_section, u"help.assumptions"_s, tr("&Assumptions"), {}, [this] { openAssumptions(); });
  actions_.add(help_section, u"help.accuracy"_s, tr("&How right is this…"), {}, [this] {
    showAccuracyWindow(accuracy(), this, [this](Chart& chart, const QString& suffix, double scale) {
      exports_->saveChart(chart, suffix, scale);
    });
  });
  actions_.add(help_section, u"help.claims"_s, tr("The t&wo documents, claim by claim…"), {},
               [this] { showClaimsWindow(model_, this); });
  actions_.add(help_section, u"help.commands"_s, tr("&Commands"), {},
               [this] { showHelp(this, u"commandsDialog"_s, tr("Commands"), commandsHtml()); });
  actions_.add(help_section, u"help.shortcuts"_s, tr("&Shortcuts"), {},
               [this] { showHelp(this, u"shortcutsDialog"_s, tr("Shortcuts"), shortcutsHtml(actions_)); });
  actions_.add(help_section, u"help.about"_s, tr("A&bout ZeRO Planner"), {},
               [this] { showHelp(this, u"aboutDialog"_s, tr("About ZeRO Planner"), aboutHtml()); });
}

void MainWindow::makeMenus() {
  QMenu* file = menuBar()->addMenu(tr("&File"));
  QMenu* edit = menuBar()->addMenu(tr("&Edit"));
  QMenu* view = menuBar()->addMenu(tr("&View"));
  QMenu* plan = menuBar()->addMenu(tr("&Plan"));
  QMenu* help = menuBar()->addMenu(tr("&Help"));
  const auto put = [this](QMenu* menu, std::initializer_list<const char16_t*> ids) {
    for (const char16_t* id : ids)
      if (*id == u'-')
        menu->addSeparator();
      else
        menu->addAction(actions_.find(QString::fromUtf16(id)));
  };
  put(file, {u"file.new", u"file.open"});
  recent_menu_ = file->addMenu(tr("Open &recent"));
  recent_menu_->setObjectName(u"recentMenu"_s);
  put(file, {u"file.read", u"file.writeBack", u"file.addLog", u"-", u"file.save", u"file.saveAs", u"-",
             u"export.config", u"export.bundle"});
  QMenu* programs = file->addMenu(tr("Export &for a program"));
  programs->setObjectName(u"exportMenu"_s);
  for (const ExportFlavour& flavour : export_flavours().subspan(1))
    programs->addAction(actions_.find(u"export.for."_s + toQt(flavour.name)));
  put(file, {u"export.chart", u"export.charts", u"export.table", u"-", u"file.quit"});
  put(edit, {u"edit.undo", u"edit.redo", u"-", u"edit.copyConfig", u"edit.copyLaunch", u"edit.copySummary",
             u"edit.copyChart", u"edit.copyFigures", u"-", u"edit.pasteLog"});
  for (const ViewRow& row : views())
    view->addAction(actions_.find(u"view."_s + row.id));
  view->addSeparator();
  for (const ActionRegistry::Entry& entry : actions_.entries())  // the actions that views and window added
    if (entry.action->objectName().startsWith(u"view.") && !view->actions().contains(entry.action))
      view->addAction(entry.action);
  view->addSeparator();
  QMenu* theme = view->addMenu(tr("&Theme"));
  put(theme, {u"theme.system", u"theme.light", u"theme.dark", u"theme.contrast", u"theme.darkContrast"});
  put(plan, {u"plan.stage0", u"plan.stage1", u"plan.stage2", u"plan.stage3", u"-", u"plan.settings",
             u"plan.unstated", u"plan.best", u"-", u"plan.saveModel", u"plan.saveGpu", u"plan.presets"});
  QMenu* scenarios = scenarios_->menu();
  scenarios->setParent(plan,
                       scenarios->windowFlags());  // makes it a submenu like the others
  plan->addMenu(scenarios);
  QMenu* solve = plan->addMenu(tr("S&olve for"));
  solve->setObjectName(u"solveMenu"_s);
  for (const UnknownRow& row : unknown_rows())
    if (!row.needs_limits) solve->addAction(actions_.find(idOf(row)));
  put(help, {u"help.palette", u"help.welcome", u"help.lesson", u"help.tutorials", u"help.whatsThis",
             u"help.explain", u"-", u"help.commands", u"help.shortcuts", u"help.assumptions", u"help.claims",
             u"help.accuracy", u"-", u"help.about"});
  connect(file, &QMenu::aboutToShow, this,
          &MainWindow::fillRecentMenu);  // files may have appeared or disappeared
  fillRecentMenu();
}

void MainWindow::makeToolBar() {
  QToolBar* bar = addToolBar(tr("Main toolbar"));
  bar->setObjectName(u"toolBar"_s);
  bar->setMovable(false);
  bar->setContextMenuPolicy(Qt::PreventContextMenu);
  bar->setIconSize({16, 16});
  bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  for (const auto& id : {u"file.new"_s, u"file.open"_s, u"file.save"_s})
    bar->addAction(actions_.find(id));
  bar->addSeparator();
  bar->addAction(actions_.find(u"edit.undo"_s));
  bar->addAction(actions_.find(u"edit.redo"_s));
  scenarios_->addButtonTo(*bar);
  auto* space = new QWidget;
  space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  bar->addWidget(space);
  bar->addAction(actions_.find(u"edit.copyConfig"_s));
  QAction* export_config = actions_.find(u"export.config"_s);
  auto* button = new QPushButton(export_config->icon(), withoutAccessKey(export_config->text()));
  button->setObjectName(u"toolBar.export"_s);
  button->setDefault(true);
  button->setToolTip(tr("Write the file DeepSpeed reads (%1)")
                         .arg(export_config->shortcut().toString(QKeySequence::NativeText)));
  connect(button, &QPushButton::clicked, export_config, &QAction::trigger);
  bar->addWidget(button);
  for (auto* each : bar->findChildren<QToolButton*>())
    each->setFocusPolicy(
        Qt::TabFocus);  // a click keeps the focus in the field whose change the user wants to undo
}

void MainWindow::fillRecentMenu() {
  recent_menu_->clear();
  const QStringList files = settings_.recentFiles();
  recent_menu_->setEnabled(!files.isEmpty());
  const QStringList missing_files = missingOf(files);
  for (const QString& file : files) {
    if (!missing_files.contains(file)) {
      recent_menu_->addAction(QString(file).replace(u'&', u"&&"_s), this, [this, file] { openFile(file); });
      continue;
    }
    QMenu* missing = recent_menu_->addMenu(tr("%1 (missing)").arg(file));
    missing->addAction(tr("Remove from this list"), this, [this, file] {
      settings_.removeRecentFile(file);
      fillRecentMenu();
    });
  }
}

}  // namespace zp
