// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/others_view.h"

#include <QLabel>
#include <QScrollArea>

#include "ui/model/plan_model.h"
#include "ui/results/estimator_section.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int margin = 12;
constexpr int between_sections = 18;

}  // namespace

OthersView::OthersView(PlanModel& model, QWidget* parent)
    : PlanView(model, u"othersView"_s, parent), words_(new QLabel) {
  words_->setObjectName(u"othersView.words"_s);
  words_->setWordWrap(true);
  words_->setForegroundRole(QPalette::Text);
  auto* content = new QWidget;
  content->setObjectName(u"othersView.content"_s);
  content->setBackgroundRole(QPalette::Base);
  auto* lines = makeColumn(content, between_sections, {margin, margin, margin, margin});
  lines->addWidget(words_);
  for (const Estimator estimator : all_estimators) {
    sections_.push_back(new EstimatorSection(estimator));
    lines->addWidget(sections_.back());
  }
  lines->addStretch(1);
  auto* scroll = new QScrollArea;
  scroll->setObjectName(u"othersView.scroll"_s);
  scroll->setAccessibleName(tr("Other estimators"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setWidget(content);
  auto* column = makeColumn(this, -1);
  column->addWidget(scroll);
}

void OthersView::fill() {
  const PlanResults& results = model_.results();
  words_->setText(results.has_numbers
                      ? tr("The same plan by other estimators, recomputed as they compute it. Each counts "
                           "less, more or other things than a run allocates; below each figure stands why.")
                      : tr("This plan cannot be estimated; the list of issues says why."));
  for (EstimatorSection* section : sections_)
    section->setVisible(results.has_numbers);
  if (!results.has_numbers) return;
  const auto figures =
      reference_figures(results.evaluation.document.plan, results.evaluation.figures.estimate);
  for (std::size_t i = 0; i < sections_.size(); ++i)
    sections_[i]->setFigures(figures[i]);
}

}  // namespace zp
