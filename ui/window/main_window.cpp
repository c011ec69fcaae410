// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDialog>
#include <QFileInfo>
#include <QFrame>
#include <QScreen>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextBrowser>
#include <QTimer>
#include <QUrl>
#include <utility>

#include "core/plan_file/examples.h"
#include "core/report/words.h"
#include "ui/fields/fields.h"
#include "ui/fields/input_panel.h"
#include "ui/imported/import_view.h"
#include "ui/imported/import_window.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/results/chart_view.h"
#include "ui/results/issues_list.h"
#include "ui/results/verdict_strip.h"
#include "ui/results/view_window.h"
#include "ui/sheet/sheet_window.h"
#include "ui/start/start_page.h"
#include "ui/theme/layouts.h"
#include "ui/window/cell_tips.h"
#include "ui/window/command_palette.h"
#include "ui/window/drop_sign.h"
#include "ui/window/export_controller.h"
#include "ui/window/file_controller.h"
#include "ui/window/file_names.h"
#include "ui/window/help.h"
#include "ui/window/input_router.h"
#include "ui/window/message_bar.h"
#include "ui/window/preset_controller.h"
#include "ui/window/run_controller.h"
#include "ui/window/scenario_control.h"
#include "ui/window/solve_controller.h"
#include "ui/window/status_line.h"
#include "ui/window/tutorial_help.h"
#include "ui/window/view_tabs.h"
#include "ui/window/views.h"
#include "ui/window/whats_this.h"
#include "ui/window/write_back_controller.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize first_window{1280, 800};
constexpr QSize around_window{16, 48};  // assumed border and title bar of the window manager
constexpr int input_width = 376;
constexpr int views_share = 11;  // share of the height, if there is more than both parts need
constexpr int issues_share = 2;

/// Returns the sentence of the worst problem; "" if no file is open or nothing is wrong with it.
QString worstOf(const OpenedConfig& config) {
  return config.isOpen() && !config.problems().empty() ? config.problems().front().sentence : QString();
}

}  // namespace

QSize MainWindow::firstSize(QSize desktop) { return first_window.boundedTo(desktop - around_window); }

MainWindow::MainWindow(Settings& settings, QWidget* parent)
    : QMainWindow(parent),
      settings_(settings),
      presets_(new PresetController(model_, settings, *this)),
      runs_(new RunController(model_, run_, settings, *this)),
      files_(new FileController(model_, opened_config_, opened_import_, *runs_, settings, *this)),
      intake_(new InputRouter(*files_, *runs_, this)),
      write_back_(new WriteBackController(model_, opened_import_, *this)) {
  setObjectName(u"mainWindow"_s);
  setAcceptDrops(true);
  exports_ = new ExportController(
      model_, settings_, [this]() -> Chart& { return chartInFront(); },
      [this] { return viewWithChart().chartsForExport(); }, *this);
  addFileActions();
  addEditActions();
  addViewActions();
  makePanes();  // views add their own actions
  addWindowActions();
  addPlanActions();
  addHelpActions();
  palette_ = new CommandPalette(this);
  tutorials_ = new TutorialHelp(model_, actions_, *this);
  new WhatsThis(this);
  new CellTips(this);
  makeMenus();
  makeToolBar();
  drop_sign_ = new DropSign(*this);
  connectParts();
  connectControllers();
  resize(firstSize(screen()->availableSize()));
  if (!settings_.windowGeometry().isEmpty()) restoreGeometry(settings_.windowGeometry());
  if (!settings_.splitterState().isEmpty()) panes_->restoreState(settings_.splitterState());
  if (const QString problem = presets_->problem(); !problem.isEmpty()) warn(problem);
  setFocus();  // no control is focused yet; the first Tab goes to the first one
  showRecomputed();
  if (!settings_.hintDismissed()) showHint();
  refreshTitle();
  QTimer::singleShot(0, this, [this] {
    if (!isVisible()) choice_.release();  // without a window there is no first frame to wait for
  });
}

MainWindow::~MainWindow() {
  // Losing focus notifies the views, so these windows are closed while the plan still exists.
  for (const QDialog* window : findChildren<QDialog*>(Qt::FindDirectChildrenOnly))
    delete window;
  hide();
}

void MainWindow::makePanes() {
  inputs_ = new InputPanel(model_, settings_);
  verdict_ = new VerdictStrip(model_, choice_, unstated_);
  makeViews();
  issues_ = new IssuesList(model_, choice_);

  auto* right = new QFrame;  // a frame has a role for screen readers
  right->setObjectName(u"results"_s);
  // A click on an empty area ends typing, so that Ctrl+V is for the window.
  right->setFocusPolicy(Qt::ClickFocus);
  right->setAccessibleName(tr("Results"));
  addParts(*makeColumn(right, 8, {4, 8, 8, 4}), {verdict_, {views_, views_share}, {issues_, issues_share}});
  panes_ = new QSplitter;
  panes_->setObjectName(u"panes"_s);
  panes_->setChildrenCollapsible(false);
  panes_->addWidget(inputs_);
  panes_->addWidget(right);
  panes_->setStretchFactor(1, 1);
  panes_->setSizes({input_width, first_window.width() - input_width});

  status_ = new StatusLine(this);
  setStatusBar(status_);
  messages_ = new MessageBar(*status_, *this);
  status_->setFixedHeight(messages_->lineHeight());
  solving_ = new SolveController(model_, choice_, *messages_, this);
  pages_ = new QStackedWidget;
  pages_->setObjectName(u"pages"_s);
  pages_->addWidget(panes_);
  setCentralWidget(pages_);
}

void MainWindow::makeViews() {
  views_ = new ViewTabs;
  connect(views_, &ViewTabs::windowOpened, this, [this](QDialog* window) {
    for (const ActionRegistry::Entry& entry :
         actions_.entries())  // so that their shortcuts work in that window too
      window->addAction(entry.action);
  });
  const ViewParts parts{model_, choice_,   run_,        settings_, opened_config_, actions_, *files_,
                        *runs_, *exports_, *histories_, *inputs_,  *verdict_,      *views_};
  for (const ViewRow& row : views()) {
    views_->addView([parts, &row] { return row.make(parts); }, QObject::tr(row.title));
    if (row.add_actions != nullptr) row.add_actions(parts, views_->count() - 1);
  }
}

StartPage* MainWindow::makeWelcome() {
  auto* page = new StartPage(settings_);
  connect(page, &StartPage::closeRequested, this, &MainWindow::showPanes);
  connect(page, &StartPage::fileRequested, this, &MainWindow::openFile);
  connect(page, &StartPage::actionRequested, this,
          [this](const QString& id) { actions_.find(id)->trigger(); });
  connect(page, &StartPage::tutorialRequested, this, [this](const QString& name) { tutorials_->open(name); });
  connect(page, &StartPage::exampleRequested, this,
          [this](int index) { beginNew(example_plans()[static_cast<std::size_t>(index)].document); });
  connect(page, &StartPage::planRequested, this, &MainWindow::beginNew);
  // Its figures are computed after the first frame.
  connect(
      page, &StartPage::painted, page, [this, page] { page->fill(model_.plan()); }, Qt::QueuedConnection);
  // Every action that opens another plan leaves the page.
  connect(&model_, &PlanModel::changed, page, [this] { showPanes(); });
  connect(files_, &FileController::configOpened, page, [this] { showPanes(); });
  return page;
}

void MainWindow::showWelcome() {
  if (pages_->count() == 1) pages_->addWidget(makeWelcome());
  pages_->setCurrentIndex(1);
  pages_->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showPanes() {
  if (pages_->currentIndex() == 0) return;
  pages_->setCurrentIndex(0);
  setFocus();
}

void MainWindow::connectParts() {
  connect(&choice_, &ChoiceModel::changed, this, [this] {
    if (choice_.isCurrent()) inputs_->showDoubts(choice_.choice());
  });
  inputs_->setReachSource([this](std::vector<Plan> plans, const ChoiceModel::ReachCallback& callback) {
    choice_.askReach(std::move(plans), callback);
  });
  for (const UnknownRow& row : unknown_rows())
    if (!row.needs_limits) inputs_->addToMenu(std::string(row.path), actions_.find(idOf(row)));
  connect(&model_, &PlanModel::changed, this, &MainWindow::showRecomputed);
  connect(&model_, &PlanModel::fileChanged, this, &MainWindow::refreshTitle);
  connect(inputs_, &InputPanel::allSettingsRequested, actions_.find(u"plan.settings"_s), &QAction::trigger);
  connect(verdict_, &VerdictStrip::unstatedRequested, actions_.find(u"plan.unstated"_s), &QAction::trigger);
  connect(issues_, &IssuesList::settingRequested, this, &MainWindow::goToSetting);
}

void MainWindow::connectControllers() {
  const auto tell = [this](const QString& sentence) { showDone(sentence, {}); };
  connect(&model_, &PlanModel::followed, this, tell);
  connect(files_, &FileController::failed, this, &MainWindow::fail);
  connect(files_, &FileController::done, this, tell);
  connect(files_, &FileController::planBegun, &choice_, &ChoiceModel::beginPlan);
  connect(files_, &FileController::imported, this,
          [this](const QString& sentence) { messages_->showMessage(NoticeLevel::info, sentence); });
  connect(files_, &FileController::unreadable, this, [this](const QString& sentence) {
    unreadable_message_ = messages_->showMessage(NoticeLevel::error, sentence);
    unreadable_problem_ = worstOf(opened_config_);
  });
  connect(files_, &FileController::fileRead, this, [this](const QString& sentence) {
    read_message_ =
        messages_->showMessage(NoticeLevel::info, sentence, tr("What was read"), [this] { showImport(); });
    read_plan_ = model_.document();
  });
  connect(&opened_config_, &OpenedConfig::checked, this, &MainWindow::withdrawOutdated);
  connect(&opened_config_, &OpenedConfig::closed, this, &MainWindow::withdrawOutdated);
  connect(&model_, &PlanModel::changed, this, &MainWindow::withdrawOutdated);
  connect(&model_, &PlanModel::replaced, messages_, &MessageBar::closeMessage);
  connect(files_, &FileController::offered, this,
          [this](const QString& sentence, const QString& action, const std::function<void()>& run) {
            messages_->showMessage(NoticeLevel::warning, sentence, action, run);
          });
  connect(files_, &FileController::recentFilesChanged, this, &MainWindow::fillRecentMenu);
  connect(presets_, &PresetController::choicesChanged, inputs_, &InputPanel::refresh);
  connect(presets_, &PresetController::failed, this, &MainWindow::fail);
  connect(presets_, &PresetController::done, this, tell);
  connect(presets_, &PresetController::doubted, this, &MainWindow::warn);
  connect(runs_, &RunController::failed, this, &MainWindow::fail);
  connect(runs_, &RunController::done, this, tell);
  connect(exports_, &ExportController::failed, this, &MainWindow::fail);
  connect(exports_, &ExportController::done, this, &MainWindow::showDone);
  connect(exports_, &ExportController::doubted, this, &MainWindow::warn);
  connect(intake_, &InputRouter::failed, this, &MainWindow::fail);
  connect(scenarios_, &ScenarioControl::failed, this, &MainWindow::fail);
  connect(write_back_, &WriteBackController::failed, this, &MainWindow::fail);
  connect(write_back_, &WriteBackController::done, this, tell);
  connect(tutorials_, &TutorialHelp::failed, this, &MainWindow::fail);
  connect(tutorials_, &TutorialHelp::begun, this, [this](const QString& folder) {
    if (opened_config_.isOpen() && QFileInfo(opened_config_.path()).absolutePath() == folder)
      opened_config_.close();
  });
}

void MainWindow::withdrawOutdated() {
  if (!opened_config_.isOpen() || worstOf(opened_config_) != unreadable_problem_)
    messages_->withdraw(std::exchange(unreadable_message_, 0));
  if (model_.plan().model != read_plan_.plan.model ||
      model_.document().text.imported_config != read_plan_.text.imported_config)
    messages_->withdraw(std::exchange(read_message_, 0));
}

bool MainWindow::openFile(const QString& path) { return files_->open(path); }

bool MainWindow::openUrl(const QString& text) { return intake_->openUrl(text); }

bool MainWindow::showFile(const QString& path) {
  files_->open(path);
  if (!opened_config_.isOpen() && !opened_import_.isOpen()) return false;
  messages_->hide();
  return true;
}

void MainWindow::fail(const QString& sentence) { messages_->showMessage(NoticeLevel::error, sentence); }

void MainWindow::warn(const QString& sentence) { messages_->showMessage(NoticeLevel::warning, sentence); }

void MainWindow::showView(const QString& id) {
  showPanes();
  for (int i = 0; i < views_->count(); ++i)
    if (views()[static_cast<std::size_t>(i)].id == id) views_->bringToFront(views_->viewAt(i));
}

QString MainWindow::currentView() const {
  return views()[static_cast<std::size_t>(views_->currentIndex())].id;
}

Chart& MainWindow::chartInFront() { return viewWithChart().chartForExport(); }

ChartView& MainWindow::viewWithChart() {
  auto* view = qobject_cast<ChartView*>(views_->view());
  for (int i = 0; view == nullptr || !view->hasChart(); ++i)
    view = qobject_cast<ChartView*>(views_->viewAt(i));
  return *view;
}

void MainWindow::showHint() {
  status_->showDone(tr("Choose a preset, then a stage. Every number follows as you move a slider."), {});
  connect(
      &model_, &PlanModel::changed, this, [this] { settings_.dismissHint(); }, Qt::SingleShotConnection);
}

void MainWindow::showRecomputed() {
  status_->showRecomputed(toQt(stack_words(model_.plan())), model_.results().milliseconds);
}

void MainWindow::chooseTheme(ThemeChoice choice) {
  settings_.setTheme(choice);
  applyTheme(*qApp, choice);
}

void MainWindow::cyclePanes() {
  const QList<QWidget*> stops = {inputs_, views_->currentWidget(), issues_, messages_};
  const QWidget* focus = QApplication::focusWidget();
  qsizetype next = 0;
  for (qsizetype i = 0; i < stops.size(); ++i)
    if (focus != nullptr && stops[i]->isAncestorOf(focus)) next = i + 1;
  for (qsizetype tried = 0; tried < stops.size(); ++tried, ++next)
    for (QWidget* child : stops[next % stops.size()]->findChildren<QWidget*>())
      if (child->isVisible() && child->isEnabled() && (child->focusPolicy() & Qt::TabFocus) != 0) {
        child->setFocus(Qt::ShortcutFocusReason);
        return;
      }
}

void MainWindow::goToSetting(const QString& plan_path) {
  if (fieldOf(toStd(plan_path)) == nullptr) return openSettings(plan_path);
  raiseWindow(*this);
  inputs_->showField(toStd(plan_path));
}

QDialog* MainWindow::showImport() {
  QDialog* window = showImportWindow(model_, opened_import_, this);
  connect(importViewOf(*window), &ImportView::settingRequested, this, &MainWindow::goToSetting,
          Qt::UniqueConnection);
  connect(importViewOf(*window), &ImportView::writeBackRequested, write_back_, &WriteBackController::begin,
          Qt::UniqueConnection);
  return window;
}

void MainWindow::openSettings(const QString& find) { showSheetWindow(model_, this, find); }

void MainWindow::openAssumptions(const QString& find) {
  QTextBrowser* text =
      showHelp(this, u"assumptionsDialog"_s, tr("Assumptions"), assumptionsHtml(model_.results()));
  text->disconnect(this);  // the page may already have the text
  connect(text, &QTextBrowser::anchorClicked, this, [this](const QUrl& link) {
    link.scheme() == "config"_L1 ? showConfigLine(*views_, link.path()) : goToSetting(link.path());
  });
  if (!find.isEmpty()) text->find(find);
}

void MainWindow::showChange(const QString& words, const QString& change) {
  if (change.isEmpty()) return;
  messages_->closeNote();
  status_->showDone(words.arg(change), {});
}

void MainWindow::beginNew(const PlanDocument& document) {
  if (!files_->newPlan(document)) return;
  messages_->hide();
  run_.clear();
  choice_.beginNewPlan();
}

void MainWindow::showDone(const QString& sentence, const QString& folder) {
  messages_->hide();
  status_->showDone(sentence, folder);
}

void MainWindow::refreshTitle() {
  setWindowTitle(displayNameOf(model_) + u"[*] — ZeRO Planner");
  setWindowFilePath(model_.filePath());
  setWindowModified(model_.isModified());
}

void MainWindow::changeEvent(QEvent* event) {
  // The platform's theme changed and the window uses it.
  if (event->type() == QEvent::ThemeChange && settings_.theme() == ThemeChoice::system)
    applyTheme(*qApp, ThemeChoice::system);
  QMainWindow::changeEvent(event);
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!files_->mayDiscardAll()) {
    event->ignore();
    return;
  }
  settings_.setWindowGeometry(saveGeometry());
  settings_.setSplitterState(panes_->saveState());
  event->accept();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (!InputRouter::canTake(*event->mimeData())) return;
  event->acceptProposedAction();
  drop_sign_->showOver();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent* /*event*/) { drop_sign_->hide(); }

void MainWindow::paintEvent(QPaintEvent* event) {
  QMainWindow::paintEvent(event);
  if (is_painted_) return;
  is_painted_ = true;
  QTimer::singleShot(0, this, [this] { choice_.release(); });  // after the rest of the frame is painted
}

void MainWindow::dropEvent(QDropEvent* event) {
  drop_sign_->hide();
  if (!InputRouter::canTake(*event->mimeData())) return;
  event->acceptProposedAction();
  intake_->drop(*event->mimeData());
}

}  // namespace zp
