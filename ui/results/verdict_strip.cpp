// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/verdict_strip.h"

#include <QBoxLayout>
#include <algorithm>

#include "ui/model/plan_model.h"
#include "ui/model/unstated_model.h"
#include "ui/results/answer_panel.h"
#include "ui/results/best_card.h"
#include "ui/results/unstated_text.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int least_beside = 820;  // pixels; in a narrower strip the card is below the answer

}  // namespace

VerdictStrip::VerdictStrip(PlanModel& model, ChoiceModel& choice, UnstatedModel& unstated, QWidget* parent)
    : QWidget(parent),
      unstated_(unstated),
      answer_(new AnswerPanel),
      best_(new BestCard(choice)),
      sides_(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
  setObjectName(u"verdictStrip"_s);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  sides_->setContentsMargins(0, 0, 0, 0);
  sides_->setSpacing(8);
  addParts(*sides_, {{answer_, 7}, {best_, 5}});
  connect(answer_, &AnswerPanel::explainRequested, this, &VerdictStrip::explainRequested);
  connect(answer_, &AnswerPanel::speedRequested, this, &VerdictStrip::speedRequested);
  connect(answer_, &AnswerPanel::unstatedRequested, this, &VerdictStrip::unstatedRequested);
  connect(&unstated_, &UnstatedModel::changing, this, [this] { answer_->setUnstatedStale(true); });
  connect(&unstated_, &UnstatedModel::changed, this, &VerdictStrip::showUnstated);
  connect(best_, &BestCard::whyRequested, this, &VerdictStrip::whyRequested);
  connect(&model, &PlanModel::changed, this, [this, &model] { answer_->setResults(model.results()); });
  answer_->setResults(model.results());
}

void VerdictStrip::showUnstated() {
  if (!isVisible()) return;
  const std::vector<UnstatedSetting>& settings = unstated_.settings();  // odds() belongs to them
  answer_->setUnstated(notStatedForms(settings, unstated_.odds()));
  answer_->setUnstatedStale(!unstated_.isCurrent());
}

void VerdictStrip::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showUnstated();
}

void VerdictStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool is_beside = width() >= least_beside;
  const auto direction = is_beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
  answer_->setCompact(!is_beside);
  best_->setCompact(!is_beside);
  sides_->setSpacing(is_beside ? 8 : 5);
  if (sides_->direction() != direction) sides_->setDirection(direction);
}

/// Returns the minimum size for the arrangement below each other: a strip that is wide enough for both side
/// by side must not prevent the window from becoming narrower.
QSize VerdictStrip::minimumSizeHint() const {
  return {std::max(answer_->minimumSizeHint().width(), best_->minimumSizeHint().width()),
          sides_->minimumSize().height()};
}

}  // namespace zp
