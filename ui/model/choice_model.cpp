// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/choice_model.h"

#include <algorithm>
#include <utility>

#include "core/evaluate/search_freedom.h"
#include "core/search/choice_words.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

/// Relative distance in memory and time below which two points of the frontier count as one.
constexpr double frontier_step = 0.01;

/// Milliseconds without a change before the effects of further changes are searched.
constexpr int rest_milliseconds = 250;

Bytes memoryShownOf(const Option& option, const Plan& plan, const Requirements& requirements) {
  return requirements.fit.margin ? option.gpu : shown_peak(option, plan);
}

}  // namespace

ChoiceModel::ChoiceModel(PlanModel& model, Settings& settings, QObject* parent, FirstSearch first)
    : QObject(parent), model_(model), settings_(settings) {
  requirements_.freedom = without_program_changes(settings.mayChange());
  requirements_.objective = settings.objective();
  rest_.setSingleShot(true);
  rest_.setInterval(rest_milliseconds);
  connect(&rest_, &QTimer::timeout, this, &ChoiceModel::look);
  connect(&model_, &PlanModel::changed, this, &ChoiceModel::begin);
  connect(&work_, &BackgroundWork::progressed, this, [this](double done) {
    if (state_ != State::searching) return;
    done_ = done;
    emit changed();
  });
  if (first == FirstSearch::when_released) work_.hold();
  begin();
}

void ChoiceModel::setRequirements(const Requirements& requirements) {
  if (requirements == requirements_) return;
  requirements_ = requirements;
  settings_.setMayChange(without_program_changes(requirements.freedom));
  settings_.setObjective(requirements.objective);
  begin();
}

void ChoiceModel::beginPlan() {
  Requirements requirements = requirements_;
  requirements.freedom = without_program_changes(requirements.freedom);
  setRequirements(requirements);
}

void ChoiceModel::beginNewPlan() {
  Requirements requirements;
  requirements.freedom = without_program_changes(requirements_.freedom);
  setRequirements(requirements);
  emit newPlanBegun();
}

void ChoiceModel::begin() {
  const PlanResults& results = model_.results();
  work_.stop();
  rest_.stop();
  done_.reset();
  is_picture_current_ = is_outlook_current_ = false;
  state_ = results.stale || !results.has_numbers ? State::stale : State::searching;
  Requirements requirements = requirements_;
  requirements.freedom = with_open_batch(requirements.freedom, model_.document());
  if (state_ == State::searching)
    work_.begin([this, plan = model_.plan(), requirements](const Watch& watch) {
      auto search = std::make_shared<Search>(plan, requirements.freedom, requirements.fit, watch);
      auto answer = std::make_shared<const Answer>(Answer{plan, choose(*search, requirements), search});
      return [this, answer] {
        answer_ = answer;
        state_ = State::answered;
        if (is_picture_wanted_)
          paint();
        else if (needsWayOut())
          rest_.start();
        emit changed();
      };
    });
  emit changed();
}

void ChoiceModel::search() {
  if (isCancelled()) begin();
}

void ChoiceModel::cancel() {
  if (state_ != State::searching) return;
  work_.stop();
  state_ = State::cancelled;
  emit changed();
}

void ChoiceModel::setPictureWanted(bool wanted) {
  is_picture_wanted_ = wanted;
  if (!wanted && !needsWayOut()) return rest_.stop();
  if (!wanted) return;
  if (!isCurrent() || work_.isBusy()) return;
  if (!is_picture_current_)
    paint();
  else if (!is_outlook_current_)
    rest_.start();
}

const Sensitivity* ChoiceModel::wayOut() const {
  return needsWayOut() && is_outlook_current_ ? outlook_.way_out() : nullptr;
}

void ChoiceModel::adoptWayOut() {
  const Sensitivity* change = wayOut();
  if (change == nullptr || !change->of_the_program) return;
  model_.propose(Plan(change->plan), {tr("Adopt"), {}, toQt(change->change) + u", "_s + toQt(change->title)});
}

Bytes ChoiceModel::shownMemory(const Option& option) const {
  return memoryShownOf(option, answer_->plan, requirements_);
}

void ChoiceModel::paint() {
  work_.begin([this, answer = answer_, requirements = requirements_](const Watch&) {
    Picture picture{answer->search->frontier(frontier_step), answer->search->corners()};
    const auto shown = [&](const Option& option) {
      return memoryShownOf(option, answer->plan, requirements);
    };
    std::ranges::sort(picture.frontier, {}, shown);
    for (const std::vector<Option>* part : {&picture.frontier, &picture.corners})
      for (const Option& option : *part)
        picture.memory.push_back(shown(option));
    for (const Option& option : picture.corners)
      picture.stops.push_back(answer->search->fits(option) && !answer->search->is_accepted(option));
    return [this, picture = std::move(picture)] {
      picture_ = picture;
      is_picture_current_ = true;
      if (!is_outlook_current_) rest_.start();
      emit pictureChanged();
    };
  });
}

void ChoiceModel::look() {
  work_.begin([this, answer = answer_](const Watch& watch) {
    return [this, outlook = outlook_of(answer->choice, *answer->search, watch)] {
      outlook_ = outlook;
      is_outlook_current_ = true;
      emit outlookChanged();
      if (is_picture_wanted_) setPictureWanted(true);  // a view may have started to show it meanwhile
    };
  });
}

void ChoiceModel::askReach(std::vector<Plan> plans, const ReachCallback& callback) {
  work_.begin([this, plans = std::move(plans), requirements = requirements_, callback](const Watch& watch) {
    return [this, callback, reached = reach_of(plans, requirements, watch)] {
      callback(reached);
      if (is_picture_wanted_) setPictureWanted(true);  // a view may have started to show it meanwhile
    };
  });
}

void ChoiceModel::adopt(const Option& option) {
  if (!isCurrent()) return;
  model_.propose(with_pick(model_.plan(), option.pick),
                 {tr("Adopt"), {}, toQt(title_of(option, choice().present.pick))});
}

void ChoiceModel::finish() {
  work_.finish();
  if (!rest_.isActive()) return;
  rest_.stop();
  look();
  work_.finish();
}

}  // namespace zp
