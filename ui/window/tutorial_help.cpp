// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tutorial_help.h"

#include <QCoreApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QScreen>
#include <QTimer>
#include <algorithm>

#include "core/text/text_file.h"
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

/// Creates the dock with the reader, and widens the window by its width as far as the screen allows.
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
  if (!window_.isMaximized() && !window_.isFullScreen())
    window_.resize(window_.width() + std::clamp(room, 0, dock_width), window_.height());
  window_.addDockWidget(Qt::RightDockWidgetArea, dock_);
  window_.resizeDocks({dock_}, {dock_width}, Qt::Horizontal);
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

/// Sets the plan as it is after that step; for the step before the first, the tutorial's initial plan.
bool TutorialHelp::takePlan(const Tutorial& tutorial, std::size_t step) {
  const UndoLabel label{tr("Plan of “%1”").arg(toQt(tutorial.title))};
  try {
    const bool is_first = step == nowhere;
    model_.replaceDocument(
        is_first ? tutorial.plan : PlanModel::read(reader_->planFile(toQt(tutorial.steps[step].id))).document,
        label);
    return true;
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
    return false;
  }
}

void TutorialHelp::openPlan(const QString& tutorial, const QString& step) {
  const Tutorial* found = find_tutorial(toStd(tutorial));
  if (found == nullptr || indexOf(*found, step) == nowhere) return;
  if (takePlan(*found, indexOf(*found, step))) window_.activateWindow();
}

void TutorialHelp::doStep(const QString& tutorial, const QString& step) {
  const Tutorial* found = find_tutorial(toStd(tutorial));
  const std::size_t index = found == nullptr ? nowhere : indexOf(*found, step);
  if (index == nowhere || !takePlan(*found, index == 0 ? nowhere : index - 1)) return;
  for (const TutorialFile& file : found->files)
    write_text_file(toStd(folder_.filePath(toQt(file.name))), file.text);
  step_ = &found->steps[index];
  action_ = 0;
  if (overlay_ == nullptr) overlay_ = new StepOverlay(&window_);
  raiseWindow(window_);
  act();
}

void TutorialHelp::frame(const std::string& control) {
  if (const auto found = findControl(window_, toQt(control)))
    overlay_->mark({marked(window_, *found, 0)});
  else
    overlay_->hide();
}

void TutorialHelp::act() {
  if (action_ >= step_->actions.size()) return finishStep();
  const TutorialAction& action = step_->actions[action_];
  frame(action.control);
  QTimer::singleShot(pace_, this, [this, step = step_, &action] {
    if (step != step_) return;  // another step was requested in the meantime
    overlay_->hide();
    if (const QString prevented = perform(action, window_, actions_, folder_.path()); !prevented.isEmpty())
      emit failed(prevented);
    ++action_;
    QTimer::singleShot(0, this, [this, step] {
      if (step == step_) act();
    });
  });
}

void TutorialHelp::finishStep() {
  std::vector<MarkedControl> marks;
  int number = 0;
  for (const bool is_placed :
       {false, true})  // two passes, since finding one control may scroll another out of view
    for (const TutorialMark& mark : step_->marks)
      if (const auto control = findControl(window_, toQt(mark.control)); is_placed) {
        if (!mark.sentence.empty()) ++number;  // as in the text, also if the control cannot be seen
        if (control) marks.push_back(marked(window_, *control, mark.sentence.empty() ? 0 : number));
      }
  overlay_->mark(std::move(marks));
  step_ = nullptr;
  emit stepDone();
}

}  // namespace zp
