// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tutorial_help.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "core/text/text_file.h"
#include "ui/model/action_registry.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/view_window.h"
#include "ui/tutorial/controls.h"
#include "ui/tutorial/hand.h"
#include "ui/tutorial/step_overlay.h"
#include "ui/tutorial/tutorial_reader.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int dock_width = 380;
constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

std::size_t indexOf(const Tutorial& tutorial, const QString& id) {
  const auto found = std::ranges::find(tutorial.steps, toStd(id), &TutorialStep::id);
  return found == tutorial.steps.end() ? nowhere : static_cast<std::size_t>(found - tutorial.steps.begin());
}

MarkedControl marked(const QWidget& window, const Control& control, int number) {
  return {[&window, control] { return visiblePlace(control, window); }, number};
}

}  // namespace

TutorialHelp::TutorialHelp(PlanModel& model, const ActionRegistry& actions, QMainWindow& window)
    : QObject(&window),
      model_(model),
      actions_(actions),
      window_(window),
      program_(QCoreApplication::applicationFilePath()) {}

/// Creates the dock with the reader, and widens the window by its width as far as the screen allows. Closing
/// the dock takes that width back.
void TutorialHelp::makeDock() {
  reader_ = new TutorialReader(program_);
  connect(reader_, &TutorialReader::planRequested, this, &TutorialHelp::openPlan);
  connect(reader_, &TutorialReader::stepRequested, this, &TutorialHelp::doStep);
  dock_ = new QDockWidget(tr("Tutorials"), &window_);
  dock_->setObjectName(u"tutorialsDock"_s);
  dock_->setAllowedAreas(Qt::LeftDockWidgetArea | Qt::RightDockWidgetArea);
  dock_->setWidget(reader_);
  const QRect screen = window_.screen()->availableGeometry();
  const int room = screen.right() - window_.frameGeometry().right();
  if (!window_.isMaximized() && !window_.isFullScreen()) widened_ = std::clamp(room, 0, dock_width);
  window_.resize(window_.width() + widened_, window_.height());
  window_.addDockWidget(Qt::RightDockWidgetArea, dock_);
  window_.resizeDocks({dock_}, {dock_width}, Qt::Horizontal);
  connect(dock_->toggleViewAction(), &QAction::toggled, this, [this](bool is_shown) {
    if (is_shown || window_.isMaximized() || window_.isFullScreen() || window_.isMinimized()) return;
    window_.resize(window_.width() - std::exchange(widened_, 0), window_.height());
  });
}

void TutorialHelp::open(const QString& tutorial) {
  const bool is_new = reader_ == nullptr;
  if (is_new) makeDock();
  dock_->show();
  dock_->raise();
  if (dock_->isFloating()) raiseWindow(*dock_);
  reader_->setFocus();
  if (is_new || !tutorial.isEmpty()) reader_->read(tutorial);
}

void TutorialHelp::take(const PlanDocument& plan, const Tutorial& tutorial) {
  model_.replaceDocument(plan, {tr("Plan of “%1”").arg(toQt(tutorial.title))});
}

void TutorialHelp::openPlan(const QString& tutorial, const QString& step) {
  const Tutorial* found = find_tutorial(toStd(tutorial));
  if (found == nullptr || indexOf(*found, step) == nowhere) return;
  try {
    take(PlanModel::read(reader_->planFile(step)).document, *found);
    window_.activateWindow();
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
  }
}

/// Returns true if that step was the last one done, and the plan is still the one after it.
bool TutorialHelp::isDone(const TutorialStep& step) const {
  return done_step_ == &step && model_.document() == done_plan_;
}

/// Sets the tutorial's first plan, writes its files, and shows the view of its first step.
void TutorialHelp::begin(const Tutorial& tutorial) {
  emit begun(folder_.path());
  take(tutorial.plan, tutorial);
  for (const TutorialFile& file : tutorial.files)
    write_text_file(toStd(folder_.filePath(toQt(file.name))), file.text);
  actions_.find(u"view.memory"_s)->trigger();
  for (const QString& name : {u"memoryView.perStrategy"_s, u"speedView.first"_s})
    if (auto* first_chart = window_.findChild<QAbstractButton*>(name)) first_chart->click();
}

void TutorialHelp::doStep(const QString& tutorial, const QString& step) {
  const Tutorial* found = find_tutorial(toStd(tutorial));
  const std::size_t index = found == nullptr ? nowhere : indexOf(*found, step);
  if (index == nowhere) return;
  QWidget* focus = QApplication::focusWidget();
  focus_ = dock_ != nullptr && !dock_->isFloating() && dock_->isAncestorOf(focus) ? focus : nullptr;
  const bool follows = index > 0 && isDone(found->steps[index - 1]);
  steps_.clear();
  if (!follows) begin(*found);
  for (std::size_t i = follows ? index : 0; i <= index; ++i)
    steps_.push_back(&found->steps[i]);
  done_step_ = nullptr;
  performed_ = action_ = 0;
  ++request_;
  if (overlay_ == nullptr) overlay_ = new StepOverlay(&window_);
  raiseWindow(window_);
  act();
}

/// Frames the control; returns false if the window does not show it.
bool TutorialHelp::frame(const std::string& control) {
  const auto found = findControl(window_, toQt(control));
  if (found)
    overlay_->mark({marked(window_, *found, 0)});
  else
    overlay_->hide();
  return found.has_value();
}

void TutorialHelp::act() {
  while (performed_ < steps_.size() && action_ >= steps_[performed_]->actions.size()) {
    ++performed_;
    action_ = 0;
  }
  if (performed_ == steps_.size()) return finishStep();
  const bool is_requested = performed_ + 1 == steps_.size();
  const bool is_framed = is_requested && frame(steps_[performed_]->actions[action_].control);
  QTimer::singleShot(is_framed ? pace_ : 0, this, [this, request = request_, is_requested] {
    if (request == request_) performNext(is_requested);
  });
}

/// Performs one action, then the next ones after the window has answered. The step's own actions are the only
/// ones whose failure is reported: those of the steps before may need what a search finds only later.
void TutorialHelp::performNext(bool is_requested) {
  overlay_->hide();
  const TutorialStep& step = *steps_[performed_];
  const QString prevented = perform(step.actions[action_], window_, actions_, folder_.path());
  if (!prevented.isEmpty() && is_requested)
    emit failed(tr("“%1” cannot be done now: the window does not show what it needs. Do the steps before it "
                   "first.")
                    .arg(toQt(step.title)));
  ++action_;
  QTimer::singleShot(0, this, [this, request = request_] {
    if (request == request_) act();
  });
}

void TutorialHelp::finishStep() {
  const TutorialStep& step = *steps_.back();
  std::vector<MarkedControl> marks;
  int number = 0;
  for (const bool is_placed :
       {false, true})  // two passes, since finding one control may scroll another out of view
    for (const TutorialMark& mark : step.marks)
      if (const auto control = findControl(window_, toQt(mark.control)); is_placed) {
        if (!mark.sentence.empty()) ++number;  // as in the text, also if the control cannot be seen
        if (control) marks.push_back(marked(window_, *control, mark.sentence.empty() ? 0 : number));
      }
  overlay_->mark(std::move(marks));
  if (focus_ != nullptr) focus_->setFocus(Qt::OtherFocusReason);
  done_step_ = &step;
  done_plan_ = model_.document();
  ++request_;
  emit stepDone();
}

}  // namespace zp
