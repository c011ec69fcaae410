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

/// What is waiting already comes first, and the frame that shows the change: charts replot in a turn of their
/// own, and are painted in the next.
constexpr int turns_of_a_frame = 3;

/// Without a change, before what would help next is searched.
constexpr int rest_milliseconds = 250;

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
  if (!wanted && due_ != Due::choice) return comes(Due::nothing);
  if (wanted && isCurrent() && !is_outlook_current_) comes(is_picture_current_ ? Due::outlook : Due::picture);
}

void ChoiceModel::comes(Due due) {
  due_ = due;
  turns_ = turns_of_a_frame;
  if (due == Due::nothing) return timer_.stop();
  timer_.start(due == Due::outlook ? rest_milliseconds : 0);
}

void ChoiceModel::begin() {
  const PlanResults& results = model_.results();
  stale_ = results.stale || !results.has_numbers;
  is_picture_current_ = is_outlook_current_ = false;
  comes(stale_ ? Due::nothing : Due::choice);
  emit changed();
}

void ChoiceModel::advance() {
  if (--turns_ > 0) return timer_.start(0);
  if (due_ != Due::choice) return advancePicture();
  search_.emplace(model_.plan(), wanted_.freedom, wanted_.margin);
  choice_ = choose(*search_, wanted_);
  comes(is_picture_wanted_ ? Due::picture : Due::nothing);
  emit changed();
}

void ChoiceModel::advancePicture() {
  if (due_ == Due::picture) {
    picture_ = {search_->frontier(frontier_step), search_->corners()};
    std::ranges::sort(picture_.frontier, {}, &Option::gpu);
    is_picture_current_ = true;
    comes(Due::outlook);
    emit pictureChanged();
    return;
  }
  outlook_ = outlook_of(choice_, search_->origin(), wanted_);
  is_outlook_current_ = true;
  comes(Due::nothing);
  emit outlookChanged();
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
