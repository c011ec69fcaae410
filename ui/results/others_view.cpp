// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/others_view.h"

#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

#include "ui/charts/bar_chart.h"
#include "ui/model/plan_model.h"
#include "ui/results/estimator_bars.h"
#include "ui/results/estimator_section.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int margin = 12;
constexpr int between_sections = 18;
constexpr int chart_height = 330;

}  // namespace

OthersView::OthersView(PlanModel& model, QWidget* parent)
    : ChartView(model, u"othersView"_s, parent),
      words_(new WrappedLabel),
      chart_(new BarChart),
      scroll_(new QScrollArea) {
  words_->setObjectName(u"othersView.words"_s);
  words_->setForegroundRole(QPalette::Text);
  auto* content = new QWidget;
  content->setObjectName(u"othersView.content"_s);
  content->setBackgroundRole(QPalette::Base);
  auto* lines = makeColumn(content, between_sections, {margin, margin, margin, margin});
  lines->addWidget(words_);
  chart_->setObjectName(u"othersChart"_s);
  chart_->setAccessibleName(tr("One GPU by other estimators"));
  chart_->setFixedHeight(chart_height);
  connect(chart_, &BarChart::activated, this, &OthersView::goTo);
  connect(chart_, &BarChart::saveRequested, this, &OthersView::saveRequested);
  lines->addWidget(chart_);
  for (const Estimator estimator : all_estimators) {
    sections_.push_back(new EstimatorSection(estimator));
    lines->addWidget(sections_.back());
  }
  lines->addStretch(1);
  scroll_->setObjectName(u"othersView.scroll"_s);
  scroll_->setAccessibleName(tr("Other estimators"));
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setWidgetResizable(true);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setWidget(content);
  auto* column = makeColumn(this, -1);
  column->addWidget(scroll_);
}

bool OthersView::hasChart() const { return model_.results().has_numbers; }

Chart& OthersView::currentChart() { return *chart_; }

/// Scrolls to the section of a bar; the first bar is the planner's own, which has no section.
void OthersView::goTo(int bar) {
  if (bar > 0) scroll_->verticalScrollBar()->setValue(sections_[static_cast<std::size_t>(bar) - 1]->y());
}

void OthersView::fillCharts(const QString& plan_name) {
  const PlanResults& results = model_.results();
  words_->setText(
      results.has_numbers
          ? tr("Each bar is the memory of one GPU that an estimator predicts for this plan. Click a bar to "
               "read its figures and why they differ.") +
                u' ' + estimatorErrorWords()
          : tr("This plan cannot be estimated; the list of issues says why."));
  chart_->setVisible(results.has_numbers);
  for (EstimatorSection* section : sections_)
    section->setVisible(results.has_numbers);
  if (!results.has_numbers) return;
  const auto figures =
      reference_figures(results.evaluation.document.plan, results.evaluation.figures.estimate);
  chart_->setBars(estimatorBars(results, figures, plan_name));
  for (std::size_t i = 0; i < sections_.size(); ++i)
    sections_[i]->setFigures(figures[i]);
}

}  // namespace zp
