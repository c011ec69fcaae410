// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/speed/scaling_view.h"

#include <QLabel>
#include <algorithm>

#include "ui/charts/line_chart.h"
#include "ui/inputs/segmented_row.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/results/chart_pair.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int least_chart_width = 400;  // below this width only one chart is shown at a time

}  // namespace

ScalingView::ScalingView(PlanModel& model, Settings& settings, QWidget* parent)
    : ChartView(model, u"scalingView"_s, parent),
      settings_(settings),
      memory_(new LineChart),
      throughput_(new LineChart),
      held_(new WrappedLabel),
      fixed_(new SegmentPair(tr("Micro batch"), tr("Global batch"))) {
  memory_->setObjectName(u"memoryScaling"_s);
  memory_->setAccessibleName(tr("Memory per GPU by number of GPUs"));
  throughput_->setObjectName(u"throughputScaling"_s);
  throughput_->setAccessibleName(tr("Tokens per second by number of GPUs"));
  held_->setObjectName(u"scalingView.held"_s);
  held_->setContentsMargins(12, 6, 12, 0);
  charts_ = new ChartPair(
      objectName(), Qt::Horizontal,
      {memory_, memory_, tr("Memory per GPU"), tr("Memory that one GPU holds at the peak of a step")},
      {throughput_, throughput_, tr("Tokens per second"), tr("Tokens that all GPUs together train on")},
      least_chart_width);

  addParts(*makeColumn(this, 0), {held_, {charts_, 1}, makeFoot()});

  connect(charts_, &ChartPair::saveRequested, this, &ScalingView::saveRequested);
  for (const LineChart* chart : {memory_, throughput_})
    connect(chart, &Chart::pointed, this, [this](int at) {
      PointedItem pointed;
      if (at >= 0 && at < static_cast<int>(sweep_.gpus.size()))
        pointed.gpus = sweep_.gpus[static_cast<std::size_t>(at)];
      model_.pointing().point(pointed);
    });
  connect(&model_.pointing(), &PointedItemSignal::changed, this, &ScalingView::showPointed);
  connect(fixed_->second(), &QRadioButton::toggled, this, [this](bool holds) {
    settings_.setHoldsGlobalBatch(holds);
    refresh();
  });
}

QWidget* ScalingView::makeFoot() {
  QWidget* micro_batch = fixed_->first();
  micro_batch->setObjectName(u"scalingView.microBatch"_s);
  micro_batch->setToolTip(tr("Each GPU does what it does today; the global batch grows with the GPUs"));
  micro_batch->setAccessibleName(tr("Hold the micro batch of each GPU"));
  QWidget* global_batch = fixed_->second();
  global_batch->setObjectName(u"scalingView.globalBatch"_s);
  global_batch->setToolTip(tr("A step has as many sequences as today; each GPU gets fewer of them"));
  global_batch->setAccessibleName(tr("Hold the global batch"));
  (settings_.holdsGlobalBatch() ? fixed_->second() : fixed_->first())->setChecked(true);
  auto* foot = new QWidget;
  foot->setObjectName(u"scalingView.foot"_s);
  addParts(*makeLine(foot, 8, {8, 0, 8, 4}),
           {charts_->switcher(), empty_room, {new QLabel(tr("Hold fixed"))}, fixed_});
  return foot;
}

FixedQuantity ScalingView::heldFixed() const {
  return fixed_->second()->isChecked() ? FixedQuantity::global_batch : FixedQuantity::micro_batch;
}

void ScalingView::fillCharts(const QString& plan_name) {
  const PlanResults& results = model_.results();
  charts_->setSecondAvailable(!results.has_numbers || results.evaluation.figures.time.is_known);
  if (!results.has_numbers) {
    held_->clear();
    memory_->setData({});
    return throughput_->setData({});
  }
  sweep_ = scalingSweep(results.evaluation.document.plan, heldFixed());
  held_->setText(heldFixedSentence(results.evaluation.document.plan, sweep_) +
                 (results.evaluation.figures.time.is_known
                      ? QString()
                      : tr(" The speed of a model given as tensors is unknown.")));
  memory_->setData(memoryScalingData(results, sweep_, plan_name));
  throughput_->setData(throughputScalingData(results, sweep_, plan_name));
}

/// Marks the number of GPUs that either chart, or a chart in another window, points at.
void ScalingView::showPointed() {
  const std::optional<int> gpus = model_.pointing().pointed().gpus;
  const auto at = gpus ? std::ranges::find(sweep_.gpus, *gpus) : sweep_.gpus.end();
  const int column = at == sweep_.gpus.end() ? -1 : static_cast<int>(at - sweep_.gpus.begin());
  for (LineChart* chart : {memory_, throughput_})
    chart->setMarked(column);
}

Chart& ScalingView::currentChart() { return charts_->current(); }

std::vector<Chart*> ScalingView::charts() {
  if (!model_.results().evaluation.figures.time.is_known) return {memory_};
  return {memory_, throughput_};
}

}  // namespace zp
