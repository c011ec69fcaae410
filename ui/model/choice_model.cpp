// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/choice_model.h"

#include <algorithm>

#include "core/search/choice_words.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"

namespace zp {
namespace {

/// Points of the frontier nearer to each other than this, in memory and in time, are one.
constexpr double frontier_step = 0.01;

}  // namespace

ChoiceModel::ChoiceModel(PlanModel& model, Settings& settings, QObject* parent)
    : QObject(parent), model_(model), settings_(settings) {
  wanted_.freedom = settings.mayChange();
  wanted_.objective = settings.objective();
  timer_.setSingleShot(true);
  connect(&timer_, &QTimer::timeout, this, &ChoiceModel::advance);
  connect(&model_, &PlanModel::changed, this, &ChoiceModel::begin);
  begin();
}

void ChoiceModel::setWanted(const Wanted& wanted) {
  if (wanted == wanted_) return;
  wanted_ = wanted;
  settings_.setMayChange(wanted.freedom);
  settings_.setObjective(wanted.objective);
  begin();
}

void ChoiceModel::setPictureWanted(bool wanted) {
  is_picture_wanted_ = wanted;
  if (wanted && isCurrent() && !is_picture_current_) timer_.start();
}

void ChoiceModel::begin() {
  const PlanResults& results = model_.results();
  stale_ = results.stale || !results.has_numbers;
  is_choice_due_ = !stale_;
  is_picture_current_ = false;
  if (stale_)
    timer_.stop();
  else
    timer_.start();  // after what is waiting already: input, and the frame that shows the change
  emit changed();
}

void ChoiceModel::advance() {
  if (is_choice_due_) {
    is_choice_due_ = false;
    search_.emplace(model_.plan(), wanted_.freedom, wanted_.margin);
    choice_ = choose(*search_, wanted_);
    if (is_picture_wanted_) timer_.start();
    emit changed();
    return;
  }
  picture_ = {search_->frontier(frontier_step), search_->corners()};
  std::ranges::sort(picture_.frontier, {}, &Option::gpu);
  is_picture_current_ = true;
  emit pictureChanged();
}

void ChoiceModel::adopt(const Option& option) {
  if (!isCurrent()) return;
  model_.propose(with_pick(model_.plan(), option.pick),
                 {tr("Adopt"), {}, toQt(title_of(option, choice_.present.pick))});
}

void ChoiceModel::finish() {
  while (timer_.isActive()) {
    timer_.stop();
    advance();
  }
}

}  // namespace zp
