// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/speed/speed_view.h"

#include <QLabel>
#include <QStackedLayout>

#include "core/report/whole_run_words.h"
#include "ui/charts/bar_chart.h"
#include "ui/charts/line_chart.h"
#include "ui/inputs/field_frame.h"
#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/chart_pair.h"
#include "ui/results/strategy_rows.h"
#include "ui/speed/link_chart_data.h"
#include "ui/speed/speed_chart_data.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

SpeedView::SpeedView(PlanModel& model, Settings& settings, RunModel& run, QWidget* parent)
    : ChartView(model, u"speedView"_s, parent),
      logs_(run),
      chart_(new BarChart),
      link_chart_(new LineChart),
      turning_(new WrappedLabel),
      rows_(new StrategyRows(model, settings)),
      run_(new WrappedLabel),
      unknown_(new WrappedLabel(tr("A model given as tensors has no known operations, so its step time is "
                                   "unknown. Choose a preset or a shape."))),
      pages_(new QStackedLayout(this)) {
  chart_->setObjectName(u"speedChart"_s);
  chart_->setAccessibleName(tr("Step time by strategy"));
  link_chart_->setObjectName(u"linkChart"_s);
  link_chart_->setAccessibleName(tr("Step time by link speed"));
  unknown_->setObjectName(u"speedView.unknown"_s);
  unknown_->setAlignment(Qt::AlignCenter);
  unknown_->setMargin(24);
  rows_->setObjectName(u"speedView.allStrategies"_s);

  charts_ = new ChartPair(
      objectName(), Qt::Vertical,
      {chart_, chart_, tr("Per strategy"), tr("Where the seconds of a step go, as bars to choose from")},
      {makeLinkHalf(), link_chart_, tr("By link speed"),
       tr("The step time as the link between GPUs gets slower or faster")},
      0, {1, 1});
  auto* charts = new QWidget;
  addParts(*makeColumn(charts, 0), {{charts_, 1}, makeFoot()});
  pages_->addWidget(charts);
  pages_->addWidget(unknown_);

  connect(chart_, &Chart::activated, rows_, &StrategyRows::adopt);
  connect(chart_, &Chart::pointed, this, [this](int row) {
    PointedItem pointed;
    pointed.strategy = rows_->strategyOf(row);
    model_.pointing().point(pointed);
  });
  connect(&model_.pointing(), &PointedItemSignal::changed, this, &SpeedView::showPointed);
  connect(charts_, &ChartPair::saveRequested, this, &SpeedView::saveRequested);
  connect(rows_, &QCheckBox::toggled, this, &SpeedView::refresh);
  connect(&logs_, &RunModel::changed, this, &SpeedView::refresh);
  connect(run_, &QLabel::linkActivated, this, &SpeedView::settingRequested);
}

QWidget* SpeedView::makeLinkHalf() {
  turning_->setObjectName(u"speedView.turning"_s);
  turning_->setContentsMargins(12, 2, 12, 0);
  auto* half = new QWidget;
  half->setObjectName(u"speedView.link"_s);
  addParts(*makeColumn(half, 0), {turning_, {link_chart_, 1}});
  return half;
}

QWidget* SpeedView::makeFoot() {
  run_->setObjectName(u"speedView.run"_s);
  run_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  run_->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  auto* foot = new QWidget;
  foot->setObjectName(u"speedView.foot"_s);
  addParts(*makeLine(foot, 8, {8, 0, 8, 4}), {charts_->switcher(), rows_, {run_, 1}});
  return foot;
}

void SpeedView::fillCharts(const QString& plan_name) {
  const PlanResults& results = model_.results();
  const bool is_known = !results.has_numbers || results.evaluation.figures.time.is_known;
  pages_->setCurrentIndex(is_known ? 0 : 1);
  if (!is_known) return;
  chart_->setBars(speedChartData(results, rows_->count(), plan_name, logs_.differences()));
  showPointed();
  showRun();
  if (!results.has_numbers) return link_chart_->setData({});
  const LineChartData lines = linkChartData(results, model_.presets().links, plan_name);
  turning_->setText(lines.spoken);
  link_chart_->setData(lines);
}

/// Marks the strategy that any view points at.
void SpeedView::showPointed() {
  if (isVisible()) chart_->setMarked(rows_->rowOf(model_.pointing().pointed().strategy));
}

/// Shows hours, cost and energy of the whole run if a token budget is stated, else a link to state one.
void SpeedView::showRun() {
  const PlanResults& results = model_.results();
  const Plan& plan = results.evaluation.document.plan;
  const WholeRun course = whole_run(plan, results.evaluation.figures.time);
  const QString run = runText(plan, course);
  if (run.isEmpty())
    run_->setText(u"<a href='training.tokens'>"_s + tr("State a token budget") + u"</a>");
  else
    run_->setText(run.toHtmlEscaped());
  QStringList sentences = {
      tr("Wall time, GPU hours and, where they are stated, price and energy of the whole run, "
         "saves and failures included.")};
  for (const std::string& sentence : course_sentences(plan, course))
    sentences << toQt(sentence);
  setWrappedTip(*run_, sentences);
}

Chart& SpeedView::currentChart() { return charts_->current(); }

std::vector<Chart*> SpeedView::charts() { return {chart_, link_chart_}; }

}  // namespace zp
